import { field, defineCollection, type DocumentOf } from '../platform/mongo/model'

export const pollVoteFields = {
  /** `threadId:userId` */
  _id: field.string,
  threadId: field.own(field.number),
  userId: field.number,
  /** Positions of the chosen options; empty if the member withdrew the vote. */
  options: field.listOf(field.number),
  appliedSeq: field.number,
}

/** A member's choice in a thread's poll, as projected from the log up to `appliedSeq`. */
export type PollVoteDoc = DocumentOf<typeof pollVoteFields>

export const pollVoteId = (threadId: number, userId: number) => `${threadId}:${userId}`

export const pollVoteCollection = defineCollection('pollVotes', pollVoteFields, [
  // A member's own votes, for the export of the account.
  { key: { userId: 1 } },
])
