import { navigate } from '../../lib/session'
import { pathOnThisSite } from '../../lib/site-path'
import { forum, sessionSlice } from '../../store'
import { unreadSlice } from '../unread'
import { closeShown, endSubscription, permissionOf, rememberPushFor } from './subscription'

/** Loaded only where push messages are on: most browsers have none. */
async function renew(): Promise<void> {
  try {
    const { renewPush } = await import('./push.actions')
    await renewPush(forum)
  } catch {
    // The next page load tries again.
  }
}

/** Opens the path of a clicked push message, and removes a session's push data from the device when it ends. */
export function startPush(): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ open?: unknown }>) => {
    const path = typeof data.open === 'string' ? pathOnThisSite(data.open) : null
    if (path !== null) navigate(path)
  })
  forum.subscribe((read, before) => {
    const [{ user }, { user: userBefore }] = [read(sessionSlice), before(sessionSlice)]
    const hasEnded = userBefore !== null && user?.id !== userBefore.id
    if (hasEnded) {
      // The server sends nothing for an ended session; the browser removes the subscription too.
      rememberPushFor(null)
      void Promise.all([closeShown(), endSubscription()]).catch(() => undefined)
      return
    }
    if (user !== null && userBefore === null && permissionOf() === 'granted') void renew()
    const unreadIn = (reader: typeof read) => {
      const { messages, notifications } = reader(unreadSlice)
      return messages.count + notifications.count
    }
    // Removes notifications from the lock screen once they were read elsewhere.
    if (unreadIn(read) === 0 && unreadIn(before) > 0) void closeShown().catch(() => undefined)
  })
}
