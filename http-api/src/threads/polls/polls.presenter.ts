import type { Poll } from '@forum/shared/contract'
import type { StoredPoll } from '../../log'

/** Returns true if a poll no longer takes votes. */
export const isClosed = ({ closesAt }: Pick<StoredPoll, 'closesAt'>, now: Date): boolean =>
  closesAt !== null && closesAt <= now

/** Presents a poll as everyone may see it: with counts, and without who chose what. */
export const presentPoll = (poll: StoredPoll, now: Date): Poll => ({
  question: poll.question,
  options: poll.options.map(({ text, votes }) => ({ text, votes })),
  maxChoices: poll.maxChoices,
  voters: poll.voters,
  closesAt: poll.closesAt?.toISOString() ?? null,
  isClosed: isClosed(poll, now),
})
