import { appsAmong } from './app-windows'
import { siteName } from './site-name'
import { worker } from './worker'

/** The payload of a push message (`http-api/src/notices/push`). */
interface PushData {
  title: string
  body: string
  /** A notification replaces one with the same tag that is still shown. */
  tag: string
  /** The path that a click opens. */
  path: string
  lang: string
}

const windows = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Silent while a tab with the app is visible, where the browser allows that: the tab shows a toast. */
worker.addEventListener('push', (event) => {
  event.waitUntil(show(event.data))
})

async function show(data: PushMessageData | null): Promise<void> {
  if ((await isVisible()) && !(await mustShow())) return
  const { title, body, tag, path, lang } = dataOf(data)
  await worker.registration.showNotification(title ?? siteName, {
    body: body ?? '',
    lang: lang ?? 'zh',
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
    data: { path: path ?? '/notifications' },
    ...(tag === undefined ? {} : { tag }),
  })
  // The badge of the installed app, until a page is opened and knows the number.
  const badge = worker.navigator as { setAppBadge?: () => Promise<void> }
  await badge.setAppBadge?.().catch(() => undefined)
}

/** Returns what a message says; something must be shown even if it cannot be read. */
function dataOf(data: PushMessageData | null): Partial<PushData> {
  try {
    return (data?.json() ?? {}) as Partial<PushData>
  } catch {
    return {}
  }
}

async function isVisible(): Promise<boolean> {
  const visible = (await windows()).filter(({ visibilityState }) => visibilityState === 'visible')
  return (await appsAmong(visible)).length > 0
}

/**
 * Whether every push message must be shown. Apple ends a subscription after three that were not, even with the page in
 * view, and an app in the background may still count as visible there.
 */
async function mustShow(): Promise<boolean> {
  const subscription = await worker.registration.pushManager.getSubscription()
  return subscription !== null && new URL(subscription.endpoint).hostname.endsWith('.push.apple.com')
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open((event.notification.data as { path: string }).path))
})

/** Opens a path in the most recently used tab with the app, or in a new one. Only paths of this site are opened. */
async function open(path: string): Promise<void> {
  const url = new URL(path, worker.location.origin)
  if (url.origin !== worker.location.origin) return
  const [tab] = await appsAmong(await windows())
  if (!tab) {
    await worker.clients.openWindow(url.href)
    return
  }
  // The tab opens the path even where the browser does not let it come to the front.
  await tab.focus().catch(() => undefined)
  // The page navigates within the app, so it keeps typed text and does not reload.
  tab.postMessage({ open: url.pathname + url.search })
}

/**
 * The key of a push service may change; the next page that is opened then subscribes again with the existing
 * permission.
 */
worker.addEventListener('pushsubscriptionchange', (event) => {
  ;(event as ExtendableEvent).waitUntil(
    worker.registration.pushManager.getSubscription().then((subscription) => subscription?.unsubscribe()),
  )
})
