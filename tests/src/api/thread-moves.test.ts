import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '@forum/shared/clock'
import type { Undo } from '@forum/shared/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import sharp from 'sharp'
import {
  startAnotherApi,
  startPeopledForum,
  TestClock,
  type TestForum,
  type TestMember,
} from '../fixtures/forum'

const SHELL = '<!doctype html><html><head><title>默认</title></head><body><div id="root"></div></body></html>'
const NONE = { boards: 0, members: 0, threads: 0 }

describe('posts that move to another thread', () => {
  let forum: TestForum
  let xiaoli: TestMember
  let laowang: TestMember
  let banzhu: TestMember

  beforeAll(async () => {
    ;({ forum, xiaoli, laowang, banzhu } = await startPeopledForum())
  })
  afterAll(() => forum.stop())

  const threadWith = async (replies: number, { boardId = 3, title = '原来的主题' } = {}) => {
    const thread = await forum.thread(xiaoli, boardId, title)
    const ids: number[] = []
    for (let n = 2; n < replies + 2; n++)
      ids.push((await forum.as(n % 2 ? xiaoli : laowang).reply(thread.id, `${title} ${n}`)).id)
    return { ...thread, ids }
  }
  type Source = Awaited<ReturnType<typeof threadWith>>
  interface Done {
    thread: { id: number; openingPostId: number; postCount: number; lastNumber: number }
    undo: Undo | null
  }
  /** The body may have a `threadId` beside that of the path. */
  const split = async (threadId: number, body: object, by = banzhu, key = randomUUID()) => {
    const call = forum.request.post(`/api/threads/${threadId}/split`)
    return call.set({ ...by.headers, 'Idempotency-Key': key }).send(body)
  }
  const splitOff = (source: Source, postIds: number[], boardId = 3) =>
    split(source.id, { postIds, title: '另开一题', boardId }).then(({ body }) => body as Done)
  const merge = (threadId: number, into: number) =>
    forum.as(banzhu).call('mergeThread', { threadId, into }) as Promise<Done>
  const undo = ({ undo: done }: Done) => forum.as(banzhu).call('undoAct', { actId: done?.id ?? 0 })
  const placeOf = async (postId: number) => {
    const { post } = await forum.as().call('getPost', { postId })
    return [post.threadId, post.number]
  }
  const shown = async (threadId: number, query: { number?: number; page?: number } = {}, by = xiaoli) => {
    const { thread, posts, moved } = await forum.as(by).call('getThread', { threadId, ...query })
    return {
      id: thread.id,
      posts: posts.map(({ id, number }) => [id, number]),
      moved: moved.map(({ number }) => number),
      thread,
    }
  }
  const expectCounted = async () => {
    await forum.settle()
    expect(await forum.api.recount()).toEqual(NONE)
  }

  it('get numbers in a new thread with their likes, and their ids and old numbers lead there', async () => {
    const source = await threadWith(5)
    const [, second = 0, , fourth = 0] = source.ids
    await forum.as(laowang).call('likePost', { postId: second, liked: true })
    const { thread, undo: done } = await splitOff(source, [fourth, second], 42)
    expect(thread).toMatchObject({ title: '另开一题', boardId: 42, postCount: 2, openingPostId: second })
    expect(done).not.toBeNull()
    expect([await placeOf(second), await placeOf(fourth)]).toEqual([
      [thread.id, 1],
      [thread.id, 2],
    ])
    const left = await shown(source.id)
    expect(left).toMatchObject({ id: source.id, moved: [3, 5], thread: { postCount: 4, lastNumber: 6 } })
    expect(left.posts.map(([, number]) => number)).toEqual([2, 4, 6])
    expect(await shown(source.id, { number: 5 })).toMatchObject({ id: thread.id, posts: [[fourth, 2]] })
    const { post } = await forum.as(laowang).call('getPost', { postId: second })
    expect(post).toMatchObject({ likeCount: 1, likedByMe: true })
    await forum.as(laowang).call('likePost', { postId: second, liked: false })
    const { post: unliked } = await forum.as(laowang).call('getPost', { postId: second })
    expect(unliked).toMatchObject({ likeCount: 0, likedByMe: false })
    const next = await forum.as(xiaoli).reply(source.id, '接着说')
    expect(next.number).toBe(7)
    await expectCounted()
  })

  it('leave a question open where they answer it, until they are back', async () => {
    const question = await forum.as(xiaoli).call('createThread', {
      boardId: 3,
      title: '哪里报税',
      content: '第一次自己报',
      isQuestion: true,
    })
    const { id: threadId } = question.thread
    const answer = await forum.as(laowang).reply(threadId, '找社区的志愿者')
    const other = await forum.as(laowang).reply(threadId, '顶')
    await forum.as(xiaoli).call('answerThread', { threadId, postId: answer.id })
    const answerOf = async () => (await shown(threadId)).thread.answerId
    expect(await answerOf()).toBe(answer.id)
    const { body } = await split(threadId, { postIds: [answer.id, other.id], title: '志愿者', boardId: 3 })
    expect(await answerOf()).toBeNull()
    await undo(body as Done)
    await forum.settle()
    expect(await answerOf()).toBe(answer.id)
  })

  it('are appended to an existing thread in their order, and its own numbers stay', async () => {
    const source = await threadWith(3, { title: '来处' })
    const target = await threadWith(2, { boardId: 42, title: '去处' })
    const [first = 0, , third = 0] = source.ids
    const { body } = await split(source.id, { postIds: [third, first], threadId: target.id })
    expect(body).toMatchObject({ thread: { id: target.id, postCount: 5, lastNumber: 5 } })
    expect((await shown(target.id)).posts).toEqual([
      [target.ids[0], 2],
      [target.ids[1], 3],
      [first, 4],
      [third, 5],
    ])
    await expectCounted()
    await forum.as(banzhu).call('deletePost', { postId: third })
    await forum.as(banzhu).call('restorePost', { postId: third })
    await forum.as(laowang).call('updatePost', { postId: first, content: '搬家之后改的' })
    await expectCounted()
  })

  it('arrive without an event of their own if they are deleted, so that moderators read their text', async () => {
    const source = await threadWith(2, { title: '来处' })
    const target = await threadWith(0, { title: '去处' })
    const [deleted = 0, standing = 0] = source.ids
    await forum.as(banzhu).call('deletePost', { postId: deleted })
    await forum.settle()
    forum.bus.sent.length = 0
    await split(source.id, { postIds: [deleted, standing], threadId: target.id })
    await forum.settle()
    const sent = forum.bus.sent.filter(({ channel }) => channel === `forum:thread:${target.id}`)
    expect(sent.map(({ message }) => message)).toMatchObject([
      { name: 'thread:updated', seq: 2, changes: {}, isWithheld: true },
      { name: 'post:created', seq: 3, post: { id: standing } },
    ])
  })

  it('all go when a thread is merged: its address and pages lead to them, with its title at the head of the first', async () => {
    const source = await threadWith(2, { title: '重复的主题' })
    const target = await threadWith(1, { boardId: 42 })
    const { thread } = await merge(source.id, target.id)
    expect(thread).toMatchObject({ id: target.id, postCount: 5 })
    const { post } = await forum.as().call('getPost', { postId: source.openingPostId })
    expect(post).toMatchObject({ threadId: target.id, number: 3, isOpeningPost: false })
    expect(post.content).toContain('[quote]重复的主题[/quote]')
    expect((await shown(source.id)).id).toBe(target.id)
    expect((await shown(source.id, { number: 2 })).posts).toContainEqual([source.ids[0], 4])
    const { threads } = await forum.as().call('listThreads', { boardId: 3 })
    expect(threads.map(({ id }) => id)).not.toContain(source.id)
    const late = await forum.as(laowang).reply(source.id, '我还开着旧页')
    expect([late.threadId, late.number]).toEqual([target.id, 6])
    await forum.as(banzhu).refused('CONFLICT', 'restoreThread', { threadId: source.id })
    await expectCounted()
  })

  it('leave feeds and pages without scripts of a merged thread, whose addresses lead to the other one', async () => {
    const source = await threadWith(2, { title: '合并之前的主题' })
    const target = await threadWith(1, { boardId: 42, title: '合并之后的主题' })
    const clock = new TestClock()
    const page = { shell: SHELL, headers: {}, icons: {} }
    const pages = await startAnotherApi(forum.uri, { clock, page })
    const get = async (address: string) => pages.request.get(address).redirects(0)
    try {
      const feeds = ['/api/feed.xml', '/api/boards/3/feed.xml', '/boards/3', '/sitemap-1.xml']
      const named = async (address: string) => {
        const { text, body } = await pages.request.get(address).buffer(true)
        const shown = text ?? String(body)
        return shown.includes(source.title) || shown.includes(`/threads/${source.id}<`)
      }
      for (const address of feeds) expect([address, await named(address)]).toEqual([address, true])
      await merge(source.id, target.id)
      await forum.settle()
      clock.advance(HOUR_MS)
      for (const address of feeds) expect([address, await named(address)]).toEqual([address, false])
      for (const address of [`/threads/${source.id}`, `/threads/${source.id}/page/1`]) {
        const { status, headers } = await get(address)
        expect([address, status, headers['location']]).toEqual([address, 302, `/threads/${target.id}`])
      }
      const { text } = await pages.request.get(`/threads/${target.id}`).expect(200)
      expect(text).toContain(`${source.title} 3`)
    } finally {
      await pages.stop()
    }
  })

  it('take their files into the rights of the new board, and out of them again', async () => {
    const admin = await forum.member('zongguan', 'admin')
    const boss = forum.as(admin)
    const { group } = await boss.call('createGroup', { name: '搬家组', joining: 'byHand' })
    await boss.call('addGroupMember', { groupId: group.id, userId: xiaoli.id })
    const access = { see: 'groups', start: 'groups', reply: 'groups' } as const
    const made = await boss.call('createBoard', {
      ...{ name_zh: '内部', parentId: 120, access, groupIds: [group.id] },
    })
    const upload = async (by: TestMember) => {
      const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'red' } })
        .png()
        .toBuffer()
      const sent = forum.request.post('/api/attachments').set(by.headers).attach('file', picture, 'a.png')
      return (await sent.expect(201)).body.attachment as { id: number; url: string }
    }
    const [opening, replied] = [await upload(xiaoli), await upload(laowang)]
    const { thread } = await forum.as(xiaoli).call('createThread', {
      ...{ title: '带图的主题', content: '图', boardId: 3, attachmentIds: [opening.id] },
    })
    const { post } = await forum.as(laowang).call('createPost', {
      ...{ threadId: thread.id, content: '也有图', attachmentIds: [replied.id] },
    })
    const target = await threadWith(0, { boardId: made.board.id, title: '内部的主题' })
    const status = async (path: string, who: TestMember | null) =>
      (await forum.request.get(path).set(who?.headers ?? {})).status
    const expectSeen = async (urls: readonly string[], hidden: boolean) => {
      for (const url of urls)
        for (const path of [url, `${url}?size=small`])
          for (const who of [null, laowang, xiaoli])
            expect([path, who?.username, await status(path, who)]).toEqual([
              path,
              who?.username,
              hidden && who !== xiaoli ? 404 : 200,
            ])
    }
    await expectSeen([opening.url, replied.url], false)
    const { body } = await forum.request
      .post(`/api/threads/${thread.id}/split`)
      .set(admin.headers)
      .send({ postIds: [post.id], threadId: target.id })
      .expect(200)
    await forum.settle()
    await expectSeen([replied.url], true)
    await expectSeen([opening.url], false)
    for (const who of [null, laowang]) expect(await status(`/api/posts/${post.id}`, who)).toBe(404)
    await boss.call('undoAct', { actId: (body as Done).undo?.id ?? 0 })
    await forum.settle()
    await expectSeen([opening.url, replied.url], false)
    await boss.call('mergeThread', { threadId: thread.id, into: target.id })
    await forum.settle()
    await expectSeen([opening.url, replied.url], true)
    for (const who of [null, laowang]) expect(await status(`/api/threads/${thread.id}`, who)).toBe(404)
    const { threads } = await forum.as(laowang).call('listThreads', { limit: 100 })
    expect(threads.map(({ title }) => title)).not.toContain('带图的主题')
  })

  it('leave no words in the notifications of those who do not see their new board, nor unread ones', async () => {
    const boss = forum.as(await forum.member('zongguan3', 'admin'))
    const access = { see: 'staff', start: 'staff', reply: 'staff' } as const
    const { board } = await boss.call('createBoard', { name_zh: '值班室', parentId: 120, access })
    const reader = await forum.member('kanke')
    const counted = async () => (await forum.as(reader).call('countUnreadNotifications')).count
    const shownTo = async () => (await forum.as(reader).call('listNotifications')).notifications
    const source = await threadWith(0)
    await forum.as(reader).call('watchThread', { threadId: source.id, watched: true })
    const first = await forum.as(laowang).reply(source.id, '公开的一句')
    const second = await forum.as(laowang).reply(source.id, '进了内部的一句')
    await forum.settle()
    expect(await shownTo()).toMatchObject([{ words: { excerpt: '进了内部的一句' } }])
    const apart = await boss.call('splitThread', {
      ...{ threadId: source.id, postIds: [second.id], title: '内部', boardId: board.id },
    })
    await forum.settle()
    expect(await shownTo()).toMatchObject([{ postId: first.id, words: { excerpt: '公开的一句' } }])
    await boss.call('splitThread', {
      threadId: source.id,
      postIds: [first.id],
      title: '也内部',
      boardId: board.id,
    })
    await forum.settle()
    expect(await shownTo()).toHaveLength(0)
    expect(await counted()).toBe(0)
    await boss.call('undoAct', { actId: apart.undo?.id ?? 0 })
    await forum.settle()
    expect(await counted()).toBe((await shownTo()).length)
  })

  it('return to their old places and numbers by one undo, whichever way they went', async () => {
    const source = await threadWith(4)
    const target = await threadWith(1)
    const before = await shown(source.id)
    const { body } = await split(source.id, { postIds: source.ids.slice(1, 3), threadId: target.id })
    await forum.as(laowang).call('likePost', { postId: source.ids[1]!, liked: true })
    await undo(body as Done)
    expect((await shown(source.id)).posts).toEqual(before.posts)
    expect((await shown(source.id)).moved).toEqual([])
    expect((await shown(target.id)).posts).toEqual([[target.ids[0], 2]])
    const { post } = await forum.as(laowang).call('getPost', { postId: source.ids[1]! })
    expect(post).toMatchObject({ likeCount: 1, likedByMe: true })

    const branched = await splitOff(source, [source.ids[3]!, source.ids[0]!])
    await undo(branched)
    expect((await shown(source.id)).posts).toEqual(before.posts)
    expect((await shown(branched.thread.id)).id).toBe(source.id)

    const merged = await merge(source.id, target.id)
    await forum.as(laowang).reply(target.id, '合并以后的')
    await undo(merged)
    const after = await shown(source.id)
    expect(after).toMatchObject({
      id: source.id,
      posts: before.posts,
      thread: { isDeleted: false, postCount: 5 },
    })
    expect(after.thread.openingPost?.content).toBe(before.thread.openingPost?.content)
    await expectCounted()
  })

  it('take reports, bookmarks, quotes, notifications and what is read along, and are found in their new place alone', async () => {
    const source = await threadWith(2, { title: '签证面谈' })
    const target = await threadWith(1, { boardId: 42, title: '综合讨论' })
    const [first = 0, second = 0] = source.ids
    const quoting = await forum.as(xiaoli).reply(source.id, '同意', first)
    await forum.as(xiaoli).call('reportPost', { postId: first, reason: '跑题了' })
    await forum.as(xiaoli).call('bookmarkPost', { postId: first, bookmarked: true, note: '再看' })
    await forum.as(xiaoli).call('markThreadRead', { threadId: target.id, number: 2 })
    await forum.as(xiaoli).call('markThreadRead', { threadId: source.id, number: 4 })
    await forum.settle()
    expect((await split(source.id, { postIds: [first, second], threadId: target.id })).status).toBe(200)
    await forum.settle()
    const reported = await forum.api.db.cases.findOne({ postId: first })
    expect(reported).toMatchObject({ threadId: target.id, boardId: 42 })
    const { posts } = await forum.as(xiaoli).call('listBookmarks', { kind: 'posts' })
    expect(posts).toMatchObject([{ id: first, threadId: target.id, number: 3, bookmark: { note: '再看' } }])
    const { post } = await forum.as().call('getPost', { postId: quoting.id })
    expect(post.quotedPost).toMatchObject({ id: first, number: 3 })
    const { notifications } = await forum.as(xiaoli).call('listNotifications', {})
    const about = notifications.filter(({ postId }) => postId === first || postId === second)
    expect(about.map(({ thread, postNumber }) => [thread?.id, postNumber])).toEqual(
      about.map(({ postId }) => [target.id, postId === first ? 3 : 4]),
    )
    expect((await shown(target.id)).thread.viewer).toMatchObject({ lastReadNumber: 4, unreadCount: 0 })
    const found = await forum.as().call('searchPosts', { q: '签证面谈 2' })
    expect(found.posts.map(({ id, thread }) => [id, thread.id])).toEqual([[first, target.id]])
    await forum.as(laowang).call('updatePost', { postId: first, content: '改成了完全不同的话题' })
    const edited = await forum.as().call('searchPosts', { q: '完全不同的话题' })
    expect(edited.posts.map(({ id }) => id)).toEqual([first])
    const { versions } = await forum.as(banzhu).call('listPostVersions', { postId: first })
    expect(versions.map(({ content }) => content)).toEqual(['签证面谈 2', '改成了完全不同的话题'])
  })

  it('stay where they are if what an undo would restore has changed', async () => {
    const source = await threadWith(2)
    const done = await splitOff(source, [source.ids[0]!])
    await forum.as(laowang).reply(done.thread.id, '新主题里的回复')
    await forum.as(banzhu).refused('CONFLICT', 'undoAct', { actId: done.undo?.id ?? 0 })
    const again = await splitOff(source, [source.ids[1]!])
    await forum.as(banzhu).call('deleteThread', { threadId: source.id })
    await forum.as(banzhu).refused('CONFLICT', 'undoAct', { actId: again.undo?.id ?? 0 })
    await forum.as(banzhu).call('restoreThread', { threadId: source.id })
    forum.clock.advance(8 * 24 * HOUR_MS)
    await forum.as(banzhu).refused('CONFLICT', 'undoAct', { actId: again.undo?.id ?? 0 })
    await expectCounted()
  })

  it('go one way when two threads are merged into each other at once', async () => {
    const [one, other] = [await threadWith(1), await threadWith(1)]
    const merging = (from: Source, { id: into }: Source) =>
      forum.request.post(`/api/threads/${from.id}/merge`).set(banzhu.headers).send({ into })
    const sent = await Promise.all([merging(one, other), merging(other, one)])
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await shown(one.id)).id).toBe((await shown(other.id)).id)
    await expectCounted()
  })

  it('are written once per key, also if their thread was merged before the key was repeated', async () => {
    const [source, target] = [await threadWith(1), await threadWith(1)]
    const key = randomUUID()
    const write = async () => {
      const call = forum.request.post('/api/posts').set({ ...laowang.headers, 'Idempotency-Key': key })
      const { body } = await call.send({ threadId: source.id, content: '只写一次' }).expect(201)
      return body as { post: { id: number }; thread: { id: number } }
    }
    const first = await write()
    await merge(source.id, target.id)
    const again = await write()
    expect([again.post.id, again.thread.id]).toEqual([first.post.id, target.id])
    const { thread } = await shown(target.id)
    expect(thread.lastNumber).toBe(thread.postCount)
    await expectCounted()
  })

  it('move once per key', async () => {
    const source = await threadWith(2)
    const key = randomUUID()
    const body = { postIds: [source.ids[0]], title: '一次', boardId: 3 }
    const first = await split(source.id, body, banzhu, key)
    const second = await split(source.id, body, banzhu, key)
    expect(second.body).toEqual(first.body)
    expect(await forum.api.db.threads.countDocuments({ title: '一次' })).toBe(1)
    await expectCounted()
  })

  it('are refused to go for who does not moderate both boards, with an opening post, or with nothing that stands', async () => {
    const source = await threadWith(2)
    const elsewhere = await threadWith(1, { boardId: 42 })
    const moderator = await forum.member('fenbanzhu')
    const admin = await forum.member('admin', 'admin')
    await forum.as(admin).call('updateBoard', { boardId: 3, moderatorIds: [moderator.id] })
    const allowed = { postIds: [source.ids[1]], title: '分版的新主题', boardId: 3 }
    expect((await split(source.id, allowed, moderator)).status).toBe(200)
    const postIds = [source.ids[0]]
    expect((await split(source.id, { postIds, threadId: elsewhere.id }, moderator)).status).toBe(403)
    expect((await split(source.id, { postIds, title: '新', boardId: 42 }, moderator)).status).toBe(403)
    expect(
      (await split(source.id, { postIds: [source.openingPostId], title: '新', boardId: 3 })).body,
    ).toMatchObject({
      code: 'VALIDATION_FAILED',
    })
    expect((await split(source.id, { postIds }, banzhu)).body).toMatchObject({ code: 'VALIDATION_FAILED' })
    await forum.as(banzhu).call('deletePost', { postId: source.ids[0]! })
    expect((await split(source.id, { postIds, title: '新', boardId: 3 })).body).toMatchObject({
      code: 'VALIDATION_FAILED',
    })
    expect((await shown(source.id)).moved).toEqual([3])
  })
  it('let a caller try again who is answered while an opening post is between two threads', async () => {
    const source = await threadWith(1)
    const [ofPost, away] = [{ _id: source.openingPostId }, { $set: { threadId: -source.id - 1 } }]
    await forum.api.db.posts.updateOne(ofPost, away)
    const locking = { threadId: source.id, locked: true }
    await forum.as(banzhu).refused('UNAVAILABLE', 'lockThread', locking)
    await forum.api.db.posts.updateOne(ofPost, { $set: { threadId: source.id } })
    const { thread } = await forum.as(banzhu).call('lockThread', locking)
    expect(thread.isLocked).toBe(true)
  })
})
