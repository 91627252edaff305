/**
 * The kinds of notifications that members cause, each with its channel for a member who has changed no setting, and the
 * group of the list that contains it; null for a kind that only the whole list contains.
 */
const BY_MEMBERS = {
  reply: { channel: 'push', group: 'reply' },
  quote: { channel: 'push', group: 'reply' },
  mention: { channel: 'push', group: 'mention' },
  like: { channel: 'site', group: 'like' },
  follow: { channel: 'push', group: null },
  board: { channel: 'site', group: null },
  answer: { channel: 'push', group: null },
  coauthor: { channel: 'push', group: null },
  update: { channel: 'push', group: null },
} as const satisfies Record<string, { channel: 'site' | 'push'; group: NotificationGroup | null }>

export type NamingKind = keyof typeof BY_MEMBERS
/** The kinds whose actor a notification names. Moderators are named by no notification, only by the log. */
export const NAMING_KINDS = Object.keys(BY_MEMBERS) as NamingKind[]

export const NOTIFICATION_KINDS = [...NAMING_KINDS, 'moderation', 'system'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** The kinds whose channel a member can choose; the inbox counts and lists messages whatever the choice. */
export const NOTIFICATION_SETTINGS = [...NAMING_KINDS, 'message', 'moderation'] as const
export type NotificationSettingKind = (typeof NOTIFICATION_SETTINGS)[number]

/** The channels for a member who has changed no setting. */
export const DEFAULT_CHANNELS = {
  ...(Object.fromEntries(NAMING_KINDS.map((kind) => [kind, BY_MEMBERS[kind].channel])) as {
    [Kind in NamingKind]: (typeof BY_MEMBERS)[Kind]['channel']
  }),
  message: 'push',
  moderation: 'push',
} as const satisfies Record<NotificationSettingKind, string>

export type NotificationGroup = 'reply' | 'mention' | 'like' | 'moderation'

const inGroup = (group: NotificationGroup): NamingKind[] =>
  NAMING_KINDS.filter((kind) => BY_MEMBERS[kind].group === group)

/** The groups by which the list of notifications can be filtered, with their kinds. */
export const NOTIFICATION_GROUPS: Readonly<Record<NotificationGroup, readonly NotificationKind[]>> = {
  reply: inGroup('reply'),
  mention: inGroup('mention'),
  like: inGroup('like'),
  moderation: ['moderation', 'system'],
}
