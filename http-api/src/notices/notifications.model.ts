import type { NotificationSettings } from '@forum/shared/contract'
import type { NotificationKind } from '@forum/shared/notification-kinds'
import { type Bilingual } from '@forum/shared/bilingual'
import { field, defineCollection, type DocumentOf } from '../platform/mongo/model'

/** One event that a notification contains. */
export interface NotificationPart {
  actorId: number
  postId: number | null
  /** The post's number. */
  number: number
  /** When it happened; missing from older ones. */
  at?: Date
}

/** A moderator's actions on a member's own content. */
export const MODERATION_ACTS = [
  'postDeleted',
  'postRestored',
  'postEdited',
  'threadDeleted',
  'threadRestored',
  'threadRenamed',
  'threadPinned',
  'threadUnpinned',
  'threadFeatured',
  'threadUnfeatured',
  'threadLocked',
  'threadUnlocked',
  'threadMoved',
] as const
export type ModerationAct = (typeof MODERATION_ACTS)[number]

export const notificationFields = {
  _id: field.number,
  userId: field.number,
  /** Groups events: `reply:5` for all replies to thread 5. A member has at most one unread notification per key. */
  key: field.string,
  kind: field.own(field.mixed<NotificationKind>()),
  threadId: field.own(field.nullable(field.number)),
  /**
   * Its unread events, the oldest first, up to `partsMaxOf` its kind. Only a notification from the forum itself has none:
   * one that loses its last event is removed by the same write.
   */
  parts: field.mixed<NotificationPart[]>(),
  /** Ids of the events it contains, so that none is added twice; the newest `EVENT_IDS_MAX`. */
  eventIds: field.listOf(field.string),
  isRead: field.own(field.boolean),
  /** When the newest of its events happened. */
  at: field.own(field.date),
  /** Until when its events have been mailed; missing if none was. */
  mailedAt: field.optional(field.date),
  act: field.own(field.optional(field.mixed<ModerationAct>())),
  reason: field.own(field.optional(field.string)),
  /** The board that the thread is in now; missing from one of the forum itself. */
  inBoardId: field.optional(field.number),
  /** The board to which a thread was moved. */
  boardId: field.optional(field.number),
  /** The text of a notification from the forum itself. */
  text: field.optional(field.mixed<Bilingual>()),
}

/** A notification of one member, derived from the log of a thread. */
export type NotificationDoc = DocumentOf<typeof notificationFields>

/** A notification as it is shown. */
export type ShownNotification = Omit<NotificationDoc, 'eventIds'>

/** News of an event for some members: it is added to their unread notification of the key, or to a new one. */
export interface Notice extends Pick<
  NotificationDoc,
  'key' | 'kind' | 'threadId' | 'inBoardId' | 'at' | 'act' | 'reason' | 'boardId' | 'text'
> {
  eventId: string
  userIds: readonly number[]
  /** Its entry in the notification; null for a notice from the forum itself. */
  part: NotificationPart | null
}

/**
 * Maximum number of events that a notification lists. Further ones do not change it, so replies and updates, which
 * notify everyone who watches a thread, have a lower one.
 */
export const partsMaxOf = (kind: NotificationKind) => (kind === 'reply' || kind === 'update' ? 20 : 100)
/** Repeated deliveries of an event follow soon after the first. */
export const EVENT_IDS_MAX = 200

export const notificationCollection = defineCollection('notifications', notificationFields, [
  // A member's list, the newest first.
  { key: { userId: 1, at: -1, _id: -1 } },
  // The unread ones: for their count, and so that there is at most one per key.
  { key: { userId: 1, key: 1 }, unique: true, partialFilterExpression: { isRead: false } },
  // No event notifies a member twice, whichever processes handle it and whatever has been read meanwhile.
  { key: { userId: 1, eventIds: 1 }, unique: true },
  // Notifications of a thread: a member's when the member reads it, everyone's when the thread or a post is deleted.
  { key: { threadId: 1, userId: 1 } },
  // The oldest notifications, for pruning.
  { key: { at: 1 } },
])

export const notificationSettingsFields = {
  /** The member's id. */
  _id: field.number,
  settings: field.own(field.mixed<Partial<NotificationSettings>>()),
  /** The language of the page on which the member last changed them; mails use it. */
  language: field.own(field.optional(field.oneOf('zh', 'en'))),
  /** When the next digest is due; missing without one. */
  digestAt: field.optional(field.date),
}

/** A member's own settings; all others are as in `DEFAULT_NOTIFICATION_SETTINGS`. */
export type NotificationSettingsDoc = DocumentOf<typeof notificationSettingsFields>

export const notificationSettingsCollection = defineCollection(
  'notificationSettings',
  notificationSettingsFields,
  [{ key: { digestAt: 1 }, partialFilterExpression: { digestAt: { $exists: true } } }],
)
