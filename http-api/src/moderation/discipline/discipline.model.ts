import { field, defineCollection, type DocumentOf } from '../../platform/mongo/model'
import { UNFINISHED_INDEX, unfinishedWork, type Work } from '../../platform/work/unfinished'

/** The member is to be notified of the act. */
export type DisciplineNoticeWork = Work<'discipline_notice'>

const fields = {
  _id: field.string,
  /** The member acted on. */
  userId: field.number,
  actorId: field.number,
  kind: field.oneOf('ban', 'unban', 'mute', 'unmute', 'role', 'warn', 'clear'),
  at: field.date,
  until: field.nullable(field.date),
  role: field.nullable(field.oneOf('user', 'moderator', 'admin')),
  reason: field.string,
  /** The only board that a mute or its end is about. */
  boardId: field.optional(field.number),
  /** The warning that is given. */
  warningId: field.optional(field.number),
  /** The parts of the profile that are emptied. */
  cleared: field.optional(field.listOf(field.string)),
  ...unfinishedWork<DisciplineNoticeWork>(),
}

/** An action of a moderator on a member: who took it, when and why. */
export type DisciplineDoc = DocumentOf<typeof fields>

export const disciplineCollection = defineCollection('discipline', fields, [
  // A member's disciplinary record, the latest action first.
  { key: { userId: 1, at: -1 } },
  UNFINISHED_INDEX,
])
