/**
 * The groups by which a list of notifications can be filtered, with their kinds; other kinds are only in the whole
 * list.
 */
export const NOTIFICATION_GROUPS = {
  reply: ['reply', 'quote'],
  mention: ['mention'],
  like: ['like'],
  moderation: ['moderation', 'system'],
} as const

export type NotificationGroup = keyof typeof NOTIFICATION_GROUPS
