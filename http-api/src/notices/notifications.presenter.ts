import { type Notification } from '@forum/shared/contract'
import { NAMING_KINDS, type NotificationKind } from '@forum/shared/notification-kinds'
import { DELETED_THREAD } from '@forum/shared/bilingual'
import type { Language } from '@forum/shared/errors'
import { isolated } from '@forum/shared/text'
import { presentBoardName, type BoardTree } from '../boards'
import type { People } from '../members'
import { accountOf, type ThreadDoc } from '../log'
import type { ShownNotification } from './notifications.model'
import { notificationText } from './notification-text'

/** Everything that notifications mention, looked up together. */
export interface NotificationContext {
  people: People
  threads: ReadonlyMap<
    number,
    Pick<ThreadDoc, '_id' | 'title' | 'authorId' | 'writerId' | 'isDeleted' | 'boardId'>
  >
  boards: BoardTree
  /** The words of posts that are not deleted, by their ids. */
  words: ReadonlyMap<number, PostWords>
}

/** The beginning of a post as plain text, and the note of its last edit. */
export interface PostWords {
  threadId: number
  excerpt: string
  editNote?: string | undefined
}

const isNaming = (kind: NotificationKind) => NAMING_KINDS.some((one) => one === kind)

/** Returns the actor of the newest event in a notification; null for moderators and the forum itself. */
export function actorOf({ kind, parts }: ShownNotification): number | null {
  return isNaming(kind) ? (parts.at(-1)?.actorId ?? null) : null
}

/** Returns the post whose words a notification shows: that of its newest event. */
export function shownPostOf({ kind, parts }: ShownNotification): number | null {
  return kind === 'like' || !isNaming(kind) ? null : (parts.at(-1)?.postId ?? null)
}

/** Returns the words that a notification shows of a post: of an update its note, if a later edit has left one. */
export const wordsOf = (
  kind: NotificationKind,
  words: Partial<Omit<PostWords, 'threadId'>> | undefined,
): string | undefined => (kind === 'update' ? words?.editNote || undefined : words?.excerpt)

export function presentNotification(
  doc: ShownNotification,
  { people, threads, boards, words }: NotificationContext,
  language: Language,
): Notification {
  const thread = doc.threadId === null ? undefined : threads.get(doc.threadId)
  const actorId = actorOf(doc)
  const actor = actorId === null ? null : people.summary(actorId)
  // A move names the board that it led to.
  const boardId = doc.boardId ?? thread?.boardId
  const [first] = doc.parts
  const isThere = thread !== undefined && !thread.isDeleted
  const shownId = shownPostOf(doc)
  const shown = shownId === null ? undefined : words.get(shownId)
  // A post may have gone to a thread that the member does not see.
  const excerpt = isThere && shown?.threadId === thread._id ? wordsOf(doc.kind, shown) : undefined
  return {
    id: doc._id,
    kind: doc.kind,
    actor,
    thread: isThere ? { id: thread._id, title: thread.title } : null,
    postId: isThere ? (first?.postId ?? null) : null,
    postNumber: isThere && first?.postId ? first.number : null,
    text: notificationText(
      doc,
      {
        actor: isolated(actor?.displayName ?? ''),
        title:
          isThere || (thread && accountOf(thread) === doc.userId)
            ? isolated(thread.title)
            : DELETED_THREAD[language],
        board:
          boardId === undefined ? '' : presentBoardName(boards.find(boardId), boardId, language).displayName,
      },
      language,
    ),
    words: excerpt === undefined || shownId === null ? null : { postId: shownId, excerpt },
    isRead: doc.isRead,
    createdAt: doc.at.toISOString(),
  }
}
