import type { ThreadEventConsumer, ThreadEventDoc } from '../log'
import type { Collection } from '../platform/mongo/model'
import type { ThreadsArea } from '../threads'
import type { PostBookmark } from './post-bookmarks.model'

/** Keeps bookmarks of posts with the thread that these are in. */
export class MovedBookmarks implements ThreadEventConsumer {
  readonly name = 'moved-bookmarks'
  readonly kinds = ['post.arrived', 'thread.branched', 'thread.unmerged'] as const

  constructor(
    private readonly deps: {
      db: { postBookmarks: Collection<PostBookmark> }
      readStates: ThreadsArea['readStates']
    },
  ) {}

  async handle(events: readonly ThreadEventDoc[]): Promise<void> {
    const { db, readStates } = this.deps
    const places = new Map(
      events.map(({ post, threadId, arrival }) => [post?._id ?? 0, { threadId, arrival }]),
    )
    const kept = await db.postBookmarks.find({ postId: { $in: [...places.keys()] } }).toArray()
    for (const { _id, userId, postId } of kept) {
      const { threadId, arrival } = places.get(postId) ?? {}
      if (threadId === undefined || !arrival) continue
      await db.postBookmarks.updateOne({ _id }, { $set: { threadId } })
      await readStates.keepPost(userId, { threadId: arrival.from, postId }, false)
      await readStates.keepPost(userId, { threadId, postId }, true)
    }
  }
}
