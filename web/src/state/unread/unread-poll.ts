import { UNREAD_POLL_MS } from '../../lib/limits'
import { socket } from '../../lib/socket'
import { watch } from '../../resource'
import { forum, sessionSlice } from '../../store'
import { countUnread } from './unread.actions'

/**
 * Keeps the unread counts of the signed-in member up to date: loads them at the start of a session, after events may
 * have been missed, and every 30 s, connected or not. Returns a function that stops it.
 */
export function startUnreadPoll(): () => void {
  const count = async () => {
    if (forum.read(sessionSlice).status === 'member') await countUnread(forum)
  }
  // The next poll retries a failed load.
  const poll = () => void socket.opened.then(count).catch(() => undefined)
  poll()
  const timer = setInterval(poll, UNREAD_POLL_MS)
  const unwatch = watch(forum, count)
  const unsubscribe = forum.subscribe((read, before) => {
    if (read(sessionSlice).user?.id !== before(sessionSlice).user?.id) poll()
  })
  return () => {
    clearInterval(timer)
    unwatch()
    unsubscribe()
  }
}
