import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '@forum/shared/clock'
import type { Post } from '@forum/shared/contract'
import { serverEvents, type SocketEvent } from '@forum/shared/events'
import { QUOTE_LENGTH } from '@forum/shared/limits'
import { CHANGES_MAX, CHANGES_MAX_BYTES, IDEMPOTENCY_HOURS } from '@forum/http-api/limits'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startPeopledForum, type TestForum, type TestMember } from '../fixtures/forum'
import { pastThread } from '../fixtures/histories'

describe('replies', () => {
  let forum: TestForum
  let xiaoli: TestMember
  let laowang: TestMember
  let banzhu: TestMember

  beforeAll(async () => {
    ;({ forum, xiaoli, laowang, banzhu } = await startPeopledForum())
  })
  afterAll(() => forum.stop())

  const reply = (by: TestMember, threadId: number, content: string, quotedPostId?: number) =>
    forum.request.post('/api/posts').set(by.headers).send({ threadId, content, quotedPostId })
  const edit = (by: TestMember, postId: number, body: object) =>
    forum.request.put(`/api/posts/${postId}`).set(by.headers).send(body)
  const remove = (by: TestMember, postId: number) =>
    forum.request.delete(`/api/posts/${postId}`).set(by.headers)
  const restore = (by: TestMember, postId: number) =>
    forum.request.post(`/api/posts/${postId}/restore`).set(by.headers)
  const like = (by: TestMember, postId: number, body: object = {}) =>
    forum.request.post(`/api/posts/${postId}/like`).set(by.headers).send(body)
  const lock = (threadId: number, locked: boolean) =>
    forum.as(banzhu).call('lockThread', { threadId, locked })
  const read = async (threadId: number, by?: TestMember) => {
    return await forum.as(by).call('getThread', { threadId, limit: 100 })
  }

  it('gives fifty members who reply at once consecutive post numbers', async () => {
    const thread = await forum.thread(xiaoli)
    const members: TestMember[] = []
    // One after the other: the passwords of fifty would wait longer than the server lets them.
    for (let i = 0; i < 50; i++) members.push(await forum.member(`crowd${i}x`))
    const responses = await Promise.all(
      members.map((member) =>
        forum.as(member).call('createPost', { threadId: thread.id, content: `我是 ${member.username}` }),
      ),
    )
    const numbers = responses.map(({ post }) => post.number).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, i) => i + 2))
    const body = await forum.as().call('getThread', { threadId: thread.id, limit: 100 })
    expect(body.thread).toMatchObject({ postCount: 51, replyCount: 50, lastNumber: 51, seq: 51 })
    expect(body.posts).toHaveLength(50)
    await forum.settle()
    const board = await forum.as().call('getBoard', { boardId: 3 })
    expect(board.board).toMatchObject({ threadCount: 1, postCount: 51, todayCount: 51 })
    const parent = await forum.as().call('getBoard', { boardId: 1 })
    expect(parent.board).toMatchObject({ threadCount: 1, postCount: 51 })
  })

  describe('quoting', () => {
    it('shows the beginning of the quoted post', async () => {
      const thread = await forum.thread(xiaoli, 4)
      const long = await forum.as(laowang).reply(thread.id, '长'.repeat(QUOTE_LENGTH + 50))
      const post = await forum.as(xiaoli).reply(thread.id, '同意', long.id)
      expect(post).toMatchObject({ number: 3, quotedPostId: long.id })
      expect(post.quotedPost).toMatchObject({ id: long.id, number: 2, isDeleted: false })
      expect(post.quotedPost?.author.username).toBe('laowang88')
      expect(post.quotedPost?.content).toBe(`${'长'.repeat(QUOTE_LENGTH)}…`)
      await remove(laowang, long.id).expect(204)
      const body = await forum.as().call('getPost', { postId: post.id })
      expect(body.post.quotedPost).toMatchObject({ id: long.id, content: '', isDeleted: true })
    })

    it('refuses to quote a post of another thread, a deleted one and an unknown one', async () => {
      const thread = await forum.thread(xiaoli, 4)
      const elsewhere = await forum.thread(xiaoli, 4)
      const gone = await forum.as(laowang).reply(thread.id, '写错了')
      await remove(laowang, gone.id).expect(204)
      for (const id of [elsewhere.openingPostId, gone.id, 9_999_999]) {
        expect((await reply(xiaoli, thread.id, '同意', id).expect(404)).body.code).toBe('NOT_FOUND')
      }
      expect((await read(thread.id)).thread.lastNumber).toBe(2)
    })
  })

  describe('editing', () => {
    it('increments the version with every edit, and refuses to overwrite a newer one', async () => {
      const thread = await forum.thread(xiaoli, 4)
      const post = await forum.as(laowang).reply(thread.id, '初稿')
      expect(post).toMatchObject({ version: 1, isEdited: false, editedAt: null, editedBy: null })
      const { body } = await edit(laowang, post.id, { content: '二稿', version: 1 }).expect(200)
      expect(body.post).toMatchObject({ content: '二稿', version: 2, isEdited: true })
      expect(body.post.editedBy.username).toBe('laowang88')
      const stale = await edit(laowang, post.id, { content: '旧稿', version: 1 }).expect(409)
      expect(stale.body.code).toBe('CONFLICT')
      const byModerator = await edit(banzhu, post.id, { content: '三稿' }).expect(200)
      expect(byModerator.body.post).toMatchObject({ version: 3, content: '三稿' })
      expect(byModerator.body.post.editedBy.username).toBe('banzhu1')
      expect(byModerator.body.post.author.username).toBe('laowang88')
    })

    it('changes nothing if the text stays the same', async () => {
      const thread = await forum.thread(xiaoli, 4)
      const post = await forum.as(laowang).reply(thread.id, '就这样')
      const { body } = await edit(laowang, post.id, { content: ' 就这样 ', version: 1 }).expect(200)
      expect(body.post).toMatchObject({ version: 1, isEdited: false })
      expect((await read(thread.id)).thread.seq).toBe(2)
    })

    it('accepts one of two simultaneous edits of the same version', async () => {
      const thread = await forum.thread(xiaoli, 4)
      const post = await forum.as(laowang).reply(thread.id, '初稿')
      const responses = await Promise.all([
        edit(laowang, post.id, { content: '左', version: 1 }),
        edit(banzhu, post.id, { content: '右', version: 1 }),
      ])
      expect(responses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    })

    it('refuses edits and deletions by other members', async () => {
      const thread = await forum.thread(xiaoli, 4)
      const post = await forum.as(laowang).reply(thread.id, '我的')
      expect((await edit(xiaoli, post.id, { content: '你的' }).expect(403)).body.code).toBe('FORBIDDEN')
      await remove(xiaoli, post.id).expect(403)
      await edit(xiaoli, 9_999_999, { content: '谁的' }).expect(404)
    })
  })

  describe('deleting', () => {
    it('leaves a tombstone with its number, and removes the post from every count', async () => {
      const thread = await forum.thread(xiaoli, 11)
      const second = await forum.as(laowang).reply(thread.id, '二楼')
      const third = await forum.as(banzhu).reply(thread.id, '三楼')
      await like(xiaoli, third.id).expect(200)
      await forum.settle()
      const before = await forum.api.db.members.findOne({ _id: banzhu.id })
      await remove(banzhu, third.id).expect(204)
      const after = await read(thread.id)
      expect(after.thread).toMatchObject({ postCount: 2, replyCount: 1, reply_count: 1, lastNumber: 3 })
      expect(after.thread.lastPostAt).toBe(second.createdAt)
      expect(after.thread.lastPostUser.username).toBe('laowang88')
      expect(after.posts.map(({ number, isDeleted }) => [number, isDeleted])).toEqual([
        [2, false],
        [3, true],
      ])
      expect(after.posts[1]).toMatchObject({ content: '', attachments: [], deletedBy: 'author' })
      await forum.settle()
      const body = await forum.as().call('getBoard', { boardId: 11 })
      expect(body.board).toMatchObject({ threadCount: 1, postCount: 2, todayCount: 2 })
      expect(body.board.lastThread?.lastPostUser.username).toBe('laowang88')
      const member = await forum.api.db.members.findOne({ _id: banzhu.id })
      expect(member?.postCount).toBe((before?.postCount ?? 0) - 1)
      expect(member?.likesReceived).toBe((before?.likesReceived ?? 0) - 1)
      // Neither a second deletion nor the next reply changes the numbers.
      await remove(banzhu, third.id).expect(204)
      expect((await forum.as(laowang).reply(thread.id, '四楼')).number).toBe(4)
      expect((await read(thread.id)).thread.postCount).toBe(3)
    })

    it('hides the text of a tombstone from all but moderators, who can restore it', async () => {
      const thread = await forum.thread(xiaoli, 4)
      const post = await forum.as(laowang).reply(thread.id, '一时气话')
      await remove(banzhu, post.id).expect(204)
      for (const reader of [undefined, xiaoli, laowang]) {
        expect((await read(thread.id, reader)).posts[0]).toMatchObject({
          content: '',
          deletedBy: 'moderator',
        })
      }
      expect((await read(thread.id, banzhu)).posts[0]?.content).toBe('一时气话')
      await edit(laowang, post.id, { content: '重写' }).expect(404)
      await like(xiaoli, post.id).expect(404)
      expect((await restore(laowang, post.id).expect(403)).body.code).toBe('FORBIDDEN')
      const { body } = await restore(banzhu, post.id).expect(200)
      expect(body.post).toMatchObject({ content: '一时气话', number: 2, isDeleted: false, deletedBy: null })
      const { thread: restored } = await read(thread.id)
      expect(restored).toMatchObject({ postCount: 2, lastNumber: 2, lastPostAt: post.createdAt })
      expect(restored.lastPostUser.username).toBe('laowang88')
    })

    it('lets one of two moderators delete a post who both expect it to stand', async () => {
      const thread = await forum.thread(xiaoli, 4)
      const post = await forum.as(laowang).reply(thread.id, '两个人都看到的广告')
      const body = { mustChange: true }
      const statuses = await Promise.all([banzhu, banzhu].map((by) => remove(by, post.id).send(body)))
      expect(statuses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
      expect((await remove(banzhu, post.id).send(body).expect(409)).body.code).toBe('CONFLICT')
    })

    it('refuses to delete the opening post without its thread', async () => {
      const thread = await forum.thread(xiaoli, 4)
      await remove(xiaoli, thread.openingPostId).expect(403)
      await remove(banzhu, thread.openingPostId).expect(403)
    })
  })

  describe('liking', () => {
    it('toggles a like, or sets it', async () => {
      const thread = await forum.thread(xiaoli, 4)
      const post = await forum.as(laowang).reply(thread.id, '谢谢')
      expect((await like(xiaoli, post.id).expect(200)).body).toEqual({ liked: true, likeCount: 1 })
      expect((await like(banzhu, post.id).expect(200)).body).toEqual({ liked: true, likeCount: 2 })
      expect((await like(xiaoli, post.id, { liked: true })).body).toEqual({ liked: true, likeCount: 2 })
      expect((await read(thread.id, xiaoli)).posts[0]).toMatchObject({ likeCount: 2, likedByMe: true })
      expect((await read(thread.id, laowang)).posts[0]).toMatchObject({ likeCount: 2, likedByMe: false })
      expect((await like(xiaoli, post.id)).body).toEqual({ liked: false, likeCount: 1 })
      expect((await like(xiaoli, post.id, { liked: false })).body).toEqual({ liked: false, likeCount: 1 })
      await like(xiaoli, post.id, { liked: 'yes' }).expect(400)
    })

    it('counts a like once that is sent many times at once', async () => {
      const thread = await forum.thread(xiaoli, 4)
      await Promise.all(Array.from({ length: 5 }, () => like(laowang, thread.openingPostId, { liked: true })))
      const body = await forum.as().call('getPost', { postId: thread.openingPostId })
      expect(body.post.likeCount).toBe(1)
    })

    it('refuses a like of the member’s own post', async () => {
      const thread = await forum.thread(xiaoli, 4)
      expect((await like(xiaoli, thread.openingPostId).expect(403)).body.code).toBe('FORBIDDEN')
    })
  })

  it('refuses replies to a locked thread from all but moderators', async () => {
    const thread = await forum.thread(xiaoli, 4)
    const post = await forum.as(laowang).reply(thread.id, '二楼')
    await forum.as(xiaoli).refused('FORBIDDEN', 'lockThread', { threadId: thread.id, locked: true })
    await lock(thread.id, true)
    for (const refused of [
      await reply(xiaoli, thread.id, '三楼'),
      await edit(laowang, post.id, { content: '改' }),
      await remove(laowang, post.id),
      await forum.request.put(`/api/threads/${thread.id}`).set(xiaoli.headers).send({ title: '改' }),
    ]) {
      expect(refused.status).toBe(409)
      expect(refused.body.code).toBe('THREAD_LOCKED')
    }
    const { thread: locked } = await read(thread.id, xiaoli)
    expect(locked.viewer).toMatchObject({ canReply: false, canEdit: false, canModerate: false })
    await forum.as(banzhu).reply(thread.id, '本帖已锁')
    await edit(banzhu, post.id, { content: '改' }).expect(200)
    await lock(thread.id, false)
    await forum.as(xiaoli).reply(thread.id, '四楼')
  })

  it('refuses writing by a muted member until the mute ends', async () => {
    const loud = await forum.member('loud')
    const thread = await forum.thread(loud, 4)
    const post = await forum.as(loud).reply(thread.id, '二楼')
    const mutedUntil = new Date(forum.clock.now().getTime() + MINUTE_MS)
    await forum.api.db.members.updateOne({ _id: loud.id }, { $set: { mutedUntil } })
    // The server caches the holder of a token for a second.
    forum.clock.advance(1_001)
    for (const refused of [
      await reply(loud, thread.id, '三楼'),
      await edit(loud, post.id, { content: '改' }),
      await remove(loud, post.id),
      await forum.request
        .post('/api/threads')
        .set(loud.headers)
        .send({ title: '一', content: '二', boardId: 4 }),
    ]) {
      expect(refused.status).toBe(403)
      expect(refused.body.code).toBe('MUTED')
    }
    await read(thread.id, loud)
    forum.clock.advance(2 * MINUTE_MS)
    await forum.as(loud).reply(thread.id, '三楼')
  })

  describe('with an Idempotency-Key', () => {
    const keyed = (by: TestMember, key: string, body: object, path = '/api/posts') =>
      forum.request
        .post(path)
        .set({ ...by.headers, 'Idempotency-Key': key })
        .send(body)

    /** The response to a repeat of a request, whose author's posts may have been counted meanwhile. */
    const repeatOf = ({ post, thread }: { post: Post; thread: object }) => {
      const author = { ...post.author, postCount: expect.any(Number) as number }
      return { post: { ...post, author }, thread }
    }

    it('creates one reply when a request is sent several times at once', async () => {
      const thread = await forum.thread(xiaoli, 4)
      const body = { threadId: thread.id, content: '只此一次' }
      const key = randomUUID()
      const first = await Promise.all([1, 2, 3].map(() => keyed(laowang, key, body).expect(201)))
      const later = await keyed(laowang, key.toUpperCase(), body).expect(201)
      for (const response of [...first, later]) expect(response.body).toEqual(repeatOf(first[0]?.body))
      expect((await read(thread.id)).thread).toMatchObject({ postCount: 2, lastNumber: 2, seq: 2 })
      // The same key of another member counts as a different key.
      await keyed(banzhu, key, body).expect(201)
      expect((await read(thread.id)).thread.postCount).toBe(3)
    })

    it('refuses another reply under the same key', async () => {
      const thread = await forum.thread(xiaoli, 4)
      const key = randomUUID()
      await keyed(laowang, key, { threadId: thread.id, content: '一' }).expect(201)
      const { body } = await keyed(laowang, key, { threadId: thread.id, content: '二' }).expect(409)
      expect(body.code).toBe('CONFLICT')
      expect((await read(thread.id)).thread.postCount).toBe(2)
    })

    it('leaves the key free after a refusal', async () => {
      const thread = await forum.thread(xiaoli, 4)
      const key = randomUUID()
      await lock(thread.id, true)
      await keyed(laowang, key, { threadId: thread.id, content: '一' }).expect(409)
      await lock(thread.id, false)
      const { body } = await keyed(laowang, key, { threadId: thread.id, content: '二' }).expect(201)
      expect(body.post.content).toBe('二')
      const again = await keyed(laowang, key, { threadId: thread.id, content: '二' }).expect(201)
      expect(again.body).toEqual(repeatOf(body))
      expect((await read(thread.id)).thread.postCount).toBe(2)
    })

    it('creates another reply under a key that was used more than a day ago', async () => {
      const thread = await forum.thread(xiaoli, 4)
      const key = randomUUID()
      const first = await keyed(laowang, key, { threadId: thread.id, content: '昨天' }).expect(201)
      forum.clock.advance((IDEMPOTENCY_HOURS * 60 + 1) * MINUTE_MS)
      const second = await keyed(laowang, key, { threadId: thread.id, content: '今天' }).expect(201)
      expect(second.body.post).toMatchObject({ content: '今天', number: 3 })
      expect(second.body.post.id).not.toBe(first.body.post.id)
      const repeated = await keyed(laowang, key, { threadId: thread.id, content: '今天' }).expect(201)
      expect(repeated.body).toEqual(repeatOf(second.body))
      expect((await read(thread.id)).thread.postCount).toBe(3)
    })

    it('refuses a key that is not a UUID', async () => {
      const thread = await forum.thread(xiaoli, 4)
      const { body } = await keyed(laowang, 'again', { threadId: thread.id, content: '一' }).expect(400)
      expect(body.code).toBe('VALIDATION_FAILED')
      expect((await read(thread.id)).thread.postCount).toBe(1)
    })

    it('creates one thread when a request is sent several times at once', async () => {
      const key = randomUUID()
      const thread = { title: '只此一题', content: '第一帖', boardId: 31 }
      const send = (body: object) => keyed(laowang, key, body, '/api/threads')
      const responses = await Promise.all([1, 2, 3].map(() => send(thread).expect(201)))
      for (const response of responses) expect(response.body).toEqual(responses[0]?.body)
      expect((await send({ ...thread, title: '另一题' }).expect(409)).body.code).toBe('CONFLICT')
      await keyed(laowang, key, { threadId: responses[0]?.body.thread.id as number, content: '一' }).expect(
        409,
      )
      await forum.settle()
      const body = await forum.as().call('getBoard', { boardId: 31 })
      expect(body.board).toMatchObject({ threadCount: 1, postCount: 1 })
      expect(body.threads).toHaveLength(1)
    })
  })

  describe('changes since a seq', () => {
    const changes = async (threadId: number, since: number) => {
      const body = await forum.as().call('threadChanges', { threadId, since })
      return body
    }

    it('returns all posts that were created or changed, in order of their numbers', async () => {
      const thread = await forum.thread(xiaoli, 4)
      const [second, third, fourth] = [
        await forum.as(laowang).reply(thread.id, '二楼'),
        await forum.as(laowang).reply(thread.id, '三楼'),
        await forum.as(laowang).reply(thread.id, '四楼'),
      ]
      const since = (await changes(thread.id, 0)).seq
      expect(since).toBe(4)
      expect((await changes(thread.id, since)).posts).toEqual([])
      await forum.as(xiaoli).reply(thread.id, '五楼')
      await remove(laowang, fourth.id).expect(204)
      await edit(laowang, second.id, { content: '二楼改' }).expect(200)
      await like(laowang, thread.openingPostId).expect(200)
      const after = await changes(thread.id, since)
      expect(after).toMatchObject({ seq: since + 4, complete: true })
      expect(after.thread).toMatchObject({ seq: since + 4, postCount: 4, lastNumber: 5 })
      expect(after.posts.map(({ number }) => number)).toEqual([1, 2, 4, 5])
      expect(after.posts.map(({ id }) => id)).not.toContain(third.id)
      expect(after.posts[0]?.likeCount).toBe(1)
      expect(after.posts[1]?.content).toBe('二楼改')
      expect(after.posts[2]).toMatchObject({ isDeleted: true, content: '' })
      expect((await changes(thread.id, since + 3)).posts.map(({ number }) => number)).toEqual([1])
    })

    it('marks changes as incomplete if there are too many', async () => {
      const past = await pastThread(forum, {
        boardId: 30,
        authorId: xiaoli.id,
        startedAt: forum.clock.now(),
        replies: CHANGES_MAX,
      })
      await forum.api.load.save([past])
      expect((await changes(past.threadId, 0)).complete).toBe(false)
      const just = await changes(past.threadId, 1)
      expect(just.complete).toBe(true)
      expect(just.posts.map(({ number }) => number)).toEqual(
        Array.from({ length: CHANGES_MAX }, (_, i) => i + 2),
      )
    })

    it('marks changes as incomplete if their texts are too long together', async () => {
      const thread = await forum.thread(xiaoli, 4)
      const number = CHANGES_MAX_BYTES / (100 * 1024)
      // Each takes up to 100 KiB: the limit of a post in bytes.
      const content = '👨‍👩‍👧‍👦'.repeat(4_000)
      for (let i = 0; i <= number; i++) await forum.as(xiaoli).reply(thread.id, content)
      const response = await forum.request.get(`/api/threads/${thread.id}/changes?since=0`).expect(200)
      expect((response.body as { complete: boolean }).complete).toBe(false)
      expect(Buffer.byteLength(response.text)).toBeLessThan(CHANGES_MAX_BYTES + 200 * 1024)
      const { seq } = response.body as { seq: number }
      const last = await changes(thread.id, seq - 3)
      expect(last.complete).toBe(true)
      expect(last.posts.map((post) => post.content)).toEqual([content, content, content])
    })

    it('reads the same changes once for many readers, and again after the next change', async () => {
      const thread = await forum.thread(xiaoli, 4)
      const find = vi.spyOn(forum.api.db.posts, 'find')
      const reads = () =>
        find.mock.calls.filter(([filter]) => filter !== undefined && 'appliedSeq' in filter).length
      try {
        await Promise.all(Array.from({ length: 10 }, () => changes(thread.id, 0)))
        await forum.as(laowang).call('threadChanges', { threadId: thread.id, since: 0 })
        expect(reads()).toBe(1)
        await forum.as(laowang).reply(thread.id, '二楼')
        expect((await changes(thread.id, 0)).posts).toHaveLength(2)
        expect(reads()).toBe(2)
      } finally {
        find.mockRestore()
      }
    })

    it('refuses to return changes without a seq or of an unknown thread', async () => {
      const thread = await forum.thread(xiaoli, 4)
      for (const query of ['', '?since=', '?since=-1', '?since=abc']) {
        await forum.request.get(`/api/threads/${thread.id}/changes${query}`).expect(400)
      }
      await forum.as().refused('NOT_FOUND', 'threadChanges', { threadId: 9999999, since: 0 })
    })
  })

  describe('on the bus', () => {
    const publishedOn = (channel: string): SocketEvent[] =>
      forum.bus.sent.filter((sent) => sent.channel === channel).map((sent) => sent.message)
    /** Returns the messages that members and anonymous readers may receive; moderators read deleted threads too. */
    const sentToAnyone = () =>
      forum.bus.sent.filter(({ channel }) => !/^forum:(user|moderation)\b/.test(channel))
    /** Parses the message with the schema of its event; unknown fields are an error. */
    const parsed = ({ name, ...event }: SocketEvent) => ({ name, ...serverEvents[name].parse(event) })

    it('publishes one event for every seq, in order and valid by its schema', async () => {
      const thread = await forum.thread(xiaoli, 4)
      const post = await forum.as(laowang).reply(thread.id, '二楼')
      await edit(laowang, post.id, { content: '二楼改' }).expect(200)
      await like(xiaoli, post.id).expect(200)
      await remove(laowang, post.id).expect(204)
      await restore(banzhu, post.id).expect(200)
      await forum.as(xiaoli).call('updateThread', { threadId: thread.id, title: '改名' })
      await forum.as(banzhu).call('pinThread', { threadId: thread.id, pinned: true })
      await lock(thread.id, true)
      await forum.settle()
      const published = publishedOn(`forum:thread:${thread.id}`).map(parsed)
      expect(published.map((event) => [event.name, 'seq' in event && event.seq])).toEqual([
        ['post:created', 2],
        ['post:updated', 3],
        ['post:liked', 4],
        ['post:deleted', 5],
        ['post:restored', 6],
        ['thread:updated', 7],
        ['thread:updated', 8],
        ['thread:updated', 9],
      ])
      expect(new Set(published.map(({ id }) => id)).size).toBe(published.length)
      expect(published[0]).toMatchObject({ thread: { seq: 2, postCount: 2, lastNumber: 2 } })
      expect(published[2]).toMatchObject({ likeCount: 1, thread: { seq: 4 } })
      expect(published[3]).toMatchObject({ post: { content: '', isDeleted: true }, thread: { postCount: 1 } })
      expect(published.slice(5)).toMatchObject([
        { changes: { title: '改名' } },
        { changes: { isPinned: true } },
        { changes: { isLocked: true } },
      ])
      const inLists = publishedOn('forum:board:4').map(parsed)
      expect(inLists).toContainEqual(
        expect.objectContaining({
          name: 'thread:created',
          thread: expect.objectContaining({ id: thread.id }) as unknown,
        }),
      )
      const bumps = inLists.filter(
        (event) => event.name === 'thread:bumped' && 'threadId' in event && event.threadId === thread.id,
      )
      expect(bumps.map((event) => 'seq' in event && event.seq)).toEqual([2, 5, 6, 7, 8, 9])
      expect(publishedOn('forum:home').map(parsed)).toEqual(expect.arrayContaining(bumps))
    })

    it('publishes no content of a deleted thread', async () => {
      const thread = await forum.thread(xiaoli, 4, '要删的标题')
      const post = await forum.as(laowang).reply(thread.id, '二楼')
      await forum.settle()
      await forum.as(banzhu).call('deleteThread', { threadId: thread.id })
      await forum.settle()
      forum.bus.sent.length = 0
      await forum.as(banzhu).reply(thread.id, '只给版主看的回复')
      await edit(banzhu, post.id, { content: '只给版主看的修改' }).expect(200)
      await remove(banzhu, post.id).expect(204)
      await forum.as(banzhu).call('updateThread', { threadId: thread.id, title: '只给版主看的标题' })
      await lock(thread.id, true)
      await forum.settle()
      const published = publishedOn(`forum:thread:${thread.id}`).map(parsed)
      expect(published).toMatchObject(
        [4, 5, 6, 7, 8].map((seq) => ({ name: 'thread:updated', seq, changes: {}, isWithheld: true })),
      )
      expect(published.map((event) => 'changes' in event && event.changes)).toEqual([{}, {}, {}, {}, {}])
      for (const list of ['forum:board:4', 'forum:home']) {
        const bumps = publishedOn(list).filter(({ name }) => name !== 'board:updated')
        expect(bumps).toEqual([])
      }
      expect(JSON.stringify(sentToAnyone())).not.toContain('只给版主看')

      await forum.as(banzhu).call('restoreThread', { threadId: thread.id })
      await forum.settle()
      expect(parsed(publishedOn(`forum:thread:${thread.id}`).at(-1)!)).toMatchObject({
        seq: 9,
        changes: { isDeleted: false },
      })
    })

    it('publishes no content of a thread that was deleted before its events were published', async () => {
      forum.bus.isUnavailable = true
      const thread = await forum.thread(xiaoli, 4, '没发出去的标题')
      await forum.as(laowang).reply(thread.id, '没发出去的回复')
      await forum.as(banzhu).call('deleteThread', { threadId: thread.id })
      await forum.settle()
      forum.bus.isUnavailable = false
      forum.bus.sent.length = 0
      forum.clock.advance(10_000)
      await forum.api.sweep()
      await forum.settle()
      const published = publishedOn(`forum:thread:${thread.id}`).map(parsed)
      expect(published).toMatchObject([
        { seq: 2, changes: {}, isWithheld: true },
        { seq: 3, changes: { isDeleted: true } },
      ])
      expect(JSON.stringify(sentToAnyone())).not.toContain('没发出去')
      await forum.as(banzhu).call('restoreThread', { threadId: thread.id })
      await forum.settle()
    })

    it('publishes only the seq of an edit whose post was deleted before, so that moderators read its text', async () => {
      const thread = await forum.thread(xiaoli, 4)
      const post = await forum.as(laowang).reply(thread.id, '二楼')
      await forum.settle()
      forum.bus.isUnavailable = true
      await edit(laowang, post.id, { content: '改过的二楼' }).expect(200)
      await remove(laowang, post.id).expect(204)
      await forum.settle()
      forum.bus.isUnavailable = false
      forum.bus.sent.length = 0
      forum.clock.advance(10_000)
      await forum.api.sweep()
      await forum.settle()
      expect(publishedOn(`forum:thread:${thread.id}`).map(parsed)).toMatchObject([
        { name: 'thread:updated', seq: 3, changes: {}, isWithheld: true },
        { name: 'post:deleted', seq: 4, post: { content: '', isDeleted: true } },
      ])
    })

    it('includes the last post in list events for a new reply only', async () => {
      const thread = await forum.thread(xiaoli, 4)
      const post = await forum.as(laowang).reply(thread.id, '二楼')
      await remove(laowang, post.id).expect(204)
      await restore(banzhu, post.id).expect(200)
      for (const [path, body] of [
        ['', { title: '改名' }],
        ['/pin', { pinned: true }],
        ['/lock', { locked: true }],
      ] as const) {
        await forum.request.put(`/api/threads/${thread.id}${path}`).set(banzhu.headers).send(body).expect(200)
      }
      await forum.settle()
      const changes = publishedOn('forum:board:4').flatMap((event) =>
        event.name === 'thread:bumped' && event.threadId === thread.id ? [event.changes] : [],
      )
      expect(changes).toEqual([
        {
          postCount: 2,
          replyCount: 1,
          lastPostNumber: 2,
          lastPostAt: post.createdAt,
          lastPostUser: expect.objectContaining({ id: laowang.id }) as unknown,
        },
        { postCount: 1, replyCount: 0, lastPostNumber: 1 },
        { postCount: 2, replyCount: 1, lastPostNumber: 2 },
        { title: '改名' },
        { isPinned: true },
        { isLocked: true },
      ])
    })

    it('increases the version of a board with its counts', async () => {
      const updates = () =>
        publishedOn('forum:home').flatMap((event) =>
          event.name === 'board:updated' && event.boardId === 40 ? [event] : [],
        )
      const versionAt = (posts: number) =>
        updates().find(({ postCount }) => postCount === posts)?.version ?? 0
      const body = await forum.as().call('getBoard', { boardId: 40 })
      const { postCount } = body.board as { postCount: number }
      const thread = await forum.thread(xiaoli, 41)
      await expect.poll(() => versionAt(postCount + 1)).toBeGreaterThan(0)
      await forum.as(laowang).reply(thread.id, '二楼')
      await expect.poll(() => versionAt(postCount + 2)).toBeGreaterThan(versionAt(postCount + 1))
    })

    it('publishes the counts of a board once the bus is back', async () => {
      const counts = () =>
        publishedOn('forum:board:4').flatMap((event) =>
          event.name === 'board:updated' ? [event.postCount] : [],
        )
      const thread = await forum.thread(xiaoli, 4)
      await forum.settle()
      const body = await forum.as().call('getBoard', { boardId: 4 })
      const { postCount } = body.board as { postCount: number }
      await expect.poll(() => counts().at(-1)).toBe(postCount)
      forum.bus.isUnavailable = true
      await forum.as(laowang).reply(thread.id, '没有人听到')
      await forum.settle()
      await expect.poll(() => forum.bus.failed.map(({ name }) => name)).toContain('board:updated')
      forum.bus.isUnavailable = false
      await expect.poll(() => counts().at(-1)).toBe(postCount + 1)
    })

    it('publishes the replies of many simultaneous writers in order', async () => {
      const thread = await forum.thread(xiaoli, 4)
      await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          forum.as(i % 2 ? xiaoli : laowang).reply(thread.id, `第 ${i} 句`),
        ),
      )
      await forum.settle()
      const published = publishedOn(`forum:thread:${thread.id}`).map(parsed)
      expect(published.map((event) => 'seq' in event && event.seq)).toEqual(
        Array.from({ length: 20 }, (_, i) => i + 2),
      )
    })

    it('accepts replies while the bus is unavailable and publishes them once it is back', async () => {
      const thread = await forum.thread(xiaoli, 4)
      forum.bus.isUnavailable = true
      try {
        await forum.as(laowang).reply(thread.id, '二楼')
        await forum.as(xiaoli).reply(thread.id, '三楼')
        await forum.settle()
        expect(publishedOn(`forum:thread:${thread.id}`)).toEqual([])
      } finally {
        forum.bus.isUnavailable = false
      }
      forum.clock.advance(MINUTE_MS)
      await forum.api.sweep()
      await forum.settle()
      const published = publishedOn(`forum:thread:${thread.id}`).map(parsed)
      const bySeq = new Map(published.map((event) => [event.id, 'seq' in event && event.seq]))
      expect([...bySeq.values()]).toEqual([2, 3])
      expect((await read(thread.id)).thread).toMatchObject({ postCount: 3, seq: 3 })
      await forum.settle()
      const body = await forum.as().call('getBoard', { boardId: 4 })
      const counted = await forum.api.db.threads.countDocuments({ boardId: 4 })
      expect(body.board.threadCount).toBe(counted)
    })
  })
})
