import { type Post } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'

const BEFORE = 2
const AFTER = 2
export const EARLIER = 10

export type PostInThread = Pick<Post, 'id' | 'threadId' | 'number'>

/** A post among its neighbours, in the order of the thread. */
interface PostContext {
  posts: Post[]
  /** True if the thread has replies before the first of these. */
  hasEarlier: boolean
}

/** Loads a post and the replies around it, with `earlier` more before it. */
export function readContext(
  forum: Forum,
  { id, threadId, number }: PostInThread,
  earlier: number,
): Promise<Result<PostContext>> {
  const before = BEFORE + earlier
  const read = async () => {
    const query = {
      threadId,
      afterNumber: Math.max(1, number - before - 1),
      limit: Math.min(before, number) + 1 + AFTER,
    }
    const [reported, neighbours] = await Promise.all([
      // The list has only replies, and further ones may have been written meanwhile.
      forum.call('getPost', { params: { postId: id } }),
      forum.call('listPosts', { query }),
    ])
    const posts = [
      ...neighbours.posts.filter((post) => post.id !== id && post.number <= number + AFTER),
      reported.post,
    ]
    return {
      posts: posts.toSorted((a, b) => a.number - b.number),
      hasEarlier: number - before > 2,
    }
  }
  return resultOf(read())
}
