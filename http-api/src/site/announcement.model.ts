import { field, defineCollection, type DocumentOf } from '../platform/mongo/model'
import { UNFINISHED_INDEX, unfinishedWork, type ActWork } from '../platform/work/unfinished'

const fields = {
  _id: field.string,
  text: field.string,
  /** When the announcement is over; null or missing for one without an end. */
  until: field.optional(field.nullable(field.date)),
  updatedAt: field.date,
  updatedBy: field.number,
  ...unfinishedWork<ActWork>(),
}

/** The announcement: a single document, which exists once an admin has written one. */
export type AnnouncementDoc = DocumentOf<typeof fields>

export const announcementCollection = defineCollection('announcements', fields, [UNFINISHED_INDEX])
