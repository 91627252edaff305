import { ForumError } from '@forum/shared/errors'
import { foldPost, type PostDoc, type ThreadEventDoc } from '../../log'
import type { PostQueries } from './posts.queries'

/** Events of a thread that are decided but not projected yet. */
export type Earlier = readonly ThreadEventDoc[]

/** Returns the posts that events change. */
export const changedBy = (events: Earlier) => [...new Set(events.flatMap(({ post }) => post?._id ?? []))]

/** Returns the posts after the events. */
export function foldInto(posts: readonly PostDoc[], events: Earlier): PostDoc[] {
  const byId = new Map(posts.map((post) => [post._id, post]))
  for (const event of events) {
    const post = event.post && foldPost(byId.get(event.post._id) ?? null, event)
    if (post) byId.set(post._id, post)
  }
  return [...byId.values()]
}

/** Returns a post after events of its thread; null before it exists. */
export const after = (post: PostDoc | null, events: Earlier, postId: number): PostDoc | null =>
  events.reduce((now, event) => (event.post?._id === postId ? foldPost(now, event) : now), post)

/**
 * Returns a post in its state after `earlier` events of its thread.
 *
 * @throws ForumError `NOT_FOUND`
 */
export async function foundPost(
  queries: Pick<PostQueries, 'byId'>,
  postId: number,
  earlier: Earlier = [],
): Promise<PostDoc> {
  const post = after(await queries.byId(postId), earlier, postId)
  if (!post) throw new ForumError('NOT_FOUND')
  return post
}

/** Whether nothing was written: after other errors the outcome is unknown. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ForumError && error.code !== 'UNAVAILABLE' && error.code !== 'INTERNAL'
