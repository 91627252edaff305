import { navigate } from '../../lib/session'
import { pathOnThisSite } from '../../lib/site-path'
import { useForum } from '../../store'
import { closeShown, endSubscription, rememberPushFor } from './subscription'

/** Opens the path of a clicked push message, and removes a session's push data from the device when it ends. */
export function startPush(): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ open?: unknown }>) => {
    const path = typeof data.open === 'string' ? pathOnThisSite(data.open) : null
    if (path !== null) navigate(path)
  })
  useForum.subscribe(({ session, unread }, before) => {
    const hasEnded = before.session.user !== null && session.user?.id !== before.session.user.id
    if (hasEnded) {
      // The server sends nothing for an ended session; the browser removes the subscription too.
      rememberPushFor(null)
      void Promise.all([closeShown(), endSubscription()]).catch(() => undefined)
      return
    }
    if (session.user !== null && before.session.user === null) void useForum.getState().renewPush()
    const unreadOf = ({ messages, notifications }: typeof unread) => messages.count + notifications.count
    // Removes notifications from the lock screen once they were read elsewhere.
    if (unreadOf(unread) === 0 && unreadOf(before.unread) > 0) void closeShown().catch(() => undefined)
  })
}
