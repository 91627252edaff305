import type { NotificationKind, NotificationSettings } from '@forum/shared/contract'
import type { Connection } from 'mongoose'
import { field, modelOf, schemaOf, type DocumentOf } from '../platform/model'

/** One event that a notification contains. */
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
  /** Groups events: `reply:5` for all replies to thread 5. A member has at most one unread notification of a key. */
  key: field.string,
  kind: field.mixed<NotificationKind>(),
  threadId: field.nullable(field.number),
  /** Its unread events, the oldest first, up to `PARTS_MAX`. */
  parts: field.mixed<NotificationPart[]>(),
  /** Who did the newest of them. */
  actorId: field.nullable(field.number),
  /** The highest post number it contains: reading the thread up to there marks it as read. */
  lastNumber: field.number,
  /** Ids of the events it contains, so that none is added twice; the newest `EVENT_IDS_MAX`. */
  eventIds: field.listOf(field.string),
  isRead: field.boolean,
  /** When the newest of its events happened. */
  at: field.date,
  act: field.optional(field.mixed<ModerationAct>()),
  reason: field.optional(field.string),
  /** Where a moved thread is now. */
  boardId: field.optional(field.number),
  /** The text of a notification by the forum itself. */
  text: field.optional(field.mixed<{ zh: string; en: string }>()),
}

/** A notification of one member, derived from the log of a thread. */
export type NotificationDoc = DocumentOf<typeof fields>

/** Events that one notification lists separately; further ones only update its time and its newest actor. */
export const PARTS_MAX = 100
/** Deliveries that repeat an event come soon after the first. */
export const EVENT_IDS_MAX = 200

export const notificationModel = (connection: Connection) => {
  const schema = schemaOf(fields)
  // The list of a member, the newest first.
  schema.index({ userId: 1, at: -1, _id: -1 })
  // The unread ones: their count, and one of a key at most.
  schema.index({ userId: 1, key: 1 }, { unique: true, partialFilterExpression: { isRead: false } })
  // No event notifies a member twice, whichever processes handle it and whatever has been read meanwhile.
  schema.index({ userId: 1, eventIds: 1 }, { unique: true })
  // Notifications of a thread: a member's when they read it, everyone's when the thread or a post is deleted.
  schema.index({ threadId: 1, userId: 1 })
  // The oldest notifications, for pruning.
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
