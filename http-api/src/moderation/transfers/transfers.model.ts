import { TRANSFER_STATES } from '@forum/shared/contract'
import { defineCollection, field, type DocumentOf } from '../../platform/mongo/model'
import { UNFINISHED_INDEX, unfinishedWork, type ActWork, type Work } from '../../platform/work/unfinished'

/** The transfer may have threads left to move, there or back. */
export type TransferWork = Work<'transfer'>

const fields = {
  _id: field.number,
  fromBoardId: field.number,
  toBoardId: field.number,
  /** True if the board is removed once it is empty, and its address leads on. */
  merges: field.boolean,
  actorId: field.number,
  at: field.date,
  reason: field.nullable(field.string),
  status: field.oneOf(...TRANSFER_STATES),
  /** Set while something is left to move. */
  isActive: field.optional(field.boolean),
  /** As found at the start, then as moved; deleted ones are among them. */
  threads: field.number,
  /** Who took it back. */
  undoneBy: field.optional(field.number),
  ...unfinishedWork<ActWork | TransferWork>(),
}

/** The move of all threads of a board into another one. The threads that it has moved carry its id. */
export type TransferDoc = DocumentOf<typeof fields>

export const transferCollection = defineCollection('transfers', fields, [
  // One at a time: two in opposite directions would never end, and the database is to serve readers meanwhile.
  { key: { isActive: 1 }, unique: true, partialFilterExpression: { isActive: true } },
  UNFINISHED_INDEX,
])
