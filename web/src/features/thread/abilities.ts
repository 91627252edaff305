import { type CurrentUser } from '@forum/shared/contract'
import {
  mayDeletePost,
  mayEditPost,
  mayModerate,
  mayReply,
  mayRestorePost,
  type PostSubject,
  type ThreadSubject,
} from '@forum/shared/policies'
import { useShallow } from 'zustand/react/shallow'
import { actorOf, useForum, type PostEntity, type ThreadRow } from '../../store'

/** What of a thread decides what may be done in it; its counters do not. */
export type ThreadFacts = Pick<ThreadRow, 'id' | 'boardId' | 'userId' | 'isLocked' | 'isDeleted'>

/** Changes only when one of its facts does: a reply to a thread is no reason to draw all its posts anew. */
export function useThreadFacts(threadId: number): ThreadFacts | null {
  return useForum(
    useShallow((state) => {
      const thread = state.threads[threadId]
      if (!thread) return null
      const { id, boardId, userId, isLocked, isDeleted } = thread
      return { id, boardId, userId, isLocked, isDeleted }
    }),
  )
}

const threadSubject = (thread: ThreadFacts): ThreadSubject => ({
  boardId: thread.boardId,
  authorId: thread.userId,
  isLocked: thread.isLocked,
  isDeleted: thread.isDeleted,
})

const postSubject = (post: PostEntity): PostSubject => ({
  authorId: post.author.id,
  isDeleted: post.isDeleted,
  isOpeningPost: post.isOpeningPost,
})

/** What to offer on a post; the server decides anew (contract §5). */
export function postAbilities(user: CurrentUser | null, post: PostEntity, thread: ThreadFacts) {
  const actor = actorOf(user)
  if (!actor) return { canEdit: false, canDelete: false, canRestore: false }
  const [onPost, onThread] = [postSubject(post), threadSubject(thread)]
  return {
    canEdit: !post.isDeleted && mayEditPost(actor, onPost, onThread) === 'allowed',
    canDelete: !post.isDeleted && mayDeletePost(actor, onPost, onThread) === 'allowed',
    canRestore: post.isDeleted && mayRestorePost(actor, onPost, onThread) === 'allowed',
  }
}

export function threadAbilities(user: CurrentUser | null, thread: ThreadFacts) {
  const actor = actorOf(user)
  return {
    canModerate: mayModerate(actor, thread.boardId),
    /** A visitor may too, once signed in. */
    takesReplies:
      actor === null
        ? !thread.isLocked && !thread.isDeleted
        : mayReply(actor, threadSubject(thread)) === 'allowed',
    canReply: actor !== null && mayReply(actor, threadSubject(thread)) === 'allowed',
  }
}
