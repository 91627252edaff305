import type { Browser, BrowserContext, Page } from 'playwright-core'
import { DESK } from '../fixtures/chromium'

/** Opens a desk's browser in which the member with this token is signed in. */
export const openSignedIn = (browser: Browser, url: string, token: string): Promise<BrowserContext> =>
  browser.newContext({
    viewport: DESK,
    locale: 'zh-CN',
    serviceWorkers: 'block',
    storageState: {
      cookies: [],
      origins: [{ origin: new URL(url).origin, localStorage: [{ name: 'token', value: token }] }],
    },
  })

/** Goes to a page and waits until it shows its data. */
export async function goto(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.waitForFunction(
    () => document.querySelector('main') && !document.querySelector('.skeleton, .readable'),
  )
}
