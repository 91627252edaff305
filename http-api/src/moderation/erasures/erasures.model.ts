import { defineCollection, field, type DocumentOf } from '../../platform/mongo/model'
import { UNFINISHED_INDEX, unfinishedWork, type ActWork, type Work } from '../../platform/work/unfinished'

/** Something may be left to erase. */
export type EraseWork = Work<'erase'>

/** The versions from the first to the last that have the same text. */
export interface VersionRange {
  first: number
  last: number
}

const fields = {
  _id: field.number,
  /** The content to erase: one of these three, or a file. */
  postIds: field.listOf(field.number),
  threadId: field.nullable(field.number),
  userId: field.nullable(field.number),
  /** Of the one post, only its text of these versions: moving to another thread makes a version with the same text. */
  versions: field.optional(field.mixed<VersionRange>()),
  /** After a restore the id may be that of another file. */
  file: field.optional(field.mixed<{ id: number; filename: string }>()),
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
