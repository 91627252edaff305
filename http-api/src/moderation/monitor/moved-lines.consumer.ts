import type { ThreadCache, ThreadEventConsumer, ThreadEventDoc } from '../../log'
import type { Collection } from '../../platform/mongo/model'
import type { ActivityDoc } from './activities.model'

/**
 * Lets lines of the moderators' feed lead to where their posts are. A line stays one of the boards in which it happened,
 * and is hidden from a moderator who does not see the board of the thread that the post is in now.
 */
export class MovedLines implements ThreadEventConsumer {
  readonly name = 'moved-activities'
  readonly kinds = ['post.arrived', 'thread.branched', 'thread.unmerged'] as const
  readonly isPaced = true

  constructor(
    private readonly deps: {
      db: { activities: Collection<ActivityDoc> }
      threads: Pick<ThreadCache, 'getAll'>
    },
  ) {}

  async handle(events: readonly ThreadEventDoc[]): Promise<void> {
    const { db, threads } = this.deps
    const found = await threads.getAll(events.map(({ threadId }) => threadId))
    const writes = events.map(({ threadId, post }) => ({
      updateMany: {
        filter: { postId: post?._id ?? 0 },
        update: {
          $set: {
            threadId,
            title: found.get(threadId)?.title ?? null,
            postNumber: post?.number ?? null,
          },
        },
      },
    }))
    if (writes.length > 0) await db.activities.bulkWrite(writes, { ordered: true })
  }
}
