import { field, defineCollection, type DocumentOf } from '../platform/mongo/model'

const fields = {
  /** `threadId:userId` */
  _id: field.string,
  threadId: field.number,
  userId: field.number,
  /** Positions of the chosen options; empty if the member withdrew the vote. */
  options: field.listOf(field.number),
  appliedSeq: field.number,
}

/** What a member chose in a thread's poll, as projected from the log up to `appliedSeq`. */
export type PollVoteDoc = DocumentOf<typeof fields>

export const pollVoteId = (threadId: number, userId: number) => `${threadId}:${userId}`

export const pollVoteCollection = defineCollection('pollVotes', fields, [
  // A member's own votes, for the export of the account.
  { key: { userId: 1 } },
])
