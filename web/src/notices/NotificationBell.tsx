import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { navigate } from '../lib/session'
import { forum, sessionSlice, useForum } from '../store'
import { onDemand, useIsWide, useShortcuts } from '../ui'
import { Bell } from '../ui/icons'
import { useSession } from '../state/session'
import { UnreadBadge, unreadNotifications } from '../state/unread'
import { bellText } from './bell.texts'
import './notification-bell.css'

const panel = onDemand(() => import('./NotificationPanel'))

/**
 * The link to the notifications, with the number of unread ones; on a wide page it opens them in a panel. Renders
 * nothing for anonymous readers.
 */
export function NotificationBell() {
  const { user } = useSession()
  const { pathname } = useLocation()
  const count = useForum(unreadNotifications)
  const [isOpen, setIsOpen] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)
  const Panel = panel.use()?.NotificationPanel
  const hasPanel = useIsWide() && pathname !== '/notifications'
  useReadFromAddress()
  useShortcuts({ b: () => link.current?.click() })
  if (user === null) return null
  return (
    <div className="notification-place">
      <Link
        ref={link}
        to="/notifications"
        className="notification-bell"
        title={bellText('title')}
        aria-current={pathname === '/notifications' ? 'page' : undefined}
        aria-expanded={hasPanel ? isOpen : undefined}
        onClick={(event) => {
          if (!hasPanel || event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          setIsOpen(!isOpen)
          panel.load().catch(() => {
            navigate('/notifications')
          })
        }}
      >
        <Bell aria-hidden />
        <span className="visually-hidden">{bellText('title')}</span>
        <UnreadBadge count={count} label={bellText('unread', { count })} />
      </Link>
      {isOpen && hasPanel && Panel && (
        <Panel
          onClose={(takesFocus) => {
            setIsOpen(false)
            if (takesFocus) link.current?.focus()
          }}
        />
      )}
    </div>
  )
}

/** Marks a notification as read when the reader opens the address of its push message. */
function useReadFromAddress(): void {
  const { search } = useLocation()
  const isMember = useForum((read) => read(sessionSlice).status === 'member')
  useEffect(() => {
    const id = Number(new URLSearchParams(search).get('notification'))
    if (!isMember || !Number.isSafeInteger(id) || id <= 0) return
    import('./notifications.actions').then(
      ({ readNotifications }) => readNotifications(forum, [id]),
      // It stays unread.
      () => undefined,
    )
  }, [search, isMember])
}
