import { defineSlice, type Read, sessionSlice, type Write } from '../../store'

/** A count from the server; the one with the higher version is newer. */
interface VersionedCount {
  count: number
  version: number
}

export interface UnreadCounts {
  messages: VersionedCount
  notifications: VersionedCount
}

export interface Unread extends UnreadCounts {
  /** Number of notifications that this tab shows as read although the server still counts them: they can be undone. */
  hidden: number
}

export const unreadSlice = defineSlice(
  'unread',
  (): Unread => ({
    messages: { count: 0, version: 0 },
    notifications: { count: 0, version: 0 },
    hidden: 0,
  }),
  {
    on: {
      'unread:changed': (_state, { messages, notifications, version }, { write }) => {
        applyCounts(write, {
          messages: { count: messages, version },
          notifications: { count: notifications, version },
        })
      },
    },
  },
)

/** Returns the number of notifications that this tab shows as unread. */
export function unreadNotifications(read: Read): number {
  const { notifications, hidden } = read(unreadSlice)
  return Math.max(0, notifications.count - hidden)
}

/** Adds to the number of notifications that this tab shows as read although the server still counts them. */
export function notificationsHidden(write: Write, added: number): void {
  write(unreadSlice).hidden += added
}

/** Replaces a count unless the current one is newer. */
export function applyCount(current: VersionedCount, fresh: VersionedCount): void {
  if (fresh.version >= current.version) Object.assign(current, fresh)
}

export function applyCounts(write: Write, { messages, notifications }: UnreadCounts): void {
  // Drops a count that arrives after its session has ended.
  if (write(sessionSlice).user === null) return
  const state = write(unreadSlice)
  applyCount(state.messages, messages)
  applyCount(state.notifications, notifications)
}
