import type { Clock } from '@forum/shared/clock'
import {
  paginate,
  type Api,
  type BodyOf,
  type KeptPost,
  type Pagination,
  type Post,
} from '@forum/shared/contract'
import { refusedField } from '@forum/shared/errors'
import { POST_BOOKMARKS_MAX } from '../platform/limits'
import type { NoticesArea } from '../notices'
import { readerOf, type Viewer } from '../platform/http/viewer'
import { DURABLE } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import type { ThreadsArea } from '../threads'
import type { PostBookmark } from './post-bookmarks.model'

/** Reminders that one sweep sends. */
const REMINDED_AT_ONCE = 100

/** Posts that members keep for later, with a note and a reminder. Nobody else learns of them. */
export class PostBookmarks {
  constructor(
    private readonly deps: {
      db: { postBookmarks: Collection<PostBookmark> }
      posts: ThreadsArea['postQueries']
      readStates: ThreadsArea['readStates']
      notices: NoticesArea['accountNotices']
      clock: Clock
    },
  ) {}

  /**
   * Keeps a post, or no longer; a note or a reminder that is not given stays as it is.
   *
   * @throws ForumError `NOT_FOUND`, `VALIDATION_FAILED` beyond `POST_BOOKMARKS_MAX` or for a reminder in the past
   */
  async set(
    viewer: Viewer,
    postId: number,
    { bookmarked, note, remindAt }: BodyOf<Api['bookmarkPost']>,
  ): Promise<{ post: Post & { bookmark: ReturnType<typeof present> | null } }> {
    const { db, posts, readStates, clock } = this.deps
    const userId = viewer.actor.id
    const post = await posts.one(postId, readerOf(viewer))
    const { threadId } = post
    const _id = `${userId}:${postId}`
    if (!bookmarked) {
      await db.postBookmarks.deleteOne({ _id }, { writeConcern: DURABLE })
      await readStates.keepPost(userId, { threadId, postId }, false)
      return { post: { ...post, bookmark: null } }
    }
    const now = clock.now()
    if (remindAt && remindAt <= now) throw refusedField('remindAt', 'range')
    if (
      (await db.postBookmarks.countDocuments({ userId }, { limit: POST_BOOKMARKS_MAX })) >= POST_BOOKMARKS_MAX
    )
      if (!(await db.postBookmarks.findOne({ _id }))) throw refusedField('bookmarked', 'too_many')
    const stored = await db.postBookmarks.findOneAndUpdate(
      { _id },
      {
        $set: { threadId, ...(note === undefined ? {} : { note }), ...(remindAt ? { remindAt } : {}) },
        ...(remindAt === null ? { $unset: { remindAt: 1 } } : {}),
        $setOnInsert: { userId, postId, at: now, ...(note === undefined ? { note: '' } : {}) },
      },
      { upsert: true, returnDocument: 'after', writeConcern: DURABLE },
    )
    await readStates.keepPost(userId, { threadId, postId }, true)
    return { post: { ...post, bookmark: stored && present(stored) } }
  }

  /** Returns the posts that the member keeps, the newest bookmark first; those of deleted threads are left out. */
  async list(
    viewer: Viewer,
    { page, limit }: { page: number; limit: number },
  ): Promise<{ posts: KeptPost[]; pagination: Pagination }> {
    const { db, posts } = this.deps
    const filter = { userId: viewer.actor.id }
    const [found, total] = await Promise.all([
      db.postBookmarks.find(filter, { sort: { at: -1, _id: -1 }, skip: (page - 1) * limit, limit }).toArray(),
      db.postBookmarks.countDocuments(filter),
    ])
    const kept = new Map(
      (await posts.byIds(found.map(({ postId }) => postId))).map((post) => [post._id, post]),
    )
    const shown = await posts.presentFeed(
      found.flatMap(({ postId }) => kept.get(postId) ?? []),
      readerOf(viewer),
    )
    const bookmarkOf = new Map(found.map((bookmark) => [bookmark.postId, present(bookmark)]))
    return {
      posts: shown.flatMap((post) => {
        const bookmark = bookmarkOf.get(post.id)
        return bookmark ? [{ ...post, bookmark }] : []
      }),
      pagination: paginate(page, limit, total),
    }
  }

  /** Sends the reminders that are due, each once: a repeat after a crash adds no second notification. */
  async remind(): Promise<void> {
    const { db, posts, notices, clock } = this.deps
    const due = await db.postBookmarks
      .find({ remindAt: { $lte: clock.now() } }, { sort: { remindAt: 1 }, limit: REMINDED_AT_ONCE })
      .toArray()
    for (const { _id, userId, postId, note, remindAt } of due) {
      if (!remindAt) continue
      const post = await posts.byId(postId)
      if (post && !post.isDeleted) {
        await notices.notify({
          id: `reminder:${_id}:${remindAt.getTime()}`,
          userId,
          at: remindAt,
          text: reminderText(note),
          threadId: post.threadId,
          post: { postId, number: post.number },
        })
      }
      // A later reminder that the member has set meanwhile stays.
      await db.postBookmarks.updateOne({ _id, remindAt }, { $unset: { remindAt: 1 } })
    }
  }
}

const present = ({ note, remindAt, at }: PostBookmark) => ({
  note,
  remindAt: remindAt?.toISOString() ?? null,
  createdAt: at.toISOString(),
})

const reminderText = (note: string) =>
  note === ''
    ? { zh: '你收藏的帖子到了提醒时间', en: 'You asked to be reminded of a post that you saved' }
    : { zh: `提醒：${note}`, en: `Reminder: ${note}` }
