import { accentPair } from '@forum/shared/accent'
import type { SiteInfo } from '@forum/shared/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  startAnotherApi,
  startTestForum,
  TestClock,
  type TestForum,
  type TestMember,
} from '../fixtures/forum'
import { hostileFiles } from '../fixtures/hostile-files'

const SHELL =
  '<!doctype html><html><head><title>x</title><meta name="description" content="" /></head><body><div id="root"></div></body></html>'

describe('the identity of the site', () => {
  let forum: TestForum
  let admin: TestMember
  let page: Awaited<ReturnType<typeof startAnotherApi>>
  const clock = new TestClock()

  beforeAll(async () => {
    forum = await startTestForum()
    admin = await forum.member('zongguan', 'admin')
    page = await startAnotherApi(forum.uri, {
      clock,
      files: forum.files,
      page: { shell: SHELL, headers: {}, icons: { '/favicon.svg': Buffer.from('<svg>drawn</svg>') } },
    })
    await page.api.start()
  })
  afterAll(async () => {
    await page.stop()
    await forum.stop()
  })

  const set = async (body: object): Promise<SiteInfo> =>
    (await forum.request.put('/api/admin/site').set(admin.headers).send(body).expect(200)).body
      .site as SiteInfo
  const upload = (bytes: Buffer, name = 'logo.png') =>
    forum.request.post('/api/admin/site/logo').set(admin.headers).attach('logo', bytes, name)
  /** Reads what another process serves, once it has noticed the change. */
  const served = async (path: string) => {
    clock.advance(1_000)
    const before = (await forum.request.get('/api/site').expect(200)).body as object
    await expect.poll(async () => (await page.request.get('/api/site')).body as object).toEqual(before)
    return page.request.get(path).responseType('blob').expect(200)
  }
  const textOf = async (path: string) => String((await served(path)).body)
  const red = sharp({ create: { width: 900, height: 300, channels: 3, background: '#b5442b' } })

  it('takes the first character of the name as its seal, until an admin chooses one', async () => {
    const defaults = await set({ seal: null, name: '岩点攀岩社' })
    expect(defaults).toMatchObject({ name: '岩点攀岩社', seal: '岩', logo: null, accent: '#a82a1e' })
    expect(await set({ seal: '点' })).toMatchObject({ seal: '点' })
    expect(await set({ seal: '🧗🏽‍♀️', name: null })).toMatchObject({ seal: '🧗🏽‍♀️', name: '测试论坛' })
    await set({ seal: null })
  })

  it('is in force everywhere with one event, and logged with what changed', async () => {
    forum.bus.sent.length = 0
    const footer = { text: '周二休馆', links: [{ label: '沪ICP备0号', url: 'https://beian.miit.gov.cn/' }] }
    const texts = { description: '一起爬墙', welcome: '欢迎来爬墙', contact: '前台微信 yandian' }
    const site = await set({ name: '岩点攀岩社', accent: '#1F6F43', footer, ...texts })
    expect(site).toMatchObject({ name: '岩点攀岩社', accent: '#1f6f43', footer, ...texts })
    const events = forum.bus.sent.map(({ message }) => message)
    expect(events).toContainEqual(expect.objectContaining({ name: 'site:changed', site }))
    const entry = await forum.api.db.moderationLog.findOne({ action: 'set_site' }, { sort: { _id: -1 } })
    expect(entry?.changes).toContainEqual({ field: 'accent', before: '#a82a1e', after: '#1f6f43' })

    const html = await textOf('/')
    expect(html).toContain('<link rel="stylesheet" href="/site.css" />')
    expect(html).toContain('<span class="brand-seal" aria-hidden="true">岩</span>')
    expect(html).toContain('<meta name="description" content="一起爬墙" />')
    const [, data = ''] = /<script type="application\/json" id="site">(.*)<\/script>/.exec(html) ?? []
    expect(JSON.parse(data)).toEqual(site)
    const { light, dark } = accentPair('#1f6f43')
    const css = await textOf('/site.css')
    expect(css).toContain(`--seal:light-dark(${light.accent},${dark.accent})`)
    expect(await textOf('/favicon.svg')).toMatch(/fill="#1f6f43".*>岩<\/text>/)
    const help = await page.request.get('/api/auth/forgot').expect(200)
    expect(help.body).toMatchObject({ contact: '前台微信 yandian' })
  })

  it('draws the icons of the installed page in the sizes of their names, of the seal and of a logo', async () => {
    const sizes = { 'icon-192': 192, 'icon-512': 512, 'maskable-512': 512, 'apple-touch-icon': 180 }
    const pixels = async () => {
      const corners: Record<string, number[]> = {}
      for (const [name, side] of Object.entries(sizes)) {
        const picture = sharp((await served(`/icons/${name}.png`)).body as Buffer)
        expect(await picture.metadata()).toMatchObject({ width: side, height: side, format: 'png' })
        const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
        corners[name] = [...data.subarray(0, info.channels)]
      }
      return corners
    }
    const ofSeal = await pixels()
    // Round corners are transparent; a full icon has its ground there.
    expect(ofSeal['icon-192']?.[3]).toBe(0)
    expect(ofSeal['maskable-512']).toEqual([0x1f, 0x6f, 0x43, 255])
    await upload(await red.png().toBuffer()).expect(200)
    expect((await pixels())['maskable-512']).toEqual([255, 255, 255, 255])
    await page.request.get('/icons/none.png').expect(404)
  })

  it('serves the icons that were drawn by hand for the seal of the demo', async () => {
    await set({ seal: '华', accent: null })
    await forum.request.delete('/api/admin/site/logo').set(admin.headers).expect(200)
    expect(await textOf('/favicon.svg')).toBe('<svg>drawn</svg>')
    expect(await textOf('/site.css')).toBe('')
    await set({ seal: null })
    expect(await textOf('/favicon.svg')).toContain('>岩</text>')
  })

  it('keeps of a logo its pixels alone, in a new file, and removes the one before', async () => {
    const photo = await red
      .withExif({ IFD0: { Artist: 'SECRET-ARTIST' } })
      .webp()
      .toBuffer()
    const first = ((await upload(photo, 'logo.webp').expect(200)).body as { site: SiteInfo }).site.logo ?? ''
    expect(first).toMatch(/^\/api\/uploads\/logo-[0-9a-f]{32}\.png$/)
    const kept = Buffer.from(forum.files.kept.get(first.replace('/api/uploads/', '')) ?? [])
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'png', width: 512, height: 171 })
    expect(kept.includes('SECRET')).toBe(false)
    await forum.request.get(first).expect(200)
    await upload(await red.png().toBuffer()).expect(200)
    await forum.request.get(first).expect(404)
    const removed = await forum.request.delete('/api/admin/site/logo').set(admin.headers).expect(200)
    expect((removed.body as { site: SiteInfo }).site.logo).toBeNull()
  })

  it('keeps no file of a logo that could not be set', async () => {
    const before = [...forum.files.kept.keys()]
    vi.spyOn(forum.api.db.siteSettings, 'updateOne').mockRejectedValueOnce(new Error('no answer'))
    await upload(await red.png().toBuffer()).expect(500)
    expect([...forum.files.kept.keys()]).toEqual(before)
  })

  it('refuses a hostile logo or makes it harmless', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    await upload(svg, 'logo.svg').expect(415)
    await upload(svg, 'logo.png').expect(415)
    for (const { what, name, bytes, without, outcome } of await hostileFiles()) {
      const response = await upload(bytes, name)
      const isPicture = 'mimeType' in outcome && /^image\/(png|jpeg|webp)$/.test(outcome.mimeType)
      if (response.status !== 200) {
        expect([400, 413, 415], what).toContain(response.status)
        continue
      }
      expect(isPicture, what).toBe(true)
      const { logo } = (response.body as { site: SiteInfo }).site
      const stored = Buffer.from(forum.files.kept.get((logo ?? '').replace('/api/uploads/', '')) ?? [])
      expect(await sharp(stored).metadata(), what).toMatchObject({ format: 'png' })
      if (without !== undefined) expect(stored.includes(without), what).toBe(false)
    }
    await forum.request.delete('/api/admin/site/logo').set(admin.headers).expect(200)
  })

  it.each([
    [{ seal: '攀岩' }, 'seal', 'one_character'],
    [{ accent: 'red' }, 'accent', 'invalid'],
    [{ name: 'x'.repeat(51) }, 'name', 'too_long'],
    [{ footer: { links: [{ label: '坏', url: 'javascript:alert(1)' }] } }, 'footer.links.0.url', 'invalid'],
    [{ footer: { links: [{ label: '坏', url: '//evil.example' }] } }, 'footer.links.0.url', 'invalid'],
  ])('refuses %j with the field', async (body, field, code) => {
    const refused = await forum.request.put('/api/admin/site').set(admin.headers).send(body).expect(400)
    expect(refused.body.errors).toMatchObject([{ field, code }])
  })
})
