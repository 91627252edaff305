import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { forum, sessionSlice, useForum } from '../../store'
import { Bell } from '../../ui/icons'
import { useSession } from '../auth'
import { UnreadBadge, unreadSlice } from '../unread'
import { bellText } from './bell.texts'
import { readNotifications } from './notifications.actions'
import './notification-bell.css'

/** The link to the notifications, with the number of unread ones. Renders nothing for anonymous readers. */
export function NotificationBell() {
  const { user } = useSession()
  const { pathname } = useLocation()
  const count = useForum((read) => read(unreadSlice).notifications.count)
  useReadFromAddress()
  if (user === null) return null
  return (
    <Link
      to="/notifications"
      className="notification-bell"
      title={bellText('title')}
      aria-current={pathname === '/notifications' ? 'page' : undefined}
    >
      <Bell aria-hidden />
      <span className="visually-hidden">{bellText('title')}</span>
      <UnreadBadge count={count} label={bellText('unread', { count })} />
    </Link>
  )
}

/** Marks a notification as read when the reader opens the address of its push message. */
function useReadFromAddress(): void {
  const { search } = useLocation()
  const isMember = useForum((read) => read(sessionSlice).status === 'member')
  useEffect(() => {
    const id = Number(new URLSearchParams(search).get('notification'))
    if (isMember && Number.isSafeInteger(id) && id > 0) void readNotifications(forum, [id])
  }, [search, isMember])
}
