import type { Browser } from 'playwright-core'
import { DESK, PATIENCE_MS, PHONE } from '../fixtures/chromium'
import type { Peer } from './peer'

/** A slow line, with a processor four times slower. */
const SLOW_LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const SLOWER = 4
const QUIET_MS = 5_000
/** A reply that a reader does not see by then counts as not shown. */
const SEEN_WITHIN_MS = 20_000

/**
 * Returns the median time in which a reply appears to somebody who reads its thread, in seconds from its sending; null if
 * one does not appear.
 */
export async function secondsUntilSeen(
  browser: Browser,
  peer: Peer,
  threadId: number,
  replies: number,
): Promise<number | null> {
  const context = await browser.newContext({ viewport: DESK })
  const page = await context.newPage()
  await page.goto(peer.url + peer.pages.thread(threadId), { timeout: PATIENCE_MS })
  await page.locator(peer.postText).first().waitFor({ timeout: PATIENCE_MS })
  // The connection for live events opens after the page.
  await page.waitForTimeout(QUIET_MS)
  const times: number[] = []
  for (let i = 0; i < replies; i += 1) {
    const text = `看得见的第 ${i} 个回复`
    const seen = page
      .locator(peer.postText, { hasText: text })
      .waitFor({ timeout: SEEN_WITHIN_MS })
      .then(
        () => true,
        () => false,
      )
    const startedAt = performance.now()
    await peer.reply(threadId, text)
    if (!(await seen)) return null
    times.push(performance.now() - startedAt)
  }
  await context.close()
  return (times.toSorted((a, b) => a - b)[Math.floor(replies / 2)] ?? 0) / 1_000
}

interface PageWeight {
  kilobytes: number
  scriptKilobytes: number
  requests: number
  firstPaintS: number
  readableS: number
}

/** Loads a thread for the first time: what it transfers, and on a slow phone when its first post can be read. */
export async function measurePage(browser: Browser, peer: Peer, threadId: number): Promise<PageWeight> {
  const address = peer.url + peer.pages.thread(threadId)
  const context = await browser.newContext({ viewport: PHONE, serviceWorkers: 'block' })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  const isScript = new Set<string>()
  const sizes = new Map<string, number>()
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') isScript.add(requestId)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes.set(requestId, encodedDataLength)
  })
  await devtools.send('Network.emulateNetworkConditions', SLOW_LINE)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const startedAt = performance.now()
  const navigation = page.goto(address, { timeout: PATIENCE_MS, waitUntil: 'commit' })
  await page.locator(peer.postText).first().waitFor({ timeout: PATIENCE_MS })
  const readableS = (performance.now() - startedAt) / 1_000
  await navigation
  await page.waitForLoadState('networkidle', { timeout: PATIENCE_MS })
  await page.waitForTimeout(QUIET_MS)
  const firstPaintMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  )
  await context.close()
  const sum = (ids: Iterable<string>) =>
    [...ids].reduce((total, id) => total + (sizes.get(id) ?? 0), 0) / 1_000
  return {
    kilobytes: sum(sizes.keys()),
    scriptKilobytes: sum(isScript),
    requests: sizes.size,
    firstPaintS: firstPaintMs / 1_000,
    readableS,
  }
}
