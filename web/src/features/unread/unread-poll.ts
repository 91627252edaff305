import { UNREAD_POLL_MS } from '@forum/shared/limits'
import { useForum } from '../../store'

/**
 * Keeps the unread counts of the signed-in member up to date: reads them at the start of a session, after events may
 * have been missed, and every 30 s, connected or not. Returns a function that stops it.
 */
export function startUnreadPoll(): () => void {
  const { watch } = useForum.getState()
  const read = async () => {
    const { session, countUnread } = useForum.getState()
    if (session.status === 'member') await countUnread()
  }
  // The next poll retries a failed read.
  const poll = () => void read().catch(() => undefined)
  poll()
  const timer = setInterval(poll, UNREAD_POLL_MS)
  const unwatch = watch(read)
  const unsubscribe = useForum.subscribe(({ session }, before) => {
    if (session.user?.id !== before.session.user?.id) poll()
  })
  return () => {
    clearInterval(timer)
    unwatch()
    unsubscribe()
  }
}
