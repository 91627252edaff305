import type { PublicThread, ThreadInList } from '@forum/shared/contract'
import type { ThreadCounters } from '@forum/shared/events'
import type { Language } from '@forum/shared/errors'
import { PAGE_SIZE } from '@forum/shared/limits'
import { mayEditPost, mayModerate, mayReply, type Actor, type ThreadSubject } from '@forum/shared/policies'
import type { BoardDoc } from '../boards/boards.model'
import { presentBoardName } from '../boards/boards.presenter'
import type { People } from '../members/members.queries'
import type { ReadingDoc } from './readings.model'
import type { ThreadDoc } from './threads.model'

/** Pages of 20 replies; floor 1 is the opening post and stands on none of its own. */
export const totalPagesOf = (lastNumber: number): number =>
  Math.max(1, Math.ceil((lastNumber - 1) / PAGE_SIZE))

export const replyCountOf = (postCount: number): number => Math.max(0, postCount - 1)

export const threadSubject = (thread: ThreadDoc): ThreadSubject => ({
  boardId: thread.boardId,
  authorId: thread.authorId,
  isLocked: thread.isLocked,
  isDeleted: thread.isDeleted,
})

export interface ThreadSurroundings {
  people: People
  board: BoardDoc | undefined
  language: Language
}

/**
 * A thread as everybody may see it. Both spellings of its counters and owner leave from here and from here
 * alone (contract §2); `content` is the excerpt unless the opening post's source is given.
 */
export function presentPublicThread(
  thread: ThreadDoc,
  { people, board, language }: ThreadSurroundings,
  content: string = thread.excerpt,
): PublicThread {
  const replyCount = replyCountOf(thread.postCount)
  return {
    id: thread._id,
    title: thread.title,
    content,
    board: presentBoardName(board, thread.boardId, language),
    boardId: thread.boardId,
    author: people.author(thread.authorId),
    userId: thread.authorId,
    user_id: thread.authorId,
    createdAt: thread.createdAt.toISOString(),
    postCount: thread.postCount,
    post_count: thread.postCount,
    replyCount,
    reply_count: replyCount,
    viewCount: thread.viewCount,
    view_count: thread.viewCount,
    isPinned: thread.isPinned,
    isLocked: thread.isLocked,
    isDeleted: thread.isDeleted,
    lastPostAt: thread.lastPostAt.toISOString(),
    lastPostUser: people.summary(thread.lastPostUserId),
    lastNumber: thread.lastNumber,
    totalPages: totalPagesOf(thread.lastNumber),
    seq: thread.seq,
    isEdited: thread.editedAt !== null,
    editedAt: thread.editedAt?.toISOString() ?? null,
    openingPostId: thread.openingPostId,
  }
}

/** What this reader may do with a thread, and how far it is read. */
export function presentThread(
  thread: ThreadDoc,
  surroundings: ThreadSurroundings,
  reader: { actor: Actor | null; reading: ReadingDoc | undefined },
  content?: string,
): ThreadInList {
  const { actor, reading } = reader
  const subject = threadSubject(thread)
  const openingPost = { authorId: thread.authorId, isDeleted: false, isOpeningPost: true }
  const lastReadNumber = Math.min(reading?.lastReadNumber ?? 0, thread.lastNumber)
  const unreadCount = thread.lastNumber - lastReadNumber
  const canModerate = mayModerate(actor, thread.boardId)
  return {
    ...presentPublicThread(thread, surroundings, content),
    viewer: actor && {
      canEdit: mayEditPost(actor, openingPost, subject) === 'allowed',
      canDelete:
        canModerate ||
        (actor.id === thread.authorId && !thread.hasOtherReplies && !thread.isLocked && !actor.isMuted),
      canReply: mayReply(actor, subject) === 'allowed',
      canModerate,
      isWatching: reading?.isWatching ?? false,
      isBookmarked: reading?.isBookmarked ?? false,
      lastReadNumber,
      firstUnreadNumber: unreadCount > 0 ? lastReadNumber + 1 : null,
      unreadCount,
    },
  }
}

/** The absolute counters of a thread as of `seq`, as every event of one of its posts carries them. */
export function presentCounters(
  thread: Pick<ThreadDoc, 'seq' | 'postCount' | 'lastNumber' | 'lastPostAt' | 'lastPostUserId'>,
  people: People,
): ThreadCounters {
  return {
    seq: thread.seq,
    postCount: thread.postCount,
    replyCount: replyCountOf(thread.postCount),
    lastNumber: thread.lastNumber,
    totalPages: totalPagesOf(thread.lastNumber),
    lastPostAt: thread.lastPostAt.toISOString(),
    lastPostUser: people.summary(thread.lastPostUserId),
  }
}
