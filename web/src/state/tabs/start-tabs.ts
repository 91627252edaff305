import { tabs as pageTabs, type Tabs } from '../../lib/tabs'
import { type Forum, forum as pageForum, sessionSlice } from '../../store'
import { setTitleCount } from '../../ui'
import { applyUnread, unreadNotifications, unreadSlice } from '../unread'

/** Shows the number of unread messages and notifications in the title, the icon and the app's badge. */
function showCount(unread: number): void {
  setTitleCount(unread)
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon) icon.href = unread > 0 ? '/favicon-unread.svg' : '/favicon.svg'
  // The badge of the installed app; browsers without it reject or have no such function.
  const badge = navigator as Partial<Pick<Navigator, 'setAppBadge'>>
  void badge.setAppBadge?.(unread).catch(() => undefined)
}

/** Keeps counts in sync with the other tabs, and the title, the icon and the app's badge in sync with the counts. */
export function startTabs(forum: Forum = pageForum, tabs: Tabs = pageTabs): () => void {
  let isFromTab = false
  const stopListening = tabs.on('unread', ({ userId, ...counts }) => {
    if (forum.read(sessionSlice).user?.id !== userId) return
    isFromTab = true
    applyUnread(forum, counts)
    isFromTab = false
  })
  const stopFollowing = forum.subscribe((read, before) => {
    const [unread, session] = [read(unreadSlice), read(sessionSlice)]
    if (unread === before(unreadSlice)) return
    showCount(unread.messages.count + unreadNotifications(read))
    if (session.user && session === before(sessionSlice) && !isFromTab) {
      const { messages, notifications } = unread
      tabs.post('unread', { messages, notifications, userId: session.user.id })
    }
  })
  return () => {
    stopListening()
    stopFollowing()
  }
}
