import type { Worker } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { patiently } from '../fixtures/browser'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** Records what the page's worker does to the device: a headless browser shows nothing. */
interface Scope extends EventTarget {
  shown: string[]
  opened: string[]
  /** The address of the device's push service. */
  endpoint: string
  registration: { showNotification: (title: string, options: { tag?: string }) => Promise<void> }
  clients: { matchAll: () => Promise<unknown[]>; openWindow: (url: string) => Promise<null> }
  ExtendableEvent: new (name: string) => Event
}

const record = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as Scope
    scope.shown = []
    scope.opened = []
    scope.endpoint = 'https://push.example.com/1'
    // A headless browser has neither a push service nor badges, and crashes where they are used.
    Object.defineProperty(navigator, 'setAppBadge', { value: () => Promise.resolve() })
    Object.defineProperty(scope.registration, 'pushManager', {
      value: { getSubscription: () => Promise.resolve({ endpoint: scope.endpoint }) },
    })
    scope.registration.showNotification = (title, { tag }) => {
      scope.shown.push(`${title} (${tag})`)
      return Promise.resolve()
    }
    scope.clients.openWindow = (url) => {
      scope.opened.push(url)
      return Promise.resolve(null)
    }
  })
const recorded = (worker: Worker, what: 'shown' | 'opened') =>
  worker.evaluate((name) => (globalThis as unknown as Scope)[name], what)
/** Makes the worker find no tab, as after the page was closed. */
const closeTabs = (worker: Worker) =>
  worker.evaluate(() => {
    ;(globalThis as unknown as Scope).clients.matchAll = () => Promise.resolve([])
  })

describe('push messages in the browser', () => {
  let forum: VisitedForum

  beforeAll(async () => {
    forum = await visitForum()
  })
  afterAll(() => forum?.stop())

  it('shows no push message while a tab is visible, and otherwise shows and opens it', async () => {
    const { url } = forum.community
    const { page, context } = await forum.open(null, { serviceWorker: true })
    await page.goto('/boards')
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    const devtools = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(url))
        if (own) resolve(own.registrationId)
      })
    })
    await devtools.send('ServiceWorker.enable')
    const registrationId = await registered
    const deliver = (tag: string) =>
      devtools.send('ServiceWorker.deliverPushMessage', {
        origin: url,
        registrationId,
        data: JSON.stringify({ title: '小李 提到了你', body: '', tag, path: '/posts/5', lang: 'zh' }),
      })
    await record(worker)
    await deliver('while a tab is visible')
    // Apple ends a subscription whose messages are not shown.
    await worker.evaluate(() => {
      ;(globalThis as unknown as Scope).endpoint = 'https://web.push.apple.com/1'
    })
    await deliver('at Apple')
    await expect.poll(() => recorded(worker, 'shown'), patiently).toEqual(['小李 提到了你 (at Apple)'])
    await closeTabs(worker)
    await deliver('mention:1')
    await expect
      .poll(() => recorded(worker, 'shown'), patiently)
      .toEqual(['小李 提到了你 (at Apple)', '小李 提到了你 (mention:1)'])

    await worker.evaluate(() => {
      const scope = globalThis as unknown as Scope
      const notification = { close: () => undefined, data: { path: '/posts/5?notification=3' } }
      scope.dispatchEvent(Object.assign(new scope.ExtendableEvent('notificationclick'), { notification }))
    })
    await expect.poll(() => recorded(worker, 'opened'), patiently).toEqual([`${url}/posts/5?notification=3`])
    await context.close()
  })
})
