import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  startAnotherApi,
  TestClock,
  startPeopledForum,
  type TestForum,
  type TestMember,
} from '../fixtures/forum'

const SITE = 'https://forum.example'
const SHELL = `<!doctype html><html lang="zh-Hans"><head>
<meta name="description" content="默认" />
<title>默认</title>
</head><body><div id="root"></div></body></html>`
const HEADERS = { 'Content-Security-Policy': "default-src 'self'; frame-ancestors 'none'" }

describe('the screens as documents', () => {
  let forum: TestForum
  let xiaoli: TestMember
  let laowang: TestMember
  let banzhu: TestMember
  let other: Awaited<ReturnType<typeof startAnotherApi>>
  let request: typeof other.request
  let threadId: number
  const clock = new TestClock()

  beforeAll(async () => {
    ;({ forum, xiaoli, laowang, banzhu } = await startPeopledForum())
    other = await startAnotherApi(forum.uri, { clock, page: { shell: SHELL, headers: HEADERS, icons: {} } })
    await other.api.services.settings.refresh()
    request = other.request
    const title = '抽签 <结果> & "感想"'
    const content = '第一楼的正文</script><script>alert(1)</script> [img]https://pic.example/a.png[/img]'
    const body = await forum.as(xiaoli).call('createThread', { title, content, boardId: 42 })
    threadId = (body.thread as { id: number }).id
    for (let number = 2; number <= 24; number++) await reply(`第 ${number} 楼的回复`)
    await forum.settle()
  })
  afterAll(async () => {
    await other.stop()
    await forum.stop()
  })

  const reply = (content: string) => forum.as(laowang).call('createPost', { threadId, content })
  const htmlOf = async (path: string, status = 200) => {
    const response = await request
      .get(path)
      .expect(status)
      .expect('Content-Type', /^text\/html/)
    expect(response.get('Content-Security-Policy')).toBe(HEADERS['Content-Security-Policy'])
    return response.text
  }
  const dataIn = (html: string) =>
    [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
    )
  const metaIn = (html: string, name: string) =>
    new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1]

  it('renders the pages of the site, in their present text, and no page that there is not', async () => {
    const { headers } = await forum.member('yemian', 'admin')
    expect(await htmlOf('/terms')).toContain('<h1>服务条款</h1>')
    const put = (content: string) =>
      forum.request
        .put('/api/admin/pages/gear')
        .set(headers)
        .send({ title: '装备 & 借用', content })
        .expect(200)
    await put('[h2]押金[/h2]一百元<script>')
    // Another process notices the change within a second.
    clock.advance(1_000)
    const html = await htmlOf('/pages/gear')
    expect(html).toContain('<h1>装备 &amp; 借用</h1><div><h2>押金</h2>一百元&lt;script&gt;</div>')
    expect(html).toContain(`<link rel="canonical" href="${SITE}/pages/gear"`)
    await put('两百元')
    clock.advance(1_000)
    expect(await htmlOf('/pages/gear')).toContain('两百元')
    await htmlOf('/pages/none', 404)
  })

  it('renders the beginning of posts that are too long together, in a document of bounded size', async () => {
    const body = await forum
      .as(xiaoli)
      .call('createThread', { title: '很长', content: `开头 ${'"'.repeat(19_000)}`, boardId: 42 })
    const { id } = body.thread as { id: number }
    const long = (number: number) => `第 ${number} 楼 [b]${'"👨‍👩‍👧‍👦'.repeat(3_000)}[/b]`
    for (let number = 2; number <= 12; number++) {
      const content = long(number)
      await forum.as(laowang).reply(id, content)
    }
    const html = await htmlOf(`/threads/${id}`)
    for (let number = 2; number <= 12; number++) expect(html).toContain(`第 ${number} 楼 <b>&quot;👨‍👩‍👧‍👦&quot;`)
    expect(Buffer.byteLength(html)).toBeLessThan(400 * 1024)
    // The opening post and the first reply fit.
    expect(html.match(/ …<\/div>/g)).toHaveLength(10)
    // The beginning ends between two characters, and closes the tags that are open there.
    expect(html).toContain('👨‍👩‍👧‍👦</b> …</div>')
    expect(html).not.toContain('\ufffd')
    expect(html).not.toContain('[b]')
  })

  it('isolates a name from right to left from the number behind it', async () => {
    const member = await forum.member('shalom')
    await forum.as(member).call('updateProfile', { displayName: 'שלום' })
    const thread = await forum.thread(member, 42, 'كتاب 2025')
    await forum.settle()
    expect(await htmlOf(`/threads/${thread.id}`)).toContain('<b>\u2068שלום\u2069</b>')
    const board = await htmlOf('/boards/42')
    expect(board).toContain('>\u2068كتاب 2025\u2069</a></span></div>')
    expect(board).toContain('<b class="latest-who one-line">\u2068שלום\u2069 发帖</b>')
  })

  it('shows the text of a thread without scripts, and escapes what members wrote', async () => {
    const html = await htmlOf(`/threads/${threadId}`)
    expect(html).toContain('<h1>抽签 &lt;结果&gt; &amp; &quot;感想&quot;</h1>')
    expect(html).toContain('第一楼的正文&lt;/script&gt;&lt;script&gt;alert(1)')
    expect(html).toContain('第 21 楼的回复')
    expect(html).not.toContain('第 22 楼的回复')
    expect(html).not.toContain('<script>alert(1)')
    expect(html).toContain(`<a href="/threads/${threadId}/page/2">下一页</a>`)
    expect(await htmlOf(`/threads/${threadId}/page/2`)).toContain('第 24 楼的回复')
  })

  it('describes a thread in the head of its document', async () => {
    const html = await htmlOf(`/threads/${threadId}`)
    expect(html).toContain('<title>抽签 &lt;结果&gt; &amp; &quot;感想&quot; - 测试论坛</title>')
    expect(html).toContain('<meta name="application-name" content="测试论坛" />')
    expect(html).toContain(`<link rel="canonical" href="${SITE}/threads/${threadId}" />`)
    expect(html).toContain(`<link rel="next" href="${SITE}/threads/${threadId}/page/2" />`)
    expect(metaIn(html, 'og:type')).toBe('article')
    expect(metaIn(html, 'og:title')).toBe('抽签 &lt;结果&gt; &amp; &quot;感想&quot;')
    expect(metaIn(html, 'og:image')).toBe('https://pic.example/a.png')
    expect(metaIn(html, 'description')).toContain('第一楼的正文')
    expect(html.match(/name="description"/g)).toHaveLength(1)
    const [posting, trail] = dataIn(html)
    expect(posting).toMatchObject({
      '@type': 'DiscussionForumPosting',
      headline: '抽签 <结果> & "感想"',
      author: { name: 'xiaoli' },
      commentCount: 23,
      url: `${SITE}/threads/${threadId}`,
    })
    expect(posting?.comment).toHaveLength(20)
    expect(trail).toMatchObject({ '@type': 'BreadcrumbList' })
    const links = trail?.itemListElement as { item: string }[] | undefined
    expect(links?.map(({ item }) => item)).toEqual([
      `${SITE}/`,
      `${SITE}/boards/40`,
      `${SITE}/boards/42`,
      `${SITE}/threads/${threadId}`,
    ])
  })

  it('describes a question with its answer, and shows both without scripts', async () => {
    const question = { title: '去哪儿办', content: '急', boardId: 42, isQuestion: true }
    const { thread } = await forum.as('wenwen').call('createThread', question)
    const reply = await forum.as(banzhu).reply(thread.id, '去三楼')
    // The lists of another process change with the counters of boards, which follow after the response.
    await forum.settle()
    expect(await htmlOf('/boards/42')).toContain('待解答')
    await forum.as(banzhu).call('answerThread', { threadId: thread.id, postId: reply.id })
    await forum.settle()
    const html = await htmlOf(`/threads/${thread.id}`)
    expect(html).toContain('<h2>已采纳的回答</h2>')
    expect(html).toContain(`<a href="/threads/${thread.id}#post-${reply.id}">2 楼</a>`)
    expect(await htmlOf('/boards/42')).toContain('已解决')
    expect(dataIn(html)[0]).toMatchObject({
      '@type': 'QAPage',
      mainEntity: {
        '@type': 'Question',
        name: '去哪儿办',
        answerCount: 1,
        acceptedAnswer: { '@type': 'Answer', text: '去三楼', url: `${SITE}/posts/${reply.id}` },
        suggestedAnswer: [],
      },
    })
  })

  it('shows documents as current as the API, and responds 304 to a client that has them', async () => {
    const etag = (await request.get(`/threads/${threadId}`)).get('ETag') ?? ''
    await request.get(`/threads/${threadId}`).set('If-None-Match', etag).expect(304)
    await forum.as(banzhu).call('lockThread', { threadId, locked: true })
    const locked = await request.get(`/threads/${threadId}`).set('If-None-Match', etag).expect(200)
    expect(locked.text).toContain('已锁定')
    const packed = await request.get(`/threads/${threadId}`).set('Accept-Encoding', 'br').expect(200)
    expect(packed.get('Content-Encoding')).toBe('br')
  })

  it('lists threads and boards in the documents of home, boards and categories', async () => {
    const link = `<a href="/threads/${threadId}" class="row-link thread-link">`
    for (const path of [
      '/',
      '/boards/42',
      '/category/immigration',
      '/category/%E7%A7%BB%E6%B0%91%E7%AD%BE%E8%AF%81',
    ]) {
      const html = await htmlOf(path)
      expect(html, path).toContain(link)
      expect(html, path).toContain('class="readable"')
    }
    expect(await htmlOf('/boards/40')).toContain('<a href="/boards/42">H1B与工作签证</a>')
    expect(await htmlOf('/boards')).toContain('<a href="/boards/42">')
  })

  it('leads to a screen and orders the boards as the app does', async () => {
    const crumbsOf = async (path: string) => /<nav class="crumbs".*?<\/nav>/.exec(await htmlOf(path))?.[0]
    const links = (html = '') => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
    expect(links(await crumbsOf(`/threads/${threadId}`))).toEqual(['/', '/boards/40', '/boards/42'])
    expect(links(await crumbsOf('/boards/42'))).toEqual(['/', '/boards', '/boards/40'])
    expect(links(await crumbsOf('/category/immigration'))).toEqual(['/', '/boards'])
    const boards = (await htmlOf('/boards')).split('<h1>全部版块</h1>')[1] ?? ''
    const ids = links(boards.split('</main>')[0])
    expect(ids.indexOf('/boards/1')).toBeGreaterThan(ids.indexOf('/boards/42'))
    expect(boards).toMatch(/<li><a href="\/boards\/40">(?:(?!<\/li>).)*<ul><li><a href="\/boards\/4\d">/)
  })

  it('shows a thread as the app does: who wrote last and when, the board, the marks and the replies', async () => {
    await forum.as(banzhu).call('featureThread', { threadId, featured: true })
    await forum.as(banzhu).call('pinThread', { threadId, pinned: true })
    clock.advance(31_000)
    const rowIn = async (path: string) =>
      (await htmlOf(path))
        .split('<li class="row">')
        .find((row) => row.includes(`href="/threads/${threadId}"`))
    const home = await rowIn('/')
    expect(home).toContain('<b class="latest-who one-line">laowang88</b>')
    expect(home).toContain('<span class="latest-starter one-line">xiaoli 发帖</span>')
    expect(home).toContain('<a href="/boards/42" class="thread-board">H1B与工作签证</a>')
    expect(home).toContain('<span class="latest-replies num">23 回复</span>')
    expect(home).toContain('<span class="tag tag-seal">精华</span>')
    expect(home).not.toContain('置顶')
    expect(await rowIn('/boards/42')).toMatch(
      /<span class="tag tag-warn"><svg [^>]*>(?:<path d="[^"]*"\/>)+<\/svg>置顶<\/span>/,
    )
    expect(await htmlOf('/')).toMatch(/<b>\d+月\d+日星期.<\/b><span>今日 \d+ 帖<\/span>/)
  })

  it('names the lists of the whole forum, and shows strangers none of a member', async () => {
    const of = async (path: string) => {
      const html = await htmlOf(path)
      const [, title] = /<title>(.*) - 测试论坛<\/title>/.exec(html) ?? []
      const [, address] = /<link rel="canonical" href="([^"]*)"/.exec(html) ?? []
      expect(html).toContain(`<h1>${title}</h1>`)
      return [title, address?.slice(SITE.length), html.includes(`href="/threads/${threadId}"`)]
    }
    expect(await of('/latest')).toEqual(['最新回复', '/latest', true])
    expect(await of('/latest?list=watched')).toEqual(['最新回复', '/latest', true])
    expect(await of('/latest?list=created')).toEqual(['最新发表', '/latest?list=created', true])
    expect(await of('/latest?list=featured')).toEqual(['精华', '/latest?list=featured', true])
    expect(await of('/latest?list=open')).toEqual(['等一个答案', '/latest?list=open', false])
  })

  it('offers the feed of a board, and one address of a category', async () => {
    expect(await htmlOf('/boards/42')).toContain(`href="${SITE}/api/boards/42/feed.xml"`)
    expect(await htmlOf('/category/immigration')).toContain(
      `<link rel="canonical" href="${SITE}/category/immigration" />`,
    )
    expect(dataIn(await htmlOf('/'))).toEqual([expect.objectContaining({ '@type': 'WebSite' })])
  })

  it('contains the announcement on the home page until it ends', async () => {
    const admin = await forum.member('zongguan', 'admin')
    const put = (body: { text: string; until?: string }) => forum.as(admin).call('setAnnouncement', body)
    await put({ text: '<今晚> [url=/boards/3]维护[/url]' })
    expect(await htmlOf('/')).toContain(
      '<b>公告</b> <span class="readable-announcement">&lt;今晚&gt; <a href="/boards/3">维护</a></span></p>',
    )
    const until = new Date(clock.now().getTime() + 60_000).toISOString()
    await put({ text: '很快就过', until })
    expect(await htmlOf('/')).toContain('很快就过')
    clock.advance(60_000)
    const html = await htmlOf('/')
    expect(html).not.toContain('很快就过')
    expect(html).not.toContain('<b>公告</b>')
  })

  it('responds 404 for missing content, and lets the app explain it', async () => {
    const gone = await forum.thread(xiaoli, 42, '删掉的主题')
    await forum.as(xiaoli).call('deleteThread', { threadId: gone.id })
    for (const path of [
      `/threads/${gone.id}`,
      '/threads/999999',
      '/threads/abc',
      `/threads/${threadId}/page/0`,
      '/boards/999',
      '/boards/x',
      '/category/nowhere',
      '/boards/42?page=0',
    ]) {
      const html = await htmlOf(path, 404)
      expect(html, path).toContain('<div id="root"></div>')
      expect(metaIn(html, 'robots'), path).toBe('noindex')
      expect(html, path).not.toContain('删掉的主题')
    }
    expect(metaIn(await htmlOf(`/threads/${threadId}/page/99`), 'robots')).toBe('noindex')
  })

  it('has the masthead, the ages and the counts of the app', async () => {
    await forum.api.db.threads.updateOne({ _id: threadId }, { $set: { viewCount: 12_048 } })
    clock.advance(31_000)
    const html = await htmlOf(`/threads/${threadId}`)
    expect(html).toContain('<span class="brand-seal" aria-hidden="true">华</span>')
    expect(html).toContain('<a href="/boards" aria-current="true">版块</a>')
    expect(html).toContain('1.2 万 浏览')
    expect(html).toMatch(/<time datetime="[^"]+" title="\d{4}-\d\d-\d\d \d\d:\d\d">\d+ 分钟前<\/time>/)
    clock.advance(31 * 24 * 60 * 60_000)
    expect(await htmlOf(`/threads/${threadId}`)).toMatch(/ title="(\d{4}-\d\d-\d\d) \d\d:\d\d">\1<\/time>/)
  })

  it('has documents of profiles, hot topics and the search, whose results are left to the app', async () => {
    const profile = await htmlOf(`/users/${xiaoli.id}`)
    expect(profile).toContain('<title>xiaoli 的主页 - 测试论坛</title>')
    expect(profile).toContain(`<a href="/threads/${threadId}" class="row-link thread-link">`)
    expect(profile).toContain(`<link rel="canonical" href="${SITE}/users/${xiaoli.id}" />`)
    expect(profile).not.toContain('@example.com')
    await htmlOf('/users/999999', 404)
    expect(await htmlOf('/hot')).toContain('<h1>热门话题</h1>')
    const search = await htmlOf('/search?q=%3Cb%3E%22')
    expect(search).toContain('name="q" value="&lt;b&gt;&quot;"')
    expect(metaIn(search, 'robots')).toBe('noindex')
    await forum.as(banzhu).call('banUser', { userId: xiaoli.id, banned: true })
    clock.advance(31_000)
    const banned = await htmlOf(`/users/${xiaoli.id}`)
    expect(banned).toContain('已封禁')
    expect(metaIn(banned, 'robots')).toBe('noindex')
    expect(await htmlOf(`/threads/${threadId}`)).toContain('已封禁')
    await forum.as(banzhu).call('banUser', { userId: xiaoli.id, banned: false })
  })

  it('links only to existing pages', async () => {
    const seen = new Set<string>()
    const waiting = ['/']
    const dead: string[] = []
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path)) continue
      seen.add(path)
      const { status, text } = await request.get(path)
      if (status !== 200) dead.push(`${status} ${path}`)
      const links = [...text.matchAll(/<(?:a|link rel="(?:next|prev|alternate)") href="([^"]+)"/g)]
      for (const [, to = ''] of links) {
        const inside = to.startsWith(SITE) ? to.slice(SITE.length) : to
        // These exist only in the app.
        if (inside.startsWith('/') && !['/profile', '/my/messages', '/help'].includes(inside))
          waiting.push(inside.replaceAll('&amp;', '&'))
      }
    }
    expect(dead).toEqual([])
    expect(seen.size).toBeGreaterThan(60)
  })
})
