import { permissionOf, subscriptionOfBrowser } from './subscription'

/** Time that a page that was just installed waits for its first service worker. */
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

/** Returns the data with which the server sends to a subscription. */
const presented = (subscription: PushSubscription) => ({
  endpoint: subscription.endpoint,
  keys: {
    p256dh: toBase64Url(subscription.getKey('p256dh')),
    auth: toBase64Url(subscription.getKey('auth')),
  },
})

/** Returns this browser's subscription; null if there is none. */
export async function currentSubscription() {
  const subscription = await subscriptionOfBrowser()
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
 * Subscribes this browser with a public key. Returns the data with which the server sends to it; null if the browser
 * cannot subscribe.
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
