import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readAs, readEverything, type Ids, type Queries } from '../fixtures/every-read'
import {
  startAnotherApi,
  startTestForum,
  TestClock,
  type TestForum,
  type TestMember,
} from '../fixtures/forum'

/**
 * Derived data, such as the search index and notifications, is brought up to date by consumers of the log,
 * which may be late. Here they are held back, and everything is read right after the change, at the process that made it
 * and a second later at another one.
 */

const SHELL = '<!doctype html><html><head><title>默认</title></head><body><div id="root"></div></body></html>'

/** A gate that all consumers of the forum's log wait at. */
class Gate {
  private opened = Promise.resolve()
  open: () => void = () => undefined

  close(): void {
    this.opened = new Promise((resolve) => {
      this.open = resolve
    })
  }

  pass = () => this.opened
}

describe('before the consumers of the log have handled a change, nobody else reads', () => {
  const gate = new Gate()
  const clock = new TestClock()
  let forum: TestForum
  let other: Awaited<ReturnType<typeof startAnotherApi>>
  let admin: TestMember
  let author: TestMember
  let outsider: TestMember
  let elsewhere: TestMember
  let openId: number
  let hiddenId: number

  beforeAll(async () => {
    forum = await startTestForum({
      isOnlyWriter: true,
      consumers: (ofAreas) =>
        ofAreas.map((consumer) => {
          const { name, kinds, isPaced = false, maxEvents = 100 } = consumer
          const handle = (events: Parameters<typeof consumer.handle>[0]) =>
            gate.pass().then(() => consumer.handle(events))
          return { name, kinds, isPaced, maxEvents, handle }
        }),
    })
    other = await startAnotherApi(forum.uri, { clock, page: { shell: SHELL, headers: {}, icons: {} } })
    admin = await forum.member('zongguan', 'admin')
    await forum.member('cangming')
    author = await forum.member('zuozhe')
    outsider = await forum.member('waimian')
    elsewhere = await forum.member('banzhu9')
    const boss = forum.as(admin)
    await boss.call('setSettings', { settings: { approval: { links: false, pictures: false } } })
    await boss.call('updateBoard', { boardId: 42, moderatorIds: [elsewhere.id] })
    openId = (await boss.call('createBoard', { name_zh: '大堂', category: '1', allowsAnonymous: true })).board
      .id
    const staff = { name_zh: '内室', category: '1', access: { see: 'staff' } } as const
    hiddenId = (await boss.call('createBoard', staff)).board.id
  })
  afterEach(async () => {
    gate.open()
    await forum.settle()
  })
  afterAll(async () => {
    await other.stop()
    await forum.stop()
  })

  /** A thread with a reply that others were told of, keep and quote. */
  async function aThread(word: string): Promise<Ids> {
    const thread = await forum.thread(author, openId, `${word}的题目`)
    const asOutsider = forum.as(outsider)
    await asOutsider.call('watchThread', { threadId: thread.id, watched: true })
    await asOutsider.call('followUser', { userId: author.id, followed: true })
    const post = await forum.as(author).reply(thread.id, `${word}的回复 @waimian @banzhu9`)
    for (const who of [outsider, elsewhere])
      await forum.as(who).call('bookmarkPost', { postId: post.id, bookmarked: true })
    await forum.thread(outsider, 42, `引用${String(thread.id)}号`)
    await forum.settle()
    return { boardId: openId, threadId: thread.id, postId: post.id, userId: author.id }
  }

  const callers = () => ({ stranger: null, outsider, elsewhere }) as const

  /** Returns where callers find one of the words, at either process. */
  async function placesOf(ids: Ids, words: readonly string[]): Promise<string[]> {
    // Changes by another process are seen after a second.
    clock.advance(1_001)
    const queries: Queries = {
      listThreads: [{}, { sortBy: 'createdAt' }, { perAuthor: 2 }, { minReplies: 1 }],
      search: words.map((q) => ({ q })),
      searchThreads: words.map((q) => ({ q })),
      searchPosts: words.map((q) => ({ q })),
      searchMembers: [{ q: 'zuo' }],
      searchUsers: [{ q: 'zuo' }],
      listSimilarThreads: words.map((title) => ({ title })),
      listResponses: [{ from: 1, to: 20 }],
      threadChanges: [{ since: 0 }],
      siteStats: [{ from: '2026-01-05', to: '2026-01-06' }],
      siteStatsCsv: [{ from: '2026-01-05', to: '2026-01-06' }],
    }
    const found: string[] = []
    for (const [process, { request }] of Object.entries({ own: forum, other })) {
      const at = { ...forum, request }
      for (const [name, who] of Object.entries(callers())) {
        const read = await readEverything(at, who, ids, { queries, otherUserId: author.id })
        if (who === null && process === 'other')
          for (const path of ['/', '/hot', `/boards/${openId}`, `/threads/${ids.threadId}`, '/sitemap-1.xml'])
            read[path] = await readAs(at, path, null)
        for (const [path, { text }] of Object.entries(read)) {
          // Searches repeat what was asked.
          const body = text.replaceAll(/"(q|query|title)":"[^"]*",?/g, path.includes('?') ? '' : '$&')
          if (words.some((word) => body.includes(word))) found.push(`${process} ${name} ${path}`)
        }
      }
    }
    return found
  }

  it('a thread that has moved to a board that they do not see', async () => {
    const ids = await aThread('移走')
    expect(await placesOf(ids, ['移走'])).not.toEqual([])
    gate.close()
    await forum.as(admin).call('moveThread', { threadId: ids.threadId, boardId: hiddenId })
    expect(await placesOf(ids, ['移走'])).toEqual([])
  })

  it('a thread of a board that has closed', async () => {
    const ids = await aThread('关门')
    expect(await placesOf(ids, ['关门'])).not.toEqual([])
    gate.close()
    await forum.as(admin).call('updateBoard', { boardId: openId, access: { see: 'staff' } })
    expect(await placesOf(ids, ['关门'])).toEqual([])
    await forum.as(admin).call('updateBoard', { boardId: openId, access: { see: 'everyone' } })
  })

  it('a thread that was deleted', async () => {
    const ids = await aThread('删题')
    expect(await placesOf(ids, ['删题'])).not.toEqual([])
    gate.close()
    await forum.as(admin).call('deleteThread', { threadId: ids.threadId, reason: '理由' })
    expect(await placesOf(ids, ['删题'])).toEqual([])
  })

  it('a post that was deleted', async () => {
    const ids = await aThread('删帖')
    expect(await placesOf(ids, ['删帖的回复'])).not.toEqual([])
    gate.close()
    await forum.as(admin).call('deletePost', { postId: ids.postId, reason: '理由' })
    expect(await placesOf(ids, ['删帖的回复'])).toEqual([])
  })

  it('the title and the words of a thread that an edit has replaced', async () => {
    const ids = await aThread('旧题')
    expect(await placesOf(ids, ['旧题的题目'])).not.toEqual([])
    gate.close()
    const given = { threadId: ids.threadId, title: '另一个题目', content: '另一段话' }
    await forum.as(author).call('updateThread', given)
    expect(await placesOf(ids, ['旧题的题目'])).toEqual([])
  })

  it('who has written anonymously', async () => {
    const ids = await aThread('树洞')
    const before = await placesOf(ids, ['cangming'])
    gate.close()
    const written = { threadId: ids.threadId, content: '我的心事', anonymous: true }
    await forum.as('cangming').call('createPost', written)
    expect(await placesOf(ids, ['我的心事'])).not.toEqual([])
    expect(await placesOf(ids, ['cangming'])).toEqual(before)
  })

  it('a text that waits for approval', async () => {
    const ids = await aThread('待批')
    await forum.as(admin).call('setSettings', { settings: { approval: { links: true } } })
    gate.close()
    const written = { threadId: ids.threadId, content: '请看 https://advert.example/guanggao' }
    const { status } = await forum.request
      .post('/api/posts')
      .set((await forum.member('xinren')).headers)
      .send(written)
    expect(status).toBe(202)
    expect(await placesOf(ids, ['guanggao'])).toEqual([])
  })

  it('the words of a post that an edit has replaced', async () => {
    const ids = await aThread('改前')
    expect(await placesOf(ids, ['改前的回复'])).not.toEqual([])
    gate.close()
    await forum.as(author).call('updatePost', { postId: ids.postId, content: '换了说法' })
    expect(await placesOf(ids, ['改前的回复'])).toEqual([])
  })
})
