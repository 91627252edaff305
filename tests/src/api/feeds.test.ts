import { SITEMAP_SIZE } from '@forum/http-api/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPeopledForum, type TestForum, type TestMember } from '../fixtures/forum'

const SITE = 'https://forum.example'

describe('feeds and sitemaps', () => {
  let forum: TestForum
  let xiaoli: TestMember

  beforeAll(async () => {
    ;({ forum, xiaoli } = await startPeopledForum({
      config: { securityContact: 'mailto:security@forum.example' },
    }))
  })
  afterAll(() => forum.stop())

  const textOf = async (path: string, type: RegExp) => {
    const response = await forum.request.get(path).buffer(true).expect(200).expect('Content-Type', type)
    return response.text ?? (response.body as Buffer).toString()
  }
  const linksIn = (xml: string) => [...xml.matchAll(/<item>.*?<link>(.*?)<\/link>/g)].map(([, link]) => link)

  it('lists the newest threads of the forum, of a board and of those below it as RSS', async () => {
    const old = await forum.thread(xiaoli, 3, '旧的')
    const title = '新的 <b>& "引号"</b> ]]> 😀'
    const body = await forum
      .as(xiaoli)
      .call('createThread', { title, content: '第一段\u0001 [b]粗[/b]', boardId: 42 })
    const id = (body.thread as { id: number }).id
    const rss = await textOf('/api/feed.xml', /^application\/rss\+xml/)
    expect(linksIn(rss)).toEqual([`${SITE}/threads/${id}`, `${SITE}/threads/${old.id}`])
    expect(rss).toContain('<title>新的 &lt;b&gt;&amp; &quot;引号&quot;&lt;/b&gt; ]]&gt; 😀</title>')
    expect(rss).toContain('<category>H1B与工作签证</category>')
    expect(rss).toContain('<dc:creator>xiaoli</dc:creator>')
    expect(linksIn(await textOf('/api/boards/40/feed.xml', /rss/))).toEqual([`${SITE}/threads/${id}`])
    expect(linksIn(await textOf('/api/boards/4/feed.xml', /rss/))).toEqual([])
    await forum.request.get('/api/boards/999/feed.xml').expect(404)
  })

  it('responds 304 to a client with the current feed', async () => {
    const first = await forum.request.get('/api/feed.xml').expect(200)
    const again = () => forum.request.get('/api/feed.xml').set('If-None-Match', first.get('ETag') ?? '')
    await again().expect(304)
    await forum.thread(xiaoli, 3, '更新的')
    await again().expect(200)
  })

  it('sends the feed compressed to a client that accepts it, and plainly to one that accepts nothing', async () => {
    for (let i = 0; i < 5; i++) await forum.thread(xiaoli, 3, `第 ${i} 个：${'很长的标题'.repeat(20)}`)
    const encodingFor = async (accepted: string) => {
      const response = await forum.request.get('/api/feed.xml').set('Accept-Encoding', accepted).expect(200)
      return response.get('Content-Encoding')
    }
    expect(await encodingFor('br')).toBe('br')
    expect(await encodingFor('gzip')).toBe('gzip')
    for (const none of ['identity;q=0', '*;q=0', 'identity']) expect(await encodingFor(none)).toBeUndefined()
  })

  it('lists every public screen in a sitemap that robots.txt names', async () => {
    const gone = await forum.thread(xiaoli, 3, '删掉的')
    await forum.api.db.threads.updateOne({ _id: gone.id }, { $set: { isDeleted: true } })
    const robots = await textOf('/robots.txt', /^text\/plain/)
    expect(robots).toContain(`Sitemap: ${SITE}/sitemap.xml`)
    const xml = await textOf('/sitemap.xml', /^application\/xml/)
    for (const path of ['/', '/boards', '/boards/42', '/category/immigration', '/threads/1'])
      expect(xml).toContain(`<loc>${SITE}${path}</loc>`)
    expect(xml).not.toContain(`/threads/${gone.id}<`)
    expect(xml).toContain('<lastmod>')
  })

  it('names whom to tell of a fault in security, until a day that is always ahead', async () => {
    const path = '/.well-known/security.txt'
    const expires = async () => /^Expires: (.+)$/m.exec(await textOf(path, /^text\/plain/))?.[1] ?? ''
    expect(await textOf(path, /^text\/plain/)).toContain('Contact: mailto:security@forum.example\n')
    expect(await textOf(path, /^text\/plain/)).toContain(`Canonical: ${SITE}${path}\n`)
    const first = await expires()
    expect(Date.parse(first)).toBeGreaterThan(forum.clock.now().getTime())
    forum.clock.advance(24 * 60 * 60_000)
    expect(Date.parse(await expires())).toBeGreaterThan(Date.parse(first))
  })

  it('splits the sitemap of a large forum into parts by ranges of ids', async () => {
    const collection = forum.api.db.threads
    const [sample] = await collection.find({}).limit(1).toArray()
    const far = SITEMAP_SIZE + 5
    await collection.insertOne({ ...sample!, _id: far })
    // The sitemap is cached for a while.
    forum.clock.advance(11 * 60_000)
    const index = await textOf('/sitemap.xml', /xml/)
    const parts = [...index.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc?.slice(SITE.length) ?? '')
    expect(parts).toEqual(['/sitemap-pages.xml', '/sitemap-1.xml', '/sitemap-2.xml'])
    const [pages, first, second] = await Promise.all(parts.map((part) => textOf(part, /xml/)))
    expect(pages).toContain(`${SITE}/boards/42<`)
    expect(first).toContain(`${SITE}/threads/1<`)
    expect(second?.match(/<loc>/g)).toHaveLength(1)
    expect(second).toContain(`${SITE}/threads/${far}<`)
    for (const none of ['/sitemap-3.xml', '/sitemap-0.xml', '/sitemap-x.xml', '/sitemap-.xml'])
      await forum.request.get(none).expect(404)
  })
})
