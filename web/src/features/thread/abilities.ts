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
import { actorOf, type PostEntity, type ThreadRow } from '../../store'

const threadSubject = (thread: ThreadRow): ThreadSubject => ({
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
export function postAbilities(user: CurrentUser | null, post: PostEntity, thread: ThreadRow) {
  const actor = actorOf(user)
  if (!actor) return { canEdit: false, canDelete: false, canRestore: false }
  const [onPost, onThread] = [postSubject(post), threadSubject(thread)]
  return {
    canEdit: !post.isDeleted && mayEditPost(actor, onPost, onThread) === 'allowed',
    canDelete: !post.isDeleted && mayDeletePost(actor, onPost, onThread) === 'allowed',
    canRestore: post.isDeleted && mayRestorePost(actor, onPost, onThread) === 'allowed',
  }
}

export function threadAbilities(user: CurrentUser | null, thread: ThreadRow) {
  const actor = actorOf(user)
  return {
    canModerate: mayModerate(actor, thread.boardId),
    canReply: actor !== null && mayReply(actor, threadSubject(thread)) === 'allowed',
  }
}
