/** The browser's permission; `unsupported` also if the browser has push messages, but not for this page. */
export type PushSupport = NotificationPermission | 'unsupported'

export function permissionOf(): PushSupport {
  const hasPush = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  return hasPush ? Notification.permission : 'unsupported'
}

/** Returns the subscription that the browser has; null if it has none. */
export async function subscriptionOfBrowser(): Promise<PushSubscription | null> {
  if (permissionOf() !== 'granted') return null
  const registered = await navigator.serviceWorker.getRegistration()
  return (await registered?.pushManager.getSubscription()) ?? null
}

/** Ends this browser's subscription; returns its endpoint. */
export async function endSubscription(): Promise<string | null> {
  const subscription = await subscriptionOfBrowser()
  if (!subscription) return null
  await subscription.unsubscribe()
  return subscription.endpoint
}

/** Returns the forum's push messages that the device still shows. */
export async function shownMessages(): Promise<Notification[]> {
  if (permissionOf() !== 'granted') return []
  const registered = await navigator.serviceWorker.getRegistration()
  return (await registered?.getNotifications()) ?? []
}

/** Closes the push messages that the device still shows. */
export async function closeShown(): Promise<void> {
  for (const shown of await shownMessages()) shown.close()
}

/** The storage key of the member who turned push messages on in this browser. */
const WANTED_BY = 'push'

/** Returns whether a member turned push messages on in this browser, even if it has lost the subscription since. */
export function wantsPush(userId: number): boolean {
  try {
    return localStorage.getItem(WANTED_BY) === String(userId)
  } catch {
    return false
  }
}

/** Remembers the member who wants push messages in this browser; null for nobody. */
export function rememberPushFor(userId: number | null): void {
  try {
    if (userId === null) localStorage.removeItem(WANTED_BY)
    else localStorage.setItem(WANTED_BY, String(userId))
  } catch {
    // Without storage, a lost subscription is not renewed.
  }
}
