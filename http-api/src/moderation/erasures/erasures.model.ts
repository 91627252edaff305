import { defineCollection, field, type DocumentOf } from '../../platform/mongo/model'
import { UNFINISHED_INDEX, unfinishedWork, type ActWork, type Work } from '../../platform/work/unfinished'

/** Something may be left to erase. */
export type EraseWork = Work<'erase'>

const fields = {
  _id: field.number,
  /** The content to erase: one of these three. */
  postIds: field.listOf(field.number),
  threadId: field.nullable(field.number),
  userId: field.nullable(field.number),
  reason: field.string,
  status: field.oneOf('asked', 'running', 'done'),
  askedBy: field.number,
  at: field.date,
  confirmedBy: field.nullable(field.number),
  /** Nothing that is written long after it is erased. */
  confirmedAt: field.optional(field.date),
  ...unfinishedWork<ActWork | EraseWork>(),
}

/** An erasure for ever: what is to be gone, why, and by whom. It is kept, and applied again to a restored backup. */
export type ErasureDoc = DocumentOf<typeof fields>

export const erasureCollection = defineCollection('erasures', fields, [UNFINISHED_INDEX])
