import { defineCollection, field, type DocumentOf } from '../../platform/mongo/model'
import { UNFINISHED_INDEX, type Work } from '../../platform/work/unfinished'
import { longActFields } from '../long-acts'

/** The purge may have something left to delete or to restore. */
export type PurgeWork = Work<'purge'>

const fields = {
  ...longActFields<'purge'>(),
  /** The member whose content is deleted. */
  userId: field.number,
  reason: field.string,
  keepThreadIds: field.listOf(field.number),
  /** As found at the start, then as deleted. */
  threads: field.number,
  posts: field.number,
  othersReplies: field.number,
  /** Texts that waited for approval. */
  held: field.optional(field.number),
  boards: field.number,
}

/** The removal of everything that a member wrote. What it has deleted carries its id. */
export type PurgeDoc = DocumentOf<typeof fields>

export const purgeCollection = defineCollection('purges', fields, [
  // A member has one active purge at a time.
  { key: { userId: 1 }, unique: true, partialFilterExpression: { isActive: true } },
  UNFINISHED_INDEX,
])
