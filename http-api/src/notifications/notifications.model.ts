import type { NotificationKind, NotificationSettings } from '@forum/shared/contract'
import type { Connection } from 'mongoose'
import { field, modelOf, schemaOf, type DocumentOf } from '../platform/model'

/** One event that a notification tells of. */
export interface NotificationPart {
  actorId: number
  postId: number | null
  /** The post's number. */
  number: number
}

/** What a moderator did to something of the member's own. */
export const MODERATION_ACTS = [
  'postDeleted',
  'postRestored',
  'postEdited',
  'threadDeleted',
  'threadRestored',
  'threadRenamed',
  'threadLocked',
  'threadUnlocked',
  'threadMoved',
] as const
export type ModerationAct = (typeof MODERATION_ACTS)[number]

const fields = {
  _id: field.number,
  userId: field.number,
  /** What is told together: `reply:5` for all replies to thread 5. A member has one unread notification of a key. */
  key: field.string,
  kind: field.mixed<NotificationKind>(),
  threadId: field.nullable(field.number),
  /** The events it tells of that are not read, the oldest first, up to `PARTS_MAX`. */
  parts: field.mixed<NotificationPart[]>(),
  /** Who did the newest of them. */
  actorId: field.nullable(field.number),
  /** The highest post number it tells of: a thread that is read up to there has been visited. */
  lastNumber: field.number,
  /** Ids of the events it contains, so that none is told twice; the newest `EVENT_IDS_MAX`. */
  eventIds: field.listOf(field.string),
  isRead: field.boolean,
  /** When the newest of its events happened. */
  at: field.date,
  act: field.optional(field.mixed<ModerationAct>()),
  reason: field.optional(field.string),
  /** Where a moved thread is now. */
  boardId: field.optional(field.number),
  /** What the forum itself says. */
  text: field.optional(field.mixed<{ zh: string; en: string }>()),
}

/** Something that a member is told, derived from the log of a thread. */
export type NotificationDoc = DocumentOf<typeof fields>

/** Events of one notification that are told apart; further ones move its time and its newest actor alone. */
export const PARTS_MAX = 100
/** Deliveries that repeat an event come soon after the first. */
export const EVENT_IDS_MAX = 200

export const notificationModel = (connection: Connection) => {
  const schema = schemaOf(fields)
  // The list of a member, the newest first.
  schema.index({ userId: 1, at: -1, _id: -1 })
  // The unread ones: their count, and one of a key at most.
  schema.index({ userId: 1, key: 1 }, { unique: true, partialFilterExpression: { isRead: false } })
  // No event is told twice, whatever processes handle it and whatever has been read meanwhile.
  schema.index({ userId: 1, eventIds: 1 }, { unique: true })
  // What tells a member of a thread that is read, and everybody of a post or thread that is deleted.
  schema.index({ threadId: 1, userId: 1 })
  // The oldest, to be removed.
  schema.index({ at: 1 })
  return modelOf(connection, 'notifications', schema)
}

const settingsFields = {
  /** The member's id. */
  _id: field.number,
  settings: field.mixed<Partial<NotificationSettings>>(),
}

/** What a member has set; all else is as `DEFAULT_SETTINGS`. */
export type NotificationSettingsDoc = DocumentOf<typeof settingsFields>

export const notificationSettingsModel = (connection: Connection) =>
  modelOf(connection, 'notificationSettings', schemaOf(settingsFields))
