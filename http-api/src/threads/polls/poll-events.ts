import type { ChangeContext, StoredPoll, ThreadDoc, ThreadDraft } from '../../log'

/** Returns how a poll changes when a member's choice `before` becomes `after`; either may be empty. */
function recounted(poll: StoredPoll, before: readonly number[], after: readonly number[]): StoredPoll {
  const change = (index: number) => Number(after.includes(index)) - Number(before.includes(index))
  return {
    ...poll,
    voters: poll.voters + Number(after.length > 0) - Number(before.length > 0),
    options: poll.options.map(({ text, votes }, index) => ({ text, votes: votes + change(index) })),
  }
}

/** Replaces a member's choice, given the one before; returns null if they are the same. */
export function pollEvent(
  context: ChangeContext,
  thread: ThreadDoc & { poll: StoredPoll },
  vote: { before: readonly number[]; after: number[] },
): ThreadDraft | null {
  const { before, after } = vote
  if (before.length === after.length && after.every((index) => before.includes(index))) return null
  return {
    kind: 'poll.voted',
    actorId: context.actorId,
    at: context.at,
    boardId: thread.boardId,
    thread: { poll: recounted(thread.poll, before, after) },
    vote: { userId: context.actorId, options: after },
    counts: [],
  }
}
