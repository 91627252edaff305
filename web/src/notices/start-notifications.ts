import { type Notification } from '@forum/shared/contract'
import { navigate } from '../lib/session'
import { tabs as pageTabs, type Tabs } from '../lib/tabs'
import { type Forum, forum as pageForum, sessionSlice } from '../store'
import { toast } from '../ui'
import { commonText } from '../lib/i18n'
import { inOneTab } from '../state/tabs'
import { applyReadNotifications, readNotifications } from './notifications.actions'
import { type Notifications, notificationsSlice } from './notifications.slice'
import { pathOf } from './paths'

declare module '../lib/tabs' {
  interface TabMessages {
    /** The notifications a member has marked as read in another tab; null for all of them. */
    readNotifications: { userId: number; ids: readonly number[] }
  }
}

/** Returns whether this tab already shows the subject of a notification, which makes a toast redundant. */
function isShownHere({ thread }: Notification): boolean {
  const { pathname } = location
  if (pathname === '/notifications') return true
  return thread !== null && new RegExp(`^/threads/${thread.id}(/|$)`).test(pathname)
}

function showToast(forum: Forum, notification: Notification): void {
  const path = pathOf(notification)
  toast.info(notification.text, {
    ...(path === null
      ? {}
      : {
          action: {
            label: commonText('view'),
            onClick: () => {
              void readNotifications(forum, [notification.id])
              navigate(path)
            },
          },
        }),
  })
}

const nameOf = ({ id, createdAt }: Notification) => `notification ${id} ${createdAt}`

function showNew(
  forum: Forum,
  arrived: readonly Notification[],
  arrivedBefore: readonly Notification[],
): void {
  const shown = new Set(arrivedBefore.map(nameOf))
  for (const notification of arrived) {
    const name = nameOf(notification)
    if (shown.has(name)) continue
    // A tab that shows the thread claims the notification without a toast, so that no other tab shows one.
    void inOneTab(name, () => {
      if (!isShownHere(notification)) showToast(forum, notification)
    })
  }
}

/** Shows each notification that arrives in one visible tab, and synchronises the read state with the other tabs. */
export function startNotifications(forum: Forum = pageForum, tabs: Tabs = pageTabs): () => void {
  const stopListening = tabs.on('readNotifications', ({ userId, ids }) => {
    if (forum.read(sessionSlice).user?.id === userId) applyReadNotifications(forum, ids)
  })
  const follow = (before: Pick<Notifications, 'arrived' | 'readOwn'>) => {
    const { arrived, readOwn } = forum.read(notificationsSlice)
    const { user } = forum.read(sessionSlice)
    if (readOwn !== before.readOwn && readOwn && user)
      tabs.post('readNotifications', { userId: user.id, ids: readOwn.ids })
    showNew(forum, arrived, before.arrived)
  }
  const stopFollowing = forum.subscribe((_, before) => {
    follow(before(notificationsSlice))
  })
  // Notifications that arrived while this module was loading.
  follow({ arrived: [], readOwn: null })
  return () => {
    stopListening()
    stopFollowing()
  }
}
