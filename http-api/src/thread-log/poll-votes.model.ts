import type { Connection } from 'mongoose'
import { field, collectionOf, schemaOf, type DocumentOf } from '../platform/model'

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

export const pollVoteCollection = (connection: Connection) => {
  const schema = schemaOf(fields)
  // A member's own votes, for the export of the account.
  schema.index({ userId: 1 })
  return collectionOf(connection, 'pollVotes', schema)
}
