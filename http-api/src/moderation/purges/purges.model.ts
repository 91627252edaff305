import { defineCollection, field, type DocumentOf } from '../../platform/mongo/model'
import { UNFINISHED_INDEX, unfinishedWork, type ActWork, type Work } from '../../platform/work/unfinished'

/** The purge may have something left to delete or to restore. */
export type PurgeWork = Work<'purge'>

const fields = {
  _id: field.number,
  /** The member whose content is deleted. */
  userId: field.number,
  actorId: field.number,
  at: field.date,
  reason: field.string,
  keepThreadIds: field.listOf(field.number),
  status: field.oneOf('running', 'stopped', 'done', 'undoing', 'undone'),
  /** Set while something is left to delete or to restore. */
  isActive: field.optional(field.boolean),
  /** As found at the start, then as deleted. */
  threads: field.number,
  posts: field.number,
  othersReplies: field.number,
  /** Texts that waited for approval. */
  held: field.optional(field.number),
  boards: field.number,
  /** Who took it back. */
  undoneBy: field.optional(field.number),
  ...unfinishedWork<ActWork | PurgeWork>(),
}

/** The removal of everything that a member wrote. What it has deleted carries its id. */
export type PurgeDoc = DocumentOf<typeof fields>

export const purgeCollection = defineCollection('purges', fields, [
  // A member has one active purge at a time.
  { key: { userId: 1 }, unique: true, partialFilterExpression: { isActive: true } },
  UNFINISHED_INDEX,
])
