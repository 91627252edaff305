import { field, defineCollection, type DocumentOf } from '../platform/mongo/model'
import { UNFINISHED_INDEX, unfinishedWork, type ActWork } from '../platform/work/unfinished'

const fields = {
  /** `current` for the one that `PUT /announcement` writes, a number for the others. */
  _id: field.string,
  text: field.string,
  /** When the announcement begins; missing for one that began at once. */
  from: field.optional(field.nullable(field.date)),
  /** When the announcement is over; null or missing for one without an end. */
  until: field.optional(field.nullable(field.date)),
  /** The members who see it; everyone if missing. */
  audience: field.optional(field.oneOf('everyone', 'members', 'newcomers')),
  /** The board that shows it; null or missing for the whole site. */
  boardId: field.optional(field.nullable(field.number)),
  updatedAt: field.date,
  updatedBy: field.number,
  ...unfinishedWork<ActWork>(),
}

/** An announcement by an admin. */
export type AnnouncementDoc = DocumentOf<typeof fields>

export const announcementCollection = defineCollection('announcements', fields, [UNFINISHED_INDEX])
