import { type ChangeContext, type PostDoc, type SettingKind, type ThreadDoc, type ThreadDraft } from '../log'
import { boardCounts, memberCountsIn, shownBy, type CountedPost } from './posts/counts'
import { asCoauthor, authorOf, draftOf, inTheNameOf } from './posts/post-events'
import { replacedValues, type ThreadSettings } from './thread-values'

/**
 * Moves a thread to another board together with its share of the counters of boards, and of members by board. `posts`
 * are those that are not deleted.
 *
 * @param transferId the transfer that the move is a part of; one that has moved the thread before takes that back
 */
export function moveEvent(
  context: ChangeContext,
  thread: ThreadDoc,
  posts: readonly CountedPost[],
  { boardId, transferId }: { boardId: number; transferId?: number | undefined },
): ThreadDraft {
  const { transferIds = [] } = thread
  return {
    ...draftOf(context, 'thread.moved', boardId),
    fromBoardId: thread.boardId,
    thread: { boardId, ...transfersAfter(transferIds, transferId) },
    counts: thread.isDeleted
      ? [...shownBy(thread.boardId), ...shownBy(boardId)]
      : [
          boardCounts(context, thread.boardId, posts, -1),
          boardCounts(context, boardId, posts, 1),
          ...memberCountsIn(
            posts,
            [
              { boardId: thread.boardId, sign: -1 },
              { boardId, sign: 1 },
            ],
            [thread],
          ),
        ],
  }
}

/** Returns the change of the transfers that a thread carries: a move apart from them makes each impossible to take back. */
function transfersAfter(before: readonly number[], id: number | undefined): { transferIds?: number[] } {
  if (id === undefined) return before.length === 0 ? {} : { transferIds: [] }
  return { transferIds: before.includes(id) ? before.slice(0, before.indexOf(id)) : [...before, id] }
}

/** Changes fields of the thread itself that lists and readers see. */
export function threadChangeEvent(
  context: ChangeContext,
  thread: ThreadDoc,
  kind: 'thread.renamed' | SettingKind,
  changes: Pick<Partial<ThreadDoc>, 'title' | keyof ThreadSettings>,
): ThreadDraft {
  const replaced = replacedValues(thread, changes)
  return {
    ...draftOf(kind === 'thread.renamed' ? inTheNameOf(context, thread) : context, kind, thread.boardId),
    thread: changes.isFeatured ? { ...changes, featuredAt: context.at } : changes,
    ...(kind === 'thread.renamed' ? { replacedTitle: thread.title, ...asCoauthor(context, thread) } : {}),
    ...(Object.keys(replaced).length === 0 ? {} : { replacedValues: replaced }),
    counts: shownBy(thread.boardId),
  }
}

/** Gives a thread another type, or none. */
export const typeEvent = (context: ChangeContext, thread: ThreadDoc, type: string | null): ThreadDraft => ({
  ...draftOf(context, 'thread.typed', thread.boardId),
  thread: { type },
  replacedValues: { type: thread.type ?? null },
  counts: shownBy(thread.boardId),
})

/** Marks a reply as the answer of a question, or none. */
export const answerEvent = (
  context: ChangeContext,
  thread: ThreadDoc,
  answer: Pick<PostDoc, '_id' | 'authorId' | 'writerId' | 'number'> | null,
): ThreadDraft => ({
  ...draftOf(context, 'thread.answered', thread.boardId),
  thread: { answerId: answer?._id ?? null, isSolved: answer !== null },
  replacedValues: { answerId: shownAnswerOf(thread) },
  // Its number is for the notification of its author.
  ...(answer ? { post: { _id: answer._id, ...authorOf(answer), number: answer.number } } : {}),
  counts: shownBy(thread.boardId),
})

/** Returns the reply that answers a thread, unless it is deleted. */
export const shownAnswerOf = ({ isSolved, answerId }: Partial<ThreadDoc>): number | null =>
  isSolved ? (answerId ?? null) : null
