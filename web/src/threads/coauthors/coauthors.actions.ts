import { type Post, type UserSummary } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { applyReturnedPost, type PostEntity } from '../../state/thread-copy'

/** A call about a post's co-authors; resolves to those who are invited, whom only the author sees. */
function shared(
  forum: Forum,
  { seq }: PostEntity,
  call: Promise<{ post: Post; invited: UserSummary[] }>,
): Promise<Result<UserSummary[]>> {
  return resultOf(
    call.then(({ post, invited }) => {
      forum.update((write) => {
        applyReturnedPost(write, post, seq)
      })
      return invited
    }),
  )
}

export const readInvited = (forum: Forum, post: PostEntity) =>
  shared(forum, post, forum.call('listCoauthors', { params: { postId: post.id } }))

export const inviteCoauthor = (forum: Forum, post: PostEntity, userId: number) =>
  shared(forum, post, forum.call('inviteCoauthor', { params: { postId: post.id }, body: { userId } }))

export const acceptCoauthoring = (forum: Forum, post: PostEntity) =>
  shared(forum, post, forum.call('acceptCoauthoring', { params: { postId: post.id } }))

/** Removes a co-author or takes an invitation back; also for the member themselves. */
export const removeCoauthor = (forum: Forum, post: PostEntity, userId: number) =>
  shared(forum, post, forum.call('removeCoauthor', { params: { postId: post.id, userId } }))

export const findMembers = (q: string, forum: Forum, signal: AbortSignal) =>
  resultOf(forum.call('searchUsers', { query: { q }, signal }).then(({ users }) => users))
