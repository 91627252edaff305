import type { PostSubject, ThreadSubject } from '@forum/shared/policies'
import type { PostDoc } from './posts.model'
import type { ThreadEventDoc } from './thread-events.model'
import type { ThreadDoc } from './threads.model'

/** Returns the member who answers for a text, also for one under an alias. Others never learn it. */
export const accountOf = ({ authorId, writerId }: { authorId: number; writerId?: number }): number =>
  writerId ?? authorId

/** The condition of what a member wrote, also under aliases. */
export const writtenBy = (userId: number) => ({ $or: [{ authorId: userId }, { writerId: userId }] })

/** Returns the member who caused an event, also under an alias. */
export const causedBy = ({ actorId, post }: Pick<ThreadEventDoc, 'actorId' | 'post'>): number =>
  actorId < 0 && post?.authorId === actorId ? (post.writerId ?? actorId) : actorId

/** Returns the fields of a thread that policies depend on. */
export const threadSubject = (
  thread: Pick<ThreadDoc, 'boardId' | 'authorId' | 'writerId' | 'isLocked' | 'isDeleted'> & {
    coauthorIds?: readonly number[] | undefined
  },
): ThreadSubject => ({
  boardId: thread.boardId,
  authorId: accountOf(thread),
  coauthorIds: thread.coauthorIds,
  isLocked: thread.isLocked,
  isDeleted: thread.isDeleted,
})

/** Returns the fields of a post that policies depend on. */
export const postSubject = (
  post: Pick<PostDoc, 'authorId' | 'writerId' | 'coauthorIds' | 'isDeleted' | 'number'>,
): PostSubject => ({
  authorId: accountOf(post),
  coauthorIds: post.coauthorIds,
  isDeleted: post.isDeleted,
  isOpeningPost: post.number === 1,
})
