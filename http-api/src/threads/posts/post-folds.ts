import { ForumError } from '@forum/shared/errors'
import { foldPost, type PostDoc, type ThreadDoc, type ThreadEventDoc } from '../../log'

/** Reads posts. */
interface PostReads {
  byId: (postId: number) => Promise<PostDoc | null>
}

/** Events of a thread that are decided but not projected yet. */
export type Earlier = readonly ThreadEventDoc[]

/** Returns the posts that events change. */
export const changedBy = (events: Earlier) => [
  ...new Set(
    events.flatMap(({ post, departure }) => [
      ...(post ? [post._id] : []),
      ...(departure?.posts ?? []).map(({ _id }) => _id),
    ]),
  ),
]

/** Returns a post that leaves its thread with an event: in no thread, until it arrives in another one. */
const departed = (post: PostDoc, { threadId, seq }: ThreadEventDoc): PostDoc => ({
  ...post,
  threadId: -threadId,
  appliedSeq: seq,
})

const leavesWith = ({ departure }: ThreadEventDoc, postId: number): boolean =>
  departure?.posts.some(({ _id }) => _id === postId) ?? false

/** Returns the posts after the events; those that leave their thread are missing. */
export function foldInto(posts: readonly PostDoc[], events: Earlier): PostDoc[] {
  const byId = new Map(posts.map((post) => [post._id, post]))
  for (const event of events) {
    const post = event.post && foldPost(byId.get(event.post._id) ?? null, event)
    if (post) byId.set(post._id, post)
    for (const { _id } of event.departure?.posts ?? []) byId.delete(_id)
  }
  return [...byId.values()]
}

/** Returns a post after events of its thread; null before it exists. */
export const after = (post: PostDoc | null, events: Earlier, postId: number): PostDoc | null =>
  events.reduce((now, event) => {
    if (now && leavesWith(event, postId)) return departed(now, event)
    return event.post?._id === postId ? foldPost(now, event) : now
  }, post)

/**
 * Returns a post in its state after `earlier` events of its thread.
 *
 * @throws ForumError `NOT_FOUND`, `UNAVAILABLE` while it moves to another thread
 */
export async function foundPost(queries: PostReads, postId: number, earlier: Earlier = []): Promise<PostDoc> {
  const post = after(await queries.byId(postId), earlier, postId)
  if (!post) throw new ForumError('NOT_FOUND')
  if (post.threadId < 0) throw new ForumError('UNAVAILABLE')
  return post
}

/**
 * Refuses a change of a thread that was begun when a post was in it, if the post has moved to another one meanwhile.
 *
 * @throws ForumError `UNAVAILABLE`
 */
export function requireIn(thread: Pick<ThreadDoc, '_id'>, post: Pick<PostDoc, 'threadId'>): void {
  if (post.threadId !== thread._id) throw new ForumError('UNAVAILABLE')
}
