import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises'
import type { Ground } from '../platform/ground'
import type { ThreadLogCollections } from './collections'
import { ThreadCommands } from './commands'
import { Freshness } from './freshness'
import { MongoLogStore } from './mongo-log-store'
import type { ProjectionWrite } from './mongo-writes'
import { foldThread, threadProjections } from './projections'
import { ThreadCache } from './thread-cache.queries'
import type { ThreadEventDoc } from './thread-events.model'
import { ThreadLog } from './thread-log'

/** Interval at which a stopping log looks whether it is drained. */
const DRAIN_POLL_MS = 5

interface LogNeeds {
  /** Returns what an event writes beside its thread and its posts, in the same bulk. */
  otherWrites: (event: ThreadEventDoc) => ProjectionWrite[]
}

/** The log of threads, and the changes of this process that caches follow. */
export function createLog(ground: Ground<ThreadLogCollections>, { otherWrites }: LogNeeds) {
  const { db, connection, clock, calendar, databaseTime, copies, onFailure } = ground
  const freshness = new Freshness(copies)
  const threadCache = new ThreadCache(db, freshness)
  const threadLog = new ThreadLog({
    store: new MongoLogStore(connection.getClient().db(connection.name), {
      ...threadProjections(db, calendar),
      others: otherWrites,
    }),
    fold: foldThread,
    clock,
    databaseTime,
    pause: () => wait(DRAIN_POLL_MS),
    soon: () => immediate(),
    rest: (ms) => wait(ms, undefined, { ref: false }),
    onProjected: (threadId, events) => freshness.emit('threadChanged', threadId, events),
    onCounted: (keys) => {
      for (const key of keys) {
        if (key.startsWith('board:')) freshness.emit('boardChanged', Number(key.slice('board:'.length)))
      }
    },
    onFailure: (what, error) => onFailure(what)(error),
  })
  return {
    services: { freshness, threadCache, threadLog, commands: new ThreadCommands(threadLog, clock, calendar) },
    sweeps: { log: (now: Date) => threadLog.sweep({ now }) },
    drain: () => threadLog.drain(),
  }
}
export type LogArea = ReturnType<typeof createLog>['services']
