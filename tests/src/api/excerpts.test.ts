import type { Post } from '@forum/shared/contract'
import { QUOTE_LENGTH } from '@forum/shared/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPeopledForum, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'
import { pastThread } from '../fixtures/histories'

const REPLIES = 100
/** Markup at its densest: every few characters open or close a tag. */
const DENSE = '[b]a[/b]'.repeat(2_500)

describe('excerpts', () => {
  let forum: TestForum
  let xiaoli: TestMember
  let laowang: TestMember

  beforeAll(async () => {
    ;({ forum, xiaoli, laowang } = await startPeopledForum())
  })
  afterAll(() => forum.stop())

  const reply = async (by: TestMember, threadId: number, content: string, quotedPostId?: number) => {
    const { body } = await forum.request
      .post('/api/posts')
      .set(by.headers)
      .send({ threadId, content, quotedPostId })
      .expect(201)
    return body.post as Post
  }

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
    const { body } = await forum.request.get(`/api/threads/${threadId}?limit=${REPLIES}`).expect(200)
    const quotes = (body.posts as Post[]).map(({ quotedPost }) => quotedPost?.content)
    expect(quotes).toEqual(Array.from({ length: REPLIES }, () => '存下的摘要'))
  })

  it('shows the latest text of a quoted post after an edit', async () => {
    const thread = await forum.thread(xiaoli, 3)
    const quoted = await reply(laowang, thread.id, '[b]初稿[/b]')
    const quoting = await reply(xiaoli, thread.id, '同意', quoted.id)
    expect(quoting.quotedPost?.content).toBe('初稿')
    await forum.request
      .put(`/api/posts/${quoted.id}`)
      .set(laowang.headers)
      .send({ content: '[i]二稿[/i]' })
      .expect(200)
    const { body } = await forum.request.get(`/api/posts/${quoting.id}`).expect(200)
    expect((body.post as Post).quotedPost?.content).toBe('二稿')
  })

  it('adds excerpts and quoted posts to posts and events that were stored without them', async () => {
    const { db } = forum.api
    const thread = await forum.thread(xiaoli, 3)
    const quoted = await reply(laowang, thread.id, '[b]一[/b]')
    await reply(laowang, thread.id, '二', quoted.id)
    await reply(laowang, thread.id, `三[quote="a" post=${quoted.id}]一[/quote]`)
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
    await db.migrations.deleteMany({})
    expect(await posts()).not.toEqual(before.posts)
    const migrated = await startTestForum({ uri: forum.uri, boards: false })
    await migrated.stop()
    expect({ posts: await posts(), events: await events() }).toEqual(before)
    expect(await db.posts.countDocuments({ excerpt: { $exists: false } })).toBe(0)
  })
})
