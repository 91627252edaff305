import { field, defineCollection, type DocumentOf } from '../../platform/mongo/model'

const fields = {
  _id: field.string,
  /** The member acted on. */
  userId: field.number,
  actorId: field.number,
  kind: field.oneOf('ban', 'unban', 'mute', 'unmute', 'role'),
  at: field.date,
  until: field.nullable(field.date),
  role: field.nullable(field.oneOf('user', 'moderator', 'admin')),
  reason: field.string,
  /** When it was recorded, until its member has been notified of it. */
  notifyingSince: field.optional(field.date),
}

/** An action of a moderator on a member: who took it, when and why. */
export type DisciplineDoc = DocumentOf<typeof fields>

export const disciplineCollection = defineCollection('discipline', fields, [
  // A member's disciplinary record, the latest action first.
  { key: { userId: 1, at: -1 } },
  // The acts of which members are still to be notified.
  { key: { notifyingSince: 1 }, partialFilterExpression: { notifyingSince: { $exists: true } } },
])
