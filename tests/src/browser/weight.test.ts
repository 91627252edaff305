import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLive } from '../fixtures/browser'
import { visitForum, type VisitedForum } from '../fixtures/visited'

/** Maximum size of what opening the home page loads, compressed with gzip. */
const SCRIPTS_MAX_KB = 160
const STYLES_MAX_KB = 20

let forum: VisitedForum

beforeAll(async () => {
  forum = await visitForum()
})
afterAll(() => forum?.stop())

it(`the home page loads at most ${SCRIPTS_MAX_KB} KB of scripts and ${STYLES_MAX_KB} KB of styles`, async () => {
  const { page, context } = await forum.open()
  const loaded: { url: string; kind: string; body: Promise<Buffer> }[] = []
  page.on('response', (response) => {
    const kind = response.request().resourceType()
    if (kind === 'script' || kind === 'stylesheet')
      loaded.push({ url: response.url(), kind, body: response.body() })
  })
  await page.goto('/')
  await isLive(page)
  await page.getByRole('region', { name: '最新回复' }).getByRole('link').first().waitFor()
  await page.waitForLoadState('networkidle')
  const sizes = await Promise.all(
    loaded.map(async ({ url, kind, body }) => ({ url, kind, size: gzipSync(await body).length })),
  )
  const total = (of: string) =>
    sizes.filter(({ kind }) => kind === of).reduce((sum, { size }) => sum + size, 0) / 1_000
  expect(total('script')).toBeGreaterThan(100)
  expect(total('script'), JSON.stringify(sizes)).toBeLessThan(SCRIPTS_MAX_KB)
  expect(total('stylesheet'), JSON.stringify(sizes)).toBeLessThan(STYLES_MAX_KB)
  await context.close()
})
