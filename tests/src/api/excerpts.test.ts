import type { Post, Thread } from '@forum/shared/contract'
import { QUOTE_LENGTH } from '@forum/shared/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  PASSWORD,
  startPeopledForum,
  startTestForum,
  type TestForum,
  type TestMember,
} from '../fixtures/forum'
import { pastThread } from '../fixtures/histories'

const REPLIES = 100
/** Markup at its densest: every few characters open or close a tag. */
const DENSE = '[b]a[/b]'.repeat(2_500)

describe('excerpts', () => {
  let forum: TestForum
  let xiaoli: TestMember
  let laowang: TestMember
  let banzhu: TestMember

  beforeAll(async () => {
    ;({ forum, xiaoli, laowang, banzhu } = await startPeopledForum())
  })
  afterAll(() => forum.stop())

  it('reads a page of a hundred quotes of dense posts from their stored excerpts', async () => {
    const past = await pastThread(forum, {
      boardId: 3,
      authorId: xiaoli.id,
      startedAt: forum.clock.now(),
      replies: REPLIES,
      content: () => DENSE,
      quoting: (number) => number - 1,
    })
    await forum.api.load.save([past])
    const { posts } = forum.api.db
    const { threadId } = past
    const parsed = `${'a'.repeat(QUOTE_LENGTH)}…`
    expect(await posts.countDocuments({ threadId, excerpt: parsed })).toBe(1 + REPLIES)
    // Unlike the content, so that the response shows where it comes from.
    await posts.updateMany({ threadId }, { $set: { excerpt: '存下的摘要' } })
    const body = await forum.as().call('getThread', { threadId, limit: REPLIES })
    const quotes = body.posts.map(({ quotedPost }) => quotedPost?.content)
    expect(quotes).toEqual(Array.from({ length: REPLIES }, () => '存下的摘要'))
  })

  it('shows the latest text of a quoted post after an edit', async () => {
    const thread = await forum.thread(xiaoli, 3)
    const quoted = await forum.as(laowang).reply(thread.id, '[b]初稿[/b]')
    const quoting = await forum.as(xiaoli).reply(thread.id, '同意', quoted.id)
    expect(quoting.quotedPost?.content).toBe('初稿')
    await forum.as(laowang).call('updatePost', { postId: quoted.id, content: '[i]二稿[/i]' })
    const body = await forum.as().call('getPost', { postId: quoting.id })
    expect(body.post.quotedPost?.content).toBe('二稿')
  })

  describe('quotes of posts', () => {
    const put = (path: string, by: TestMember, body: object) =>
      forum.request.put(`/api${path}`).set(by.headers).send(body).expect(200)
    const contentOf = async (postId: number, by?: TestMember) => {
      const { body } = await forum.request.get(`/api/posts/${postId}`).set(by?.headers ?? {})
      return (body.post as Post).content
    }
    const pageOf = async (threadId: number) => {
      return await forum.as().call('getThread', { threadId })
    }
    const remove = (path: string, by: TestMember) =>
      forum.request.delete(`/api${path}`).set(by.headers).expect(204)
    const restore = (path: string) =>
      forum.request.post(`/api${path}/restore`).set(banzhu.headers).expect(200)

    it('shows quoted words until their post is deleted, and again once it is restored', async () => {
      const thread = await forum.thread(xiaoli, 3)
      const quoted = await forum.as(laowang).reply(thread.id, '秘密的话')
      const written = `[quote="laowang88" post=${quoted.id}]秘密的话[/quote]\n同意`
      const named = await forum.as(xiaoli).reply(thread.id, written)
      const unnamed = await forum
        .as(xiaoli)
        .reply(thread.id, '[quote="laowang88"]秘密的话[/quote]好', quoted.id)
      expect(named.content).toBe(written)
      expect(unnamed.content).toBe('[quote="laowang88"]秘密的话[/quote]好')
      const before = await pageOf(thread.id)
      await forum.settle()
      const events = forum.bus.sent.length
      await remove(`/posts/${quoted.id}`, laowang)
      const withheld = `[quote="laowang88" post=${quoted.id}][/quote]`
      const page = await pageOf(thread.id)
      expect(page.posts.slice(1).map(({ content }) => content)).toEqual([
        `${withheld}\n同意`,
        `${withheld}好`,
      ])
      expect(JSON.stringify(page)).not.toContain('秘密')
      expect(await contentOf(named.id, banzhu)).toBe(`${withheld}\n同意`)
      await put(`/posts/${named.id}`, xiaoli, { content: `${withheld}\n还是同意` })
      await forum.settle()
      const toReaders = forum.bus.sent
        .slice(events)
        .filter(({ channel }) => !channel.startsWith('forum:moderation'))
      expect(JSON.stringify(toReaders)).not.toContain('秘密')
      await restore(`/posts/${quoted.id}`)
      expect(await contentOf(named.id)).toBe(written.replace('同意', '还是同意'))
      expect((await pageOf(thread.id)).posts[2]?.content).toBe(before.posts[2]?.content)
    })

    it('shows the author no withheld words in the history of a post, and moderators all', async () => {
      const thread = await forum.thread(xiaoli, 3)
      const quoted = await forum.as(laowang).reply(thread.id, '秘密的话')
      const named = await forum.as(xiaoli).reply(thread.id, `[quote="x" post=${quoted.id}]秘密的话[/quote]一`)
      const detached = await forum.as(xiaoli).reply(thread.id, '[quote]秘密的话[/quote]一', quoted.id)
      const history = async ({ id }: Post, by: TestMember) => {
        const body = await forum.as(by).call('listPostVersions', { postId: id })
        return body.versions.map(({ content }) => content)
      }
      for (const post of [named, detached]) {
        await put(`/posts/${post.id}`, xiaoli, { content: '二' })
        expect(await history(post, xiaoli)).toEqual([expect.stringContaining('秘密'), '二'])
      }
      await remove(`/posts/${quoted.id}`, laowang)
      for (const post of [named, detached]) {
        expect(await history(post, xiaoli)).toEqual([`[quote="laowang88" post=${quoted.id}][/quote]一`, '二'])
        expect(await history(post, banzhu)).toEqual([expect.stringContaining('秘密'), '二'])
      }
    })

    it('quotes nothing of a post of a deleted thread, on pages that were cached before', async () => {
      const elsewhere = await forum.thread(laowang, 3)
      const thread = await forum.thread(xiaoli, 3)
      const quoting = await forum
        .as(xiaoli)
        .reply(thread.id, `[b][quote="谁" post=${elsewhere.openingPostId}]秘密的话[/quote][/b]好`)
      expect((await pageOf(thread.id)).posts[0]?.content).toContain('秘密的话')
      await remove(`/threads/${elsewhere.id}`, banzhu)
      expect((await pageOf(thread.id)).posts[0]?.content).not.toContain('秘密')
      expect(await contentOf(quoting.id)).not.toContain('秘密')
      await restore(`/threads/${elsewhere.id}`)
      expect((await pageOf(thread.id)).posts[0]?.content).toContain('秘密的话')
    })

    it('names the author of a quote as the author is called by now, and mentions no deleted account', async () => {
      const leaving = await forum.member('yaozoule')
      const thread = await forum.thread(xiaoli, 3)
      const start = await forum
        .as(xiaoli)
        .call('createThread', { title: '新人', boardId: 3, content: '欢迎 @YaoZouLe' })
      const started = start.thread
      const quoted = await forum.as(leaving).reply(thread.id, '先走了')
      const content = `[quote="yaozoule" post=${quoted.id}]先走了[/quote]@yaozoule 再见`
      const quoting = await forum.as(xiaoli).reply(thread.id, content)
      const again = await forum.as(laowang).reply(thread.id, '同意', quoting.id)
      await put('/auth/profile', leaving, { displayName: '新名字' })
      expect(await contentOf(quoting.id)).toBe(content.replace('"yaozoule"', '"新名字"'))
      // Sending back what was shown is no edit.
      await put(`/posts/${quoting.id}`, xiaoli, { content: await contentOf(quoting.id) })
      await forum.as(leaving).call('deleteAccount', { password: PASSWORD })
      const { body } = await forum.request.get(`/api/posts/${quoting.id}`)
      expect(body.post).toMatchObject({
        version: 1,
        mentions: [],
        content: `[quote="已注销用户" post=${quoted.id}]先走了[/quote]@已注销用户 再见`,
      })
      const list = await forum.as().call('getBoard', { boardId: 3 })
      const listed = (list.threads as Thread[]).find(({ id }) => id === started.id)
      expect(listed?.content).toBe('欢迎 @已注销用户')
      await forum.settle()
      const find = async (kind: string, q: string) =>
        JSON.stringify((await forum.request.get(`/api/search/${kind}`).query({ q }).expect(200)).body)
      for (const kind of ['threads', 'posts']) {
        expect((await find(kind, 'yaozoule')).toLowerCase()).not.toContain('yaozoule')
        expect(await find(kind, kind === 'threads' ? '欢迎' : '再见')).toContain('@已注销用户')
      }
      const other = await forum.request.get(`/api/posts/${again.id}`)
      expect((other.body.post as Post).quotedPost?.content).toBe('@已注销用户 再见')
    })

    it('keeps quoted words out of excerpts, and says so where a thread has no others', async () => {
      const quoted = await forum.thread(laowang, 3)
      const body = await forum.as(xiaoli).call('createThread', {
        title: '只有引用',
        boardId: 3,
        content: `[quote="a" post=${quoted.openingPostId}]秘密[/quote]`,
      })
      const list = await forum.as().call('getBoard', { boardId: 3 })
      const shown = (list.threads as Thread[]).find(({ id }) => id === body.thread.id)
      expect(shown?.content).toBe('「引用」')
      expect((await forum.request.get('/api/feed.xml').expect(200)).text).not.toContain('秘密')
    })

    it('detaches the quoted post when an edit removes its quote, unless the text never had one', async () => {
      const thread = await forum.thread(xiaoli, 3)
      const quoted = await forum.as(laowang).reply(thread.id, '甲')
      const named = await forum
        .as(xiaoli)
        .reply(thread.id, `[quote="x" post=${quoted.id}]甲[/quote]乙`, quoted.id)
      const unnamed = await forum.as(xiaoli).reply(thread.id, '[quote="laowang88"]甲[/quote]乙', quoted.id)
      const whole = await forum.as(xiaoli).reply(thread.id, '乙', quoted.id)
      const edited = async ({ id }: Post) =>
        (await put(`/posts/${id}`, xiaoli, { content: '丙' })).body.post as Post
      expect(await edited(named)).toMatchObject({ quotedPostId: null, quotedPost: null })
      expect(await edited(unnamed)).toMatchObject({ quotedPostId: null, quotedPost: null })
      expect(await edited(whole)).toMatchObject({ quotedPostId: quoted.id, quotedPost: { content: '甲' } })
    })
  })

  it('adds excerpts and quoted posts to posts and events that were stored without them', async () => {
    const { db } = forum.api
    const thread = await forum.thread(xiaoli, 3)
    const quoted = await forum.as(laowang).reply(thread.id, '[b]一[/b]')
    await forum.as(laowang).reply(thread.id, '二', quoted.id)
    await forum.as(laowang).reply(thread.id, `三[quote="a" post=${quoted.id}]一[/quote]`)
    // Consumers clear their names from the events.
    await forum.settle()
    const posts = () => db.posts.find({ threadId: thread.id }, { sort: { number: 1 } }).toArray()
    const events = () => db.threadEvents.find({ threadId: thread.id }, { sort: { seq: 1 } }).toArray()
    const before = { posts: await posts(), events: await events() }
    expect(before.posts.map(({ excerpt }) => excerpt)).toEqual(['关于首页：第一帖', '一', '二', '三'])
    const isQuoting = [undefined, undefined, [quoted.id], [quoted.id]]
    expect(before.posts.map(({ quotedIds }) => quotedIds)).toEqual(isQuoting)
    await db.posts.updateMany({}, { $unset: { excerpt: '', quotedIds: '' } })
    await db.threadEvents.updateMany({}, { $unset: { 'post.excerpt': '', 'post.quotedIds': '' } })
    // As excerpts were while they contained quoted words.
    await db.posts.updateOne({ threadId: thread.id, number: 4 }, { $set: { excerpt: '三 一' } })
    await db.migrations.deleteMany({})
    expect(await posts()).not.toEqual(before.posts)
    const migrated = await startTestForum({ uri: forum.uri, boards: false })
    await migrated.stop()
    expect({ posts: await posts(), events: await events() }).toEqual(before)
    expect(await db.posts.countDocuments({ excerpt: { $exists: false } })).toBe(0)
  })
})
