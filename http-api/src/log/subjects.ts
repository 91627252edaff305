import type { PostSubject, ThreadSubject } from '@forum/shared/policies'
import type { PostDoc } from './posts.model'
import type { ThreadDoc } from './threads.model'

/** Returns the fields of a thread that policies depend on. */
export const threadSubject = (
  thread: Pick<ThreadDoc, 'boardId' | 'authorId' | 'isLocked' | 'isDeleted'>,
): ThreadSubject => ({
  boardId: thread.boardId,
  authorId: thread.authorId,
  isLocked: thread.isLocked,
  isDeleted: thread.isDeleted,
})

/** Returns the fields of a post that policies depend on. */
export const postSubject = (post: Pick<PostDoc, 'authorId' | 'isDeleted' | 'number'>): PostSubject => ({
  authorId: post.authorId,
  isDeleted: post.isDeleted,
  isOpeningPost: post.number === 1,
})
