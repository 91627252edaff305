import { type EventHandlers, type ForumState, type Slice, type SliceTools } from '../../store/slice'

/** A count from the server; the one with the higher version is newer. */
interface VersionedCount {
  count: number
  version: number
}

export interface UnreadCounts {
  messages: VersionedCount
  notifications: VersionedCount
}

export interface UnreadState {
  unread: UnreadCounts
}

export interface UnreadActions {
  /** Loads the number of unread messages; rejects if the server cannot be reached. */
  countUnreadMessages: () => Promise<void>
  /** Loads both counts; that of notifications only if anything has changed. Rejects if the server cannot be reached. */
  countUnread: () => Promise<void>
  /** Applies the counts of another tab. */
  applyUnread: (counts: UnreadCounts) => void
}

declare module '../../store/slice' {
  interface ForumState extends UnreadState {}
  interface ForumActions extends UnreadActions {}
}

/** Replaces a count unless a newer one is known. */
function applyCount(known: VersionedCount, fresh: VersionedCount): void {
  if (fresh.version >= known.version) Object.assign(known, fresh)
}

function applyCounts({ unread, session }: ForumState, { messages, notifications }: UnreadCounts): void {
  // Drops a count that arrives after its session has ended.
  if (session.user === null) return
  applyCount(unread.messages, messages)
  applyCount(unread.notifications, notifications)
}

export const unreadSlice = {
  scope: 'session',
  initialState: (): UnreadState => ({
    unread: { messages: { count: 0, version: 0 }, notifications: { count: 0, version: 0 } },
  }),
  handlers: {
    'unread:changed': (state, { messages, notifications, version }) => {
      applyCounts(state, {
        messages: { count: messages, version },
        notifications: { count: notifications, version },
      })
    },
  } satisfies EventHandlers,
  actions: ({ get, update, call, once }: SliceTools): UnreadActions => ({
    countUnreadMessages: () =>
      once('unread messages', async () => {
        const { count, version } = await call('countUnreadMessages')
        update(({ unread }) => {
          applyCount(unread.messages, { count, version })
        })
      }),

    countUnread: async () => {
      await get().countUnreadMessages()
      // Both counts share a version: unless it has increased, notifications are unchanged.
      const { messages, notifications } = get().unread
      if (messages.version <= notifications.version) return
      const counted = await call('countUnreadNotifications')
      update(({ unread }) => {
        applyCount(unread.notifications, counted)
      })
    },

    applyUnread: (counts) => {
      update((state) => {
        applyCounts(state, counts)
      })
    },
  }),
} satisfies Slice
