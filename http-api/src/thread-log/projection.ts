import { likeId, type LikeDoc } from './likes.model'
import type { PostDoc } from './posts.model'
import type { ThreadEventDoc } from './thread-events.model'
import type { ThreadDoc } from './threads.model'

/** The values of a new post that its event does not set. */
export const FRESH_POST = {
  version: 1,
  editedAt: null,
  editedById: null,
  isDeleted: false,
  deletedBy: null,
  quotedPostId: null,
  likeCount: 0,
} as const satisfies Partial<PostDoc>

/** The values of a new thread that its event does not set. */
export const FRESH_THREAD = {
  editedAt: null,
  postCount: 1,
  lastNumber: 1,
  hasOtherReplies: false,
  isPinned: false,
  isLocked: false,
  isDeleted: false,
  viewCount: 0,
} as const satisfies Partial<ThreadDoc>

/** Whether an event creates its post. */
export const makesPost = (event: ThreadEventDoc): boolean =>
  event.kind === 'post.created' || event.kind === 'thread.created'

/** A thread with its posts and likes, projected from its log in memory. */
export interface FoldedThread {
  thread: ThreadDoc | null
  posts: Map<number, PostDoc>
  likes: Map<string, LikeDoc>
}

/** Applies the next event of a log: does in memory what the store does in the database. */
export function fold(folded: FoldedThread, event: ThreadEventDoc): void {
  folded.thread = {
    ...(folded.thread ?? FRESH_THREAD),
    ...event.thread,
    _id: event.threadId,
    seq: event.seq,
  } as ThreadDoc
  if (event.postId === null) return
  folded.posts.set(event.postId, {
    ...(makesPost(event) ? FRESH_POST : folded.posts.get(event.postId)),
    ...event.post,
    _id: event.postId,
    appliedSeq: event.seq,
  } as PostDoc)
  if (!event.like) return
  const { userId, liked } = event.like
  const _id = likeId(event.postId, userId)
  folded.likes.set(_id, { _id, postId: event.postId, userId, liked, appliedSeq: event.seq })
}
