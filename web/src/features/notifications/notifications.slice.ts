import { type Notification, type NotificationSettings, type Pagination } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { type List } from '../../resource/list'
import { markMoved } from '../../resource/lists.slice'
import { type EventHandlers, type ForumState, type Slice, type SliceTools } from '../../store/slice'

export interface NotificationsState {
  /** By id. */
  notifications: Record<number, Notification>
  /** The latest arrivals that deserve a toast, newest last. */
  arrived: Notification[]
  /** What the member last marked as read in this tab; null ids are all. */
  readOwn: { ids: number[] | null } | null
  /** Null until they are loaded. */
  notificationSettings: NotificationSettings | null
}

export interface NotificationsActions {
  /** Marks notifications as read, here at once; null for all of them. */
  readNotifications: (ids: readonly number[] | null) => Promise<Result<void>>
  /** Marks notifications as read that another tab has marked. */
  applyReadNotifications: (ids: readonly number[] | null) => void
  loadNotificationSettings: () => Promise<Result<void>>
  saveNotificationSettings: (changes: Partial<NotificationSettings>) => Promise<Result<void>>
  muteThread: (threadId: number, muted: boolean) => Promise<Result<void>>
}

declare module '../../store/slice' {
  interface ForumState extends NotificationsState {}
  interface ForumActions extends NotificationsActions {}
}

/** Maximum number of arrivals kept until their toasts are shown: several may come in one burst. */
const ARRIVED_MAX = 20

/** The topic of every list of notifications. */
const TOPIC = 'notifications'

const versionOf = ({ createdAt }: Notification) => Date.parse(createdAt)

/** A page of the member's notifications, the newest first. */
export const notificationsList = (page: number): List<Notification> => ({
  key: `notifications:${page}`,
  room: null,
  applyItem: (state, notification) => {
    state.notifications[notification.id] = notification
  },
  moves: {
    hasMoved: (state, { id, createdAt }) => createdAt > (state.notifications[id]?.createdAt ?? ''),
    isOwn: () => false,
    versionOf: (state, id) => {
      const known = state.notifications[id]
      return known ? versionOf(known) : 0
    },
  },
  async read({ call }): Promise<{
    items: Notification[]
    pagination: Pagination
    apply: () => readonly string[]
  }> {
    const { notifications, pagination } = await call('listNotifications', { query: { page } })
    return { items: notifications, pagination, apply: () => [TOPIC] }
  },
})

function applyRead(state: ForumState, ids: readonly number[] | null): void {
  for (const one of Object.values(state.notifications)) {
    if (ids === null || ids.includes(one.id)) one.isRead = true
  }
}

export const notificationsSlice = {
  scope: 'session',
  initialState: (): NotificationsState => ({
    notifications: {},
    arrived: [],
    readOwn: null,
    notificationSettings: null,
  }),
  handlers: {
    'notification:created': (state, { notification }) => {
      const { id, kind, createdAt } = notification
      const known = state.notifications[id]
      if (state.session.user === null || (known && known.createdAt > createdAt)) return
      // Further replies under an unread notification are not news; being quoted or mentioned is.
      const isNews = !known || known.isRead || kind === 'quote' || kind === 'mention'
      state.notifications[id] = notification
      if (isNews) state.arrived = [...state.arrived, notification].slice(-ARRIVED_MAX)
      markMoved(state, TOPIC, { id, version: versionOf(notification) })
    },
  } satisfies EventHandlers,
  actions: ({ get, update, call, once }: SliceTools): NotificationsActions => ({
    readNotifications: async (ids) => {
      const before = get().notifications
      update((state) => {
        applyRead(state, ids)
        state.readOwn = { ids: ids && [...ids] }
      })
      const result = await resultOf(
        call('readNotifications', { body: ids === null ? { all: true } : { ids: [...ids] } }),
      )
      if (result.ok) {
        const { messages } = get().unread
        get().applyUnread({ messages, notifications: result.value })
        return { ok: true, value: undefined }
      }
      update((state) => {
        for (const { id, isRead } of Object.values(before)) {
          const one = state.notifications[id]
          if (one && !isRead) one.isRead = false
        }
      })
      return result
    },

    applyReadNotifications: (ids) => {
      update((state) => {
        applyRead(state, ids)
      })
    },

    loadNotificationSettings: () =>
      once('notification settings', () =>
        resultOf(
          call('getNotificationSettings').then(({ settings }) => {
            update((state) => {
              state.notificationSettings = settings
            })
          }),
        ),
      ),

    saveNotificationSettings: async (changes) => {
      const before = get().notificationSettings
      update((state) => {
        if (state.notificationSettings) Object.assign(state.notificationSettings, changes)
      })
      const result = await resultOf(
        call('updateNotificationSettings', { body: changes }).then(({ settings }) => {
          update((state) => {
            state.notificationSettings = settings
          })
        }),
      )
      if (!result.ok)
        update((state) => {
          state.notificationSettings = before
        })
      return result
    },

    muteThread: (threadId, muted) =>
      resultOf(
        call('muteThread', { params: { threadId }, body: { muted } }).then(({ thread }) => {
          update((state) => {
            const known = state.threads[threadId]
            if (known) known.viewer = thread.viewer
          })
        }),
      ),
  }),
} satisfies Slice
