import { ALL_RIGHTS } from '@forum/shared/access'
import { DAY_MS, type Clock } from '@forum/shared/clock'
import type { Actor } from '@forum/shared/policies'
import type { Collection } from '../../platform/mongo/model'
import type { ThreadCommands, ThreadDoc, ThreadEventDoc } from '../../log'
import { threadChangeEvent } from '../thread-events'
import { dueAt } from './pace'

/** The forum, which locks and opens threads on time; it may do so everywhere. */
const FORUM: Actor = { id: 0, role: 'admin', moderatedBoardIds: [], isMuted: false, boards: ALL_RIGHTS }
const SWEPT_AT_ONCE = 100
/** A merged thread cannot be changed; its schedule counts again if the merge is taken back. */
const HERE = { mergedInto: null }

/** Threads that are locked and opened on time. */
export class Schedules {
  constructor(
    private readonly deps: { db: { threads: Collection<ThreadDoc> }; commands: ThreadCommands; clock: Clock },
  ) {}

  /** Locks and opens the threads whose time has come. */
  async sweep(): Promise<void> {
    const { db, clock } = this.deps
    const now = clock.now()
    const timed = (field: 'lockAt' | 'unlockAt') => [
      { $match: { ...HERE, [field]: { $lte: now } } },
      { $limit: SWEPT_AT_ONCE },
    ]
    const quiet = {
      ...HERE,
      closeAfterDays: { $gt: 0 },
      lastPostAt: { $lte: new Date(now.getTime() - DAY_MS) },
      isLocked: false,
    }
    const coll = db.threads.collectionName
    const found = await db.threads
      .aggregate<ThreadDoc>([
        { $match: quiet },
        { $unionWith: { coll, pipeline: timed('lockAt') } },
        { $unionWith: { coll, pipeline: timed('unlockAt') } },
      ])
      .toArray()
    const overdue = found.filter((thread) => dueAt(thread, now) !== null)
    for (const threadId of new Set(overdue.map(({ _id }) => _id))) await this.apply(threadId)
  }

  private apply(threadId: number): Promise<ThreadEventDoc | null> {
    return this.deps.commands.change(threadId, FORUM, (thread, context) => {
      const due = thread.mergedInto ? null : dueAt(thread, context.at)
      if (!due) return Promise.resolve(null)
      const { isLocked, used } = due
      return Promise.resolve(
        isLocked === thread.isLocked
          ? threadChangeEvent(context, thread, 'thread.scheduled', used)
          : threadChangeEvent(context, thread, 'thread.locked', { isLocked, ...used }),
      )
    })
  }
}
