import { EventEmitter } from 'node:events'
import type { Copies } from '../platform/work/copies'
import type { ThreadEventDoc } from './thread-events.model'

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
  constructor(readonly copies: Copies) {
    super()
  }
}
