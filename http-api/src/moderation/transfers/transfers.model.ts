import { defineCollection, field, type DocumentOf } from '../../platform/mongo/model'
import { UNFINISHED_INDEX, type Work } from '../../platform/work/unfinished'
import { longActFields } from '../long-acts'

/** The transfer may have threads left to move, there or back. */
export type TransferWork = Work<'transfer'>

const fields = {
  ...longActFields<'transfer'>(),
  fromBoardId: field.number,
  toBoardId: field.number,
  /** True if the board is removed once it is empty, and its address leads on. */
  merges: field.boolean,
  reason: field.nullable(field.string),
  /** As found at the start, then as moved; deleted ones are among them. */
  threads: field.number,
}

/** The move of all threads of a board into another one. The threads that it has moved carry its id. */
export type TransferDoc = DocumentOf<typeof fields>

export const transferCollection = defineCollection('transfers', fields, [
  // One at a time: two in opposite directions would never end, and the database is to serve readers meanwhile.
  { key: { isActive: 1 }, unique: true, partialFilterExpression: { isActive: true } },
  UNFINISHED_INDEX,
])
