import type { Worker } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { patiently } from '../fixtures/browser'
import { PHONE } from '../fixtures/chromium'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** Records what the page's worker does to the device: a headless browser shows nothing. */
interface Scope extends EventTarget {
  shown: string[]
  opened: string[]
  /** One promise for each push message, which resolves once the worker is done with it. */
  handled: Promise<unknown>[]
  /** The address of the device's push service. */
  endpoint: string
  registration: { showNotification: (title: string, options: { tag?: string }) => Promise<void> }
  clients: { matchAll: () => Promise<unknown[]>; openWindow: (url: string) => Promise<null> }
  PushEvent: { prototype: { waitUntil: (work: Promise<unknown>) => void } }
  ExtendableEvent: new (name: string) => Event
}

const record = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as Scope
    scope.shown = []
    scope.opened = []
    scope.handled = []
    scope.endpoint = 'https://push.example.com/1'
    const { prototype } = scope.PushEvent
    const { waitUntil } = prototype
    prototype.waitUntil = function (work) {
      scope.handled.push(work)
      waitUntil.call(this, work)
    }
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
/** Returns how many push messages the worker is done with. */
const handled = (worker: Worker) =>
  worker.evaluate(async () => (await Promise.all((globalThis as unknown as Scope).handled)).length)
/** Clicks a push message that leads to a path. */
const click = (worker: Worker, path: string) =>
  worker.evaluate((to) => {
    const scope = globalThis as unknown as Scope
    const notification = { close: () => undefined, data: { path: to } }
    scope.dispatchEvent(Object.assign(new scope.ExtendableEvent('notificationclick'), { notification }))
  }, path)
/** Makes the worker find no tab, as after the page was closed. */
const closeTabs = (worker: Worker) =>
  worker.evaluate(() => {
    ;(globalThis as unknown as Scope).clients.matchAll = () => Promise.resolve([])
  })

/** Gives the page a push service, which headless browsers lack, and a service worker that never controls the page. */
const provideFirstLaunch = () => {
  const subscription = {
    endpoint: 'https://push.example/device',
    options: { applicationServerKey: new ArrayBuffer(0) },
    getKey: () => new Uint8Array(65).buffer,
    unsubscribe: () => {
      localStorage.removeItem('subscribed')
      return Promise.resolve(true)
    },
  }
  const stored = (key: string) => localStorage.getItem(key) !== null
  PushManager.prototype.getSubscription = () =>
    Promise.resolve(stored('subscribed') ? subscription : null) as never
  PushManager.prototype.subscribe = () => {
    localStorage.setItem('subscribed', 'yes')
    return Promise.resolve(subscription) as never
  }
  Object.defineProperty(Notification, 'permission', {
    get: () => (stored('allowed') ? 'granted' : 'default'),
  })
  Notification.requestPermission = () => {
    localStorage.setItem('allowed', 'yes')
    return Promise.resolve('granted')
  }
  Object.defineProperty(ServiceWorkerContainer.prototype, 'controller', { get: () => null })
  // Must not be called without a push service: the browser would crash.
  Object.defineProperty(Navigator.prototype, 'setAppBadge', { value: () => Promise.resolve() })
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
        const registration = registrations.find(({ scopeURL }) => scopeURL.startsWith(url))
        if (registration) resolve(registration.registrationId)
      })
    })
    await devtools.send('ServiceWorker.enable')
    const registrationId = await registered
    let delivered = 0
    /** Delivers a push message and waits until the worker is done with it. */
    const deliver = async (tag: string) => {
      await devtools.send('ServiceWorker.deliverPushMessage', {
        origin: url,
        registrationId,
        data: JSON.stringify({ title: '小李 提到了你', body: '', tag, path: '/posts/5', lang: 'zh' }),
      })
      delivered += 1
      await expect.poll(() => handled(worker), patiently).toBe(delivered)
    }
    await record(worker)
    await deliver('while a tab is visible')
    // Apple ends a subscription whose messages are not shown.
    await worker.evaluate(() => {
      ;(globalThis as unknown as Scope).endpoint = 'https://web.push.apple.com/1'
    })
    await deliver('at Apple')
    expect(await recorded(worker, 'shown')).toEqual(['小李 提到了你 (at Apple)'])
    await worker.evaluate(() => {
      ;(globalThis as unknown as Scope).endpoint = 'https://push.example.com/1'
    })
    // A visible tab without the app shows no toast and follows no link.
    await page.goto('/sitemap.xml')
    await deliver('beside a sitemap')
    await click(worker, '/posts/4')
    await expect.poll(() => recorded(worker, 'opened'), patiently).toEqual([`${url}/posts/4`])
    await closeTabs(worker)
    await deliver('mention:1')
    expect(await recorded(worker, 'shown')).toEqual([
      '小李 提到了你 (at Apple)',
      '小李 提到了你 (beside a sitemap)',
      '小李 提到了你 (mention:1)',
    ])

    await click(worker, '/posts/5?notification=3')
    await expect
      .poll(() => recorded(worker, 'opened'), patiently)
      .toEqual([`${url}/posts/4`, `${url}/posts/5?notification=3`])
    await context.close()
  })

  it('subscribes at the first launch of the installed app, which no worker controls, and again after a loss', async () => {
    const { community } = forum
    const member = await community.register('tuisonglaowang', '老王')
    const { page, context } = await forum.open(member, { serviceWorker: true, screen: PHONE })
    await context.addInitScript(provideFirstLaunch)
    const subscribed: string[] = []
    await page.route('**/api/push/subscriptions', async (route) => {
      subscribed.push(
        `${route.request().method()} ${(route.request().postDataJSON() as { endpoint: string }).endpoint}`,
      )
      await route.fulfill({ status: 201, json: {} })
    })
    await page.goto('/notifications?view=settings')
    // A page waits for its first worker, but not for as long as a busy machine may take to start one.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.getByRole('button', { name: '开启推送' }).click()
    await page.getByText('已开启，网页开着并看得见时不会打扰你').waitFor()
    const made = 'POST https://push.example/device'
    expect(subscribed).toEqual([made])

    // The browser loses the subscription: the next page makes another one without asking.
    await page.evaluate(() => {
      localStorage.removeItem('subscribed')
    })
    await page.reload()
    await expect.poll(() => subscribed, patiently).toEqual([made, made])

    // A click on a push message leads the page there, though no worker controls it.
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    await record(worker)
    await click(worker, '/boards')
    await page.waitForURL('**/boards')
    expect(await recorded(worker, 'opened')).toEqual([])
    // Coming to another screen closes the sheet.
    await page.getByRole('heading', { name: '全部版块' }).first().waitFor()

    // Signing out ends the subscription in the browser too.
    await page.getByRole('button', { name: '我的', exact: true }).tap()
    await page.getByRole('dialog').getByRole('button', { name: '退出' }).tap()
    await page.getByRole('dialog').getByRole('button', { name: '确认退出' }).tap()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('subscribed')), patiently).toBeNull()
    await context.close()
  })
})
