import type { Worker } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { patiently } from '../fixtures/browser'
import { PHONE } from '../fixtures/chromium'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** Records what the page's worker does to the device: a headless browser shows nothing. */
interface Scope extends EventTarget {
  shown: string[]
  opened: string[]
  registration: {
    showNotification: (title: string, options: { tag?: string }) => Promise<void>
    pushManager: { getSubscription: () => Promise<{ endpoint: string } | null> }
  }
  clients: { matchAll: () => Promise<unknown[]>; openWindow: (url: string) => Promise<null> }
  ExtendableEvent: new (name: string) => Event
}

const record = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as Scope
    scope.shown = []
    scope.opened = []
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

const ENDPOINT = 'https://push.example/device'

/** A browser with a push service, which a headless one lacks, whose worker does not control the page yet. */
const firstLaunch = () => {
  const subscription = {
    endpoint: 'https://push.example/device',
    options: { applicationServerKey: new ArrayBuffer(0) },
    getKey: () => new Uint8Array(65).buffer,
    unsubscribe: () => {
      localStorage.removeItem('subscribed')
      return Promise.resolve(true)
    },
  }
  PushManager.prototype.getSubscription = () =>
    Promise.resolve(localStorage.getItem('subscribed') === null ? null : subscription) as never
  PushManager.prototype.subscribe = () => {
    localStorage.setItem('subscribed', 'yes')
    return Promise.resolve(subscription) as never
  }
  Object.defineProperty(Notification, 'permission', {
    get: () => (localStorage.getItem('allowed') === null ? 'default' : 'granted'),
  })
  Notification.requestPermission = () => {
    localStorage.setItem('allowed', 'yes')
    return Promise.resolve('granted')
  }
  Object.defineProperty(ServiceWorkerContainer.prototype, 'controller', { get: () => null })
}

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
    await closeTabs(worker)
    await deliver('mention:1')
    await expect.poll(() => recorded(worker, 'shown'), patiently).toEqual(['小李 提到了你 (mention:1)'])

    await worker.evaluate(() => {
      const scope = globalThis as unknown as Scope
      const notification = { close: () => undefined, data: { path: '/posts/5?notification=3' } }
      scope.dispatchEvent(Object.assign(new scope.ExtendableEvent('notificationclick'), { notification }))
    })
    await expect.poll(() => recorded(worker, 'opened'), patiently).toEqual([`${url}/posts/5?notification=3`])
    await context.close()
  })

  it('subscribes at the first launch of the installed app, which no worker controls yet, and again after a loss', async () => {
    const member = await forum.community.register('tuisonglaowang', '老王')
    const { page, context } = await forum.open(member, { serviceWorker: true, screen: PHONE })
    const devtools = await context.newCDPSession(page)
    const features = [{ name: 'display-mode', value: 'standalone' }]
    await devtools.send('Emulation.setEmulatedMedia', { features })
    await context.addInitScript(firstLaunch)
    const subscribed: string[] = []
    await page.route('**/api/push/subscriptions', async (route) => {
      subscribed.push((route.request().postDataJSON() as { endpoint: string }).endpoint)
      await route.fulfill({ status: 201, json: {} })
    })
    await page.goto('/notifications?view=settings')
    expect(await page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true)
    await page.getByRole('button', { name: '开启推送' }).click()
    await page.getByText('已开启，网页开着并看得见时不会打扰你').waitFor()
    expect(subscribed).toEqual([ENDPOINT])
    // The browser loses the subscription: the next page asks for another one, and asks nobody.
    await page.evaluate(() => localStorage.removeItem('subscribed'))
    await page.reload()
    await expect.poll(() => subscribed, patiently).toEqual([ENDPOINT, ENDPOINT])

    // Apple allows no silent push message, even while a tab is visible.
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    await record(worker)
    const push = (endpoint: string) =>
      worker.evaluate((to) => {
        const scope = globalThis as unknown as Scope
        scope.registration.pushManager.getSubscription = () => Promise.resolve({ endpoint: to })
        const data = { json: () => ({ title: '小李', body: '', tag: 'mention:1', path: '/boards' }) }
        scope.dispatchEvent(Object.assign(new scope.ExtendableEvent('push'), { data }))
      }, endpoint)
    await push('https://fcm.googleapis.com/1')
    await push('https://web.push.apple.com/1')
    await expect.poll(() => recorded(worker, 'shown'), patiently).toEqual(['小李 (mention:1)'])

    // A click leads the page there, though no worker controls it.
    await worker.evaluate(() => {
      const scope = globalThis as unknown as Scope
      const notification = { close: () => undefined, data: { path: '/boards' } }
      scope.dispatchEvent(Object.assign(new scope.ExtendableEvent('notificationclick'), { notification }))
    })
    await page.waitForURL('**/boards')
    expect(await recorded(worker, 'opened')).toEqual([])

    // Signing out ends the subscription of the browser too.
    await page.getByRole('button', { name: '我的', exact: true }).tap()
    await page.getByRole('dialog').getByRole('button', { name: '退出' }).tap()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('subscribed')), patiently).toBeNull()
    await context.close()
  })
})
