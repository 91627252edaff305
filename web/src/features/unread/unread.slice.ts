import { type EventHandlers, type Slice, type SliceTools } from '../../store/slice'

/** A true count of the server; of two, the one with the higher version is the newer. */
interface VersionedCount {
  count: number
  version: number
}

export interface UnreadState {
  unread: { messages: VersionedCount; notifications: VersionedCount }
}

export interface UnreadActions {
  /** Reads how many messages are unread; rejects when the server cannot be reached. */
  countUnreadMessages: () => Promise<void>
}

declare module '../../store/slice' {
  interface ForumState extends UnreadState {}
  interface ForumActions extends UnreadActions {}
}

/** Replaces a count unless a newer one is known. */
function applyCount(known: VersionedCount, fresh: VersionedCount): void {
  if (fresh.version >= known.version) Object.assign(known, fresh)
}

export const unreadSlice = {
  scope: 'session',
  initialState: (): UnreadState => ({
    unread: { messages: { count: 0, version: 0 }, notifications: { count: 0, version: 0 } },
  }),
  handlers: {
    'unread:changed': ({ unread }, { messages, notifications, version }) => {
      applyCount(unread.messages, { count: messages, version })
      applyCount(unread.notifications, { count: notifications, version })
    },
  } satisfies EventHandlers,
  actions: ({ update, call, once }: SliceTools): UnreadActions => ({
    countUnreadMessages: () =>
      once('unread messages', async () => {
        const { count, version } = await call('countUnreadMessages')
        update(({ unread }) => {
          applyCount(unread.messages, { count, version })
        })
      }),
  }),
} satisfies Slice
