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

/** Closes the device's push messages whose content was read. */
async function closeRead(): Promise<void> {
  if (permissionOf() !== 'granted') return
  const { closeReadMessages } = await import('./read-messages')
  await closeReadMessages(forum, await shownMessages())
}

/** The server sends nothing for an ended session; the browser removes the subscription too. */
function end(): void {
  rememberPushFor(null)
  void Promise.all([closeShown(), endSubscription()]).catch(() => undefined)
}

function begin(): void {
  if (permissionOf() === 'granted') void renew()
}

/**
 * Renews the subscription of a member who signs in, and removes a session's push data from the device when it ends.
 *
 * @param userId the member who signed in, perhaps signed out already
 */
export function followSessions(userId: number): void {
  const { user: current } = forum.read(sessionSlice)
  if (current?.id !== userId) end()
  if (current) begin()
  forum.subscribe((read, before) => {
    const [{ user }, { user: userBefore }] = [read(sessionSlice), before(sessionSlice)]
    const hasEnded = userBefore !== null && user?.id !== userBefore.id
    if (hasEnded) {
      end()
      return
    }
    if (user !== null && userBefore === null) begin()
    const versionIn = (reader: typeof read) => {
      const { messages, notifications } = reader(unreadSlice)
      return Math.max(messages.version, notifications.version)
    }
    // Removes read messages from the lock screen, wherever they were read.
    if (user !== null && versionIn(read) !== versionIn(before)) void closeRead().catch(() => undefined)
  })
}
