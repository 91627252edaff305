import type { PostSubject, ThreadSubject } from '@forum/shared/policies'
import type { PostDoc } from './posts.model'
import type { ThreadDoc } from './threads.model'

/** What policies look at in a thread. */
export const threadSubject = (
  thread: Pick<ThreadDoc, 'boardId' | 'authorId' | 'isLocked' | 'isDeleted'>,
): ThreadSubject => ({
  boardId: thread.boardId,
  authorId: thread.authorId,
  isLocked: thread.isLocked,
  isDeleted: thread.isDeleted,
})

/** What policies look at in a post. */
export const postSubject = (post: Pick<PostDoc, 'authorId' | 'isDeleted' | 'number'>): PostSubject => ({
  authorId: post.authorId,
  isDeleted: post.isDeleted,
  isOpeningPost: post.number === 1,
})
