import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '@forum/shared/clock'
import type { Connection } from 'mongoose'
import { databaseTimeOf } from '../platform/mongo/database-time'
import type { Migration } from '../platform/mongo/migrations'
import type { Collection } from '../platform/mongo/model'
import { SiteCalendar } from '../platform/site-calendar'
import type { ThreadLogCollections } from './collections'
import { countMembers } from './count-members'
import { MongoLogStore } from './mongo-log-store'
import type { ProjectionWrite } from './mongo-writes'
import { foldThread, threadProjections } from './projections'
import type { ThreadEventDoc } from './thread-events.model'
import { ThreadLog } from './thread-log'

const DRAIN_POLL_MS = 5

/**
 * Counts what members have written by board, as the scrubber does. What waits to be counted is counted before: an event
 * of the version before says what it adds to which board by the board that it names.
 *
 * @param otherWrites what an event writes beside its thread and its posts
 */
export const numbersByBoardMigration = (
  connection: Connection,
  db: ThreadLogCollections & { members: Pick<Collection<{ _id: number }>, 'find'> },
  clock: Clock,
  otherWrites: (event: ThreadEventDoc) => ProjectionWrite[],
): Migration => ({
  id: 80,
  name: 'count what members have written by board',
  async run() {
    const log = new ThreadLog({
      store: new MongoLogStore(connection.getClient().db(connection.name), {
        // Days are of boards, which are not counted here.
        ...threadProjections(db, new SiteCalendar(clock, 'UTC')),
        others: otherWrites,
      }),
      fold: foldThread,
      clock,
      databaseTime: databaseTimeOf(connection, clock),
      pause: () => wait(DRAIN_POLL_MS),
      rest: (ms) => wait(ms, undefined, { ref: false }),
      // Failed events wait for the sweeper, and its members for the scrubber.
      onFailure: () => undefined,
    })
    log.deliverTo([])
    await log.recover()
    await log.sweep({ overdueMs: 0 })
    await log.drain()
    await countMembers(log, db)
  },
})
