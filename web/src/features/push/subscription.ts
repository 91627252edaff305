/** The browser's permission; `unsupported` also if the browser has push messages, but not for this page. */
export type PushSupport = NotificationPermission | 'unsupported'

export function permissionOf(): PushSupport {
  const hasPush = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  return hasPush ? Notification.permission : 'unsupported'
}

/** How long a page that was just installed waits for its first service worker. */
const READY_WITHIN_MS = 10_000

/** Returns the registration of the service worker; null if none becomes ready, as in development. */
async function registration(): Promise<ServiceWorkerRegistration | null> {
  if (permissionOf() === 'unsupported') return null
  const late = new Promise<null>((resolve) => {
    setTimeout(() => {
      resolve(null)
    }, READY_WITHIN_MS)
  })
  return Promise.race([navigator.serviceWorker.ready, late])
}

async function current(): Promise<PushSubscription | null> {
  if (permissionOf() !== 'granted') return null
  const registered = await navigator.serviceWorker.getRegistration()
  return (await registered?.pushManager.getSubscription()) ?? null
}

/** Returns what the server needs to send to a subscription. */
const presented = (subscription: PushSubscription) => ({
  endpoint: subscription.endpoint,
  keys: {
    p256dh: toBase64Url(subscription.getKey('p256dh')),
    auth: toBase64Url(subscription.getKey('auth')),
  },
})

/** Returns this browser's subscription; null if there is none. */
export async function currentSubscription() {
  const subscription = await current()
  return subscription && presented(subscription)
}

const fromBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))

const toBase64Url = (bytes: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/**
 * Subscribes this browser with a public key. Returns what the server needs to send to it; null if it cannot subscribe.
 */
export async function subscribe(publicKey: string) {
  const registered = await registration()
  if (!registered) return null
  const applicationServerKey = fromBase64Url(publicKey)
  try {
    const before = await registered.pushManager.getSubscription()
    // The server cannot send to a subscription for another key, such as that of another database.
    if (before && toBase64Url(before.options.applicationServerKey) !== publicKey) await before.unsubscribe()
    const made = await registered.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
    return presented(made)
  } catch {
    // No push service is reachable, as in some browsers and networks.
    return null
  }
}

/** Ends this browser's subscription; returns its endpoint. */
export async function endSubscription(): Promise<string | null> {
  const subscription = await current()
  if (!subscription) return null
  await subscription.unsubscribe()
  return subscription.endpoint
}

/** Closes the forum's notifications that the device still shows. */
export async function closeShown(): Promise<void> {
  if (permissionOf() !== 'granted') return
  const registered = await navigator.serviceWorker.getRegistration()
  for (const shown of (await registered?.getNotifications()) ?? []) shown.close()
}

/** The storage key of the member who turned push messages on in this browser. */
const WANTED_BY = 'push'

/** Whether a member turned push messages on in this browser, even if it has lost the subscription since. */
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
