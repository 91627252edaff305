import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visitForum, type VisitedForum } from '../fixtures/visited'

let forum: VisitedForum

beforeAll(async () => {
  forum = await visitForum()
})
afterAll(() => forum?.stop())

/** The width and height in the header of a PNG. */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`

describe('the page without a network', () => {
  it('opens offline with a notice in Chinese, and normally once the network is back', async () => {
    const { page, context } = await forum.open(null, { serviceWorker: true })
    await page.goto('/boards')
    await page.getByRole('heading', { name: '全部版块' }).waitFor()
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
      if (!navigator.serviceWorker.controller)
        await new Promise((resolve) => {
          navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
        })
    })

    await context.setOffline(true)
    const notice = await page.reload()
    await page.getByRole('heading', { name: '没有网络' }).waitFor()
    expect(await notice?.headerValue('content-security-policy')).not.toContain('unsafe')
    const seal = page.getByText('华', { exact: true })
    expect(await seal.evaluate((element) => getComputedStyle(element).display)).toBe('grid')
    expect(await page.evaluate(() => fetch('/api/boards').then(String, () => 'failed'))).toBe('failed')
    expect(await page.evaluate(() => caches.keys())).toEqual([])

    await context.setOffline(false)
    await page.getByRole('link', { name: '重试' }).click()
    await page.getByRole('heading', { name: '全部版块' }).waitFor()
    await context.close()
  })
})

describe('the manifest', () => {
  it('lists icons that exist in the sizes that it names', async () => {
    const { url } = forum.community
    const response = await fetch(`${url}/manifest.webmanifest`)
    expect(response.headers.get('content-type')).toBe('application/manifest+json')
    const { icons, ...rest } = (await response.json()) as {
      icons: { src: string; sizes: string; purpose?: string }[]
    }
    expect(rest).toMatchObject({ name: '海外华人论坛', start_url: '/', display: 'standalone' })
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? 'any'}`)).toEqual(
      expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
    )
    for (const { src, sizes } of icons.filter(({ src: name }) => name.endsWith('.png'))) {
      const picture = Buffer.from(await (await fetch(`${url}${src}`)).arrayBuffer())
      expect([src, sizeOf(picture)]).toEqual([src, sizes])
    }
  })
})
