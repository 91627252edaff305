import { navigate } from '../../lib/session'
import { pathOnThisSite } from '../../lib/site-path'
import { forum, sessionSlice } from '../../store'
import { unreadSlice } from '../../state/unread'
import { closeShown, endSubscription, permissionOf, rememberPushFor, shownMessages } from './subscription'

/** Loaded only where push messages are on: most browsers have none. */
async function renew(): Promise<void> {
  try {
    const { renewPush } = await import('./push.actions')
    await renewPush(forum)
  } catch {
    // The next page load tries again.
  }
}

/** Closes the push messages that the device still shows of what was read. */
async function closeRead(): Promise<void> {
  if (permissionOf() !== 'granted') return
  const { closeReadMessages } = await import('./read-messages')
  await closeReadMessages(forum, await shownMessages())
}

/** Opens the path of a clicked push message, and removes a session's push data from the device when it ends. */
export function startPush(): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener(
    'message',
    (event: MessageEvent<{ ask?: unknown; open?: unknown }>) => {
      const { data, ports } = event
      // The worker asks which tabs run the app (`web/service-worker/app-windows.ts`).
      if (data.ask !== undefined) ports[0]?.postMessage(true)
      const path = typeof data.open === 'string' ? pathOnThisSite(data.open) : null
      if (path !== null) navigate(path)
    },
  )
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
    const versionIn = (reader: typeof read) => {
      const { messages, notifications } = reader(unreadSlice)
      return Math.max(messages.version, notifications.version)
    }
    // Removes from the lock screen what was read, here or elsewhere.
    if (user !== null && versionIn(read) !== versionIn(before)) void closeRead().catch(() => undefined)
  })
}
