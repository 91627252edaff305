import * as z from 'zod/mini'
import { DAY_MS } from '../clock'
import { NOTIFICATIONS_READ_AT_ONCE } from '../limits'
import {
  DEFAULT_CHANNELS,
  NOTIFICATION_GROUPS,
  NOTIFICATION_KINDS,
  NOTIFICATION_SETTINGS,
  type NotificationGroup,
  type NotificationSettingKind,
} from '../notification-kinds'
import { endpoint } from './define'
import { thread, userSummary } from './entities'
import { flag, id, limit, page, pathId, time } from './fields'
import { pagination } from './paging'

export const notificationKind = z.enum(NOTIFICATION_KINDS)

const group = z.enum(Object.keys(NOTIFICATION_GROUPS) as NotificationGroup[], 'invalid')

export const notification = z.strictObject({
  id,
  kind: notificationKind,
  /**
   * The member who caused it, or the newest of several members; null for actions of moderators and of the forum itself.
   */
  actor: z.nullable(userSummary),
  /** Null if it does not concern a thread, or the thread no longer exists. */
  thread: z.nullable(z.strictObject({ id, title: z.string() })),
  /** The post it links to: the first unread one of several. */
  postId: z.nullable(id),
  postNumber: z.nullable(z.int()),
  text: z.string(),
  /**
   * The beginning of its newest post, as plain text; null for likes and moderation, and for a post that is deleted.
   */
  words: z.nullable(z.strictObject({ postId: id, excerpt: z.string() })),
  isRead: z.boolean(),
  /** The time of the newest event it covers. */
  createdAt: time,
})
export type Notification = z.output<typeof notification>

/**
 * The channel of a kind of event: none, an entry in the list, or an entry with a push message or a mail. A mail waits
 * ten minutes and is not sent for entries that were read meanwhile.
 */
export const notificationChannel = z.enum(['off', 'site', 'push', 'mail'], 'invalid')
export type NotificationChannel = z.output<typeof notificationChannel>

/** The same schema for the channel of each kind. */
const channels = <S>(schema: S) =>
  Object.fromEntries(NOTIFICATION_SETTINGS.map((kind) => [kind, schema])) as Record<
    NotificationSettingKind,
    S
  >

const digest = z.enum(['off', 'daily', 'weekly'], 'invalid')
/** `22:30` */
const HOUR = /^([01]\d|2[0-3]):[0-5]\d$/
/** `2026-12-20` */
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const quietEnd = z.string('invalid').check(z.maxLength(10, 'invalid'))

export const notificationSettings = z.strictObject({
  ...channels(notificationChannel),
  /** Push messages only say that something arrived, without its content. */
  hideContent: z.boolean(),
  /** A mail of what moved in what the member follows, and of the best of the rest; none if there is nothing. */
  digest,
  /**
   * When nothing is pushed or mailed: hours of every day, or whole days, both ends included. What waited comes in one
   * mail afterwards.
   */
  quiet: z.nullable(z.strictObject({ from: z.string(), to: z.string() })),
  /** The time zone of `quiet` and digests, such as `America/Los_Angeles`; null for that of the site. */
  timeZone: z.nullable(z.string()),
})
export type NotificationSettings = z.output<typeof notificationSettings>

/** Settings of a member who has changed nothing. Push messages reach the devices that the member has subscribed. */
export const DEFAULT_NOTIFICATION_SETTINGS: NotificationSettings = {
  ...DEFAULT_CHANNELS,
  hideContent: false,
  digest: 'off',
  quiet: null,
  timeZone: null,
}

function isTimeZone(name: string): boolean {
  try {
    return name.length <= 60 && Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions() !== undefined
  } catch {
    return false
  }
}

const settings = z.strictObject({ settings: notificationSettings })
/** The count with the higher version is the newer one. */
const unread = z.strictObject({ count: z.int(), version: z.int() })

export const notificationEndpoints = {
  listNotifications: endpoint({
    summary: "The caller's notifications, the newest first",
    method: 'GET',
    path: '/notifications',
    access: 'member',
    confidential: true,
    query: z.object({ page, limit, group: z.optional(group) }),
    response: z.strictObject({
      notifications: z.array(notification),
      /** The number of unread notifications in each group. */
      unread: z.strictObject({ reply: z.int(), mention: z.int(), like: z.int(), moderation: z.int() }),
      pagination,
    }),
  }),

  countUnreadNotifications: endpoint({
    summary: 'How many notifications are unread; of two counts the one with the higher version is the newer',
    method: 'GET',
    path: '/notifications/unread/count',
    access: 'member',
    response: unread,
  }),

  readNotifications: endpoint({
    summary: 'Marks notifications as read: some by their ids, or all, of one group or of all groups',
    method: 'POST',
    path: '/notifications/read',
    whileReadOnly: true,
    access: 'member',
    body: z
      .object({
        ids: z.optional(z.array(id).check(z.maxLength(NOTIFICATIONS_READ_AT_ONCE, 'too_long'))),
        all: z.optional(z.literal(true, 'invalid')),
        /** Limits `all`. */
        group: z.optional(group),
        /** How long ago the caller asked for `all`, in milliseconds: what has arrived since stays unread. */
        askedAgo: z.optional(z.int('invalid').check(z.minimum(0, 'range'), z.maximum(7 * DAY_MS, 'range'))),
      })
      .check(
        z.refine(({ ids, all }) => ids !== undefined || all !== undefined, {
          path: ['ids'],
          error: 'required',
        }),
      ),
    response: unread,
    errors: ['NOT_FOUND'],
  }),

  getNotificationSettings: endpoint({
    summary: 'Which kinds of events notify the caller, and how',
    method: 'GET',
    path: '/notifications/settings',
    access: 'member',
    response: settings,
  }),

  updateNotificationSettings: endpoint({
    summary: 'Changes some of the notification settings',
    method: 'PUT',
    path: '/notifications/settings',
    access: 'member',
    limit: 'edit',
    body: z.object({
      ...channels(z.optional(notificationChannel)),
      hideContent: z.optional(flag),
      digest: z.optional(digest),
      quiet: z.optional(
        z.nullable(
          z
            .object({ from: quietEnd, to: quietEnd })
            .check(
              z.refine(
                ({ from, to }) =>
                  (HOUR.test(from) && HOUR.test(to) && from !== to) ||
                  (DAY.test(from) && DAY.test(to) && from <= to),
                'invalid',
              ),
            ),
        ),
      ),
      timeZone: z.optional(z.nullable(z.string('invalid').check(z.refine(isTimeZone, 'invalid')))),
    }),
    response: settings,
  }),

  muteThread: endpoint({
    summary: 'Mutes a thread, so that it notifies the caller of nothing but moderation, or unmutes it',
    method: 'PUT',
    path: '/threads/:threadId/mute',
    access: 'member',
    limit: 'edit',
    params: z.object({ threadId: pathId }),
    body: z.object({ muted: flag }),
    response: z.strictObject({ thread }),
    errors: ['NOT_FOUND'],
  }),
}
