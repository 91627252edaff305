import type { Clock } from '@forum/shared/clock'
import { EventEmitter } from 'node:events'
import type { ThreadEventDoc } from './thread-events.model'
import { WriterCache } from './writer-cache'

/** The changes of this process. Each is emitted once it is written, before its response. */
interface OwnChanges {
  /** The thread's new log events; none if only its views were counted. */
  threadChanged: [threadId: number, events: readonly ThreadEventDoc[]]
  /** The counters or the last thread of a board. */
  boardChanged: [boardId: number]
  /** The boards themselves: their names, places or moderators. */
  boardTreeChanged: []
  memberChanged: [memberId: number]
}

/**
 * Emits the changes that this process makes, so that its caches follow it or drop outdated copies. What other processes change,
 * a cache must read again or let expire.
 */
export class Freshness extends EventEmitter<OwnChanges> {
  constructor(
    private readonly clock: Clock,
    /** Whether no other process writes to the database, so that this one knows of every change. */
    readonly isOnlyWriter: boolean,
  ) {
    super()
  }

  /** Returns a cache of current values, which `read` reads from the primary. */
  cache<Key extends string | number, Value>(
    read: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
  ): WriterCache<Key, Value> {
    return new WriterCache({ isOnlyWriter: this.isOnlyWriter, clock: this.clock, read })
  }
}
