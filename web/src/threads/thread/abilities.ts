import { type CurrentUser } from '@forum/shared/contract'
import {
  mayDeletePost,
  mayEditPost,
  mayModerate,
  mayReadHistory,
  mayReply,
  mayReportPost,
  mayRestorePost,
  type PostSubject,
  type ThreadSubject,
} from '@forum/shared/policies'
import { useShallow } from 'zustand/react/shallow'
import { actorOf } from '../../lib/actor'
import { useForum } from '../../store'
import { useSession } from '../../state/session'
import { isOwnPost, type PostEntity, threadCopySlice, type ThreadRow } from '../../state/thread-copy'

/** The properties of a thread on which permissions depend. */
export type ThreadFacts = Pick<ThreadRow, 'id' | 'boardId' | 'userId' | 'isLocked' | 'isDeleted'>

/** Changes only when one of these properties does, so that a reply does not re-render every post. */
export function useThreadFacts(threadId: number): ThreadFacts | null {
  return useForum(
    useShallow((read) => {
      const thread = read(threadCopySlice).threads[threadId]
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

const postSubject = (post: PostEntity, actor: { id: number }): PostSubject => ({
  authorId: isOwnPost(actor.id, post) ? actor.id : post.author.id,
  coauthorIds: post.coauthors?.map(({ id }) => id),
  isDeleted: post.isDeleted,
  isOpeningPost: post.isOpeningPost,
})

/** Returns true if a member writes a post with its author. */
export const isCoauthor = (userId: number | undefined, { coauthors = [] }: PostEntity): boolean =>
  coauthors.some(({ id }) => id === userId)

/** Returns the acts that a member may do on a post; the server checks again (docs/permissions.md). */
export function postAbilities(user: CurrentUser | null, post: PostEntity, thread: ThreadFacts) {
  const actor = actorOf(user)
  if (!actor) {
    return {
      canEdit: false,
      canDelete: false,
      canRestore: false,
      /** Visitors see the action as well, and sign in to use it. */
      canReport: !post.isDeleted,
    }
  }
  const [onPost, onThread] = [postSubject(post, actor), threadSubject(thread)]
  return {
    canEdit: !post.isDeleted && mayEditPost(actor, onPost, onThread) === 'allowed',
    canDelete: !post.isDeleted && mayDeletePost(actor, onPost, onThread) === 'allowed',
    canRestore: post.isDeleted && mayRestorePost(actor, onPost, onThread) === 'allowed',
    canReport: mayReportPost(actor, onPost, onThread) === 'allowed',
  }
}

/** Returns true if the reader may read what the edits of a post changed. */
export function useCanReadHistory(post: PostEntity, thread: ThreadFacts): boolean {
  const { user } = useSession()
  const showsEdits = useForum((read) => read(threadCopySlice).threads[thread.id]?.showsEdits ?? false)
  const actor = actorOf(user)
  if (!actor) return showsEdits && !post.isDeleted
  return mayReadHistory(actor, postSubject(post, actor), threadSubject(thread), { showsEdits }) === 'allowed'
}

export function threadAbilities(user: CurrentUser | null, thread: ThreadFacts) {
  const actor = actorOf(user)
  return {
    canModerate: mayModerate(actor, thread.boardId),
    /** Visitors see the form as well, and sign in to use it. */
    takesReplies:
      actor === null
        ? !thread.isLocked && !thread.isDeleted
        : mayReply(actor, threadSubject(thread)) === 'allowed',
    canReply: actor !== null && mayReply(actor, threadSubject(thread)) === 'allowed',
  }
}
