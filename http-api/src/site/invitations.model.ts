import { defineCollection, field, type DocumentOf } from '../platform/mongo/model'
import { UNFINISHED_INDEX, unfinishedWork, type ActWork } from '../platform/work/unfinished'

const fields = {
  /** The code that a newcomer types. */
  _id: field.string,
  /** The number of registrations that it allows, and of those that used it. */
  uses: field.number,
  used: field.number,
  /** When the last of them registered. */
  usedUpAt: field.optional(field.date),
  /** True if the first who registers with it becomes the first admin. */
  makesAdmin: field.optional(field.boolean),
  createdBy: field.number,
  createdAt: field.date,
  /** When it ends; an admin who withdraws it sets this to the present. */
  expiresAt: field.date,
  ...unfinishedWork<ActWork>(),
}

/** A code with which newcomers register while registration is by invitation. */
export type InvitationDoc = DocumentOf<typeof fields>

export const invitationCollection = defineCollection('invitations', fields, [
  { key: { expiresAt: 1, createdAt: -1 } },
  // Those that are over, the newest first.
  { key: { createdAt: -1 } },
  UNFINISHED_INDEX,
])
