import { defineCollection, field, type DocumentOf } from '../../platform/mongo/model'

export const outgoingMailFields = {
  /** `userId:group` */
  _id: field.string,
  userId: field.number,
  /** Its subject: `thread:5`, `message:7` (from that member; of a group conversation its negated id) or `digest`. */
  group: field.own(field.string),
  /** When it is to be sent. While a process sends it, when another may try, should that process have died. */
  dueAt: field.own(field.date),
  /** Increases with every event that is added, so that one that arrives while the mail is sent is not lost. */
  version: field.number,
  /** The number of failed attempts to send it. */
  tries: field.number,
  /** True if it became due in the member's quiet hours: then all that waited comes in one mail. */
  isDelayed: field.optional(field.boolean),
  since: field.date,
}

/** A mail to a member that waits to be sent. What it says is read when it is. */
export type OutgoingMailDoc = DocumentOf<typeof outgoingMailFields>

export const outgoingMailCollection = defineCollection('outgoingMails', outgoingMailFields, [
  { key: { dueAt: 1 } },
  { key: { userId: 1 } },
])
