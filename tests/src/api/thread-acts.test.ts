import { HOUR_MS } from '@forum/shared/clock'
import type {
  Board,
  Pagination,
  Post,
  PostVersion,
  Thread,
  ThreadInList,
  UserSummary,
} from '@forum/shared/contract'
import { REASON_MAX } from '@forum/shared/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPeopledForum, type TestForum, type TestMember } from '../fixtures/forum'
import { pastThread } from '../fixtures/histories'

type Verb = 'get' | 'post' | 'put' | 'delete'

describe('acts on threads', () => {
  let forum: TestForum
  let xiaoli: TestMember
  let laowang: TestMember
  let banzhu: TestMember

  beforeAll(async () => {
    ;({ forum, xiaoli, laowang, banzhu } = await startPeopledForum())
  })
  afterAll(() => forum.stop())

  const call = (verb: Verb, path: string, by: TestMember | null, body?: object) => {
    const request = forum.request[verb](`/api${path}`).set(by?.headers ?? {})
    return body ? request.send(body) : request
  }
  const get = async <T>(path: string, by: TestMember | null = null) =>
    (await call('get', path, by).expect(200)).body as T
  const replied = async (by: TestMember, threadId: number, content = '一条回复') =>
    (await call('post', '/posts', by, { threadId, content }).expect(201)).body.post as Post
  const board = async (id: number) => {
    await forum.settle()
    const { board: shown } = await get<{ board: Board }>(`/boards/${id}`)
    const { threadCount, postCount, todayCount, lastThread } = shown
    return { threadCount, postCount, todayCount, lastThreadId: lastThread?.id ?? null }
  }
  const counts = async (member: TestMember) => {
    await forum.settle()
    const doc = await forum.api.db.members.findOne({ _id: member.id })
    return { threads: doc?.threadCount, posts: doc?.postCount, likes: doc?.likesReceived }
  }
  const threads = async (path: string, by: TestMember | null) =>
    get<{ threads: ThreadInList[]; pagination: Pagination }>(path, by)
  const ids = ({ threads: listed }: { threads: ThreadInList[] }) => listed.map(({ id }) => id)

  describe('deletion', () => {
    it('removes a thread from all counts and lists, and restores it to all of them', async () => {
      const [empty, before] = [
        await board(12),
        { xiaoli: await counts(xiaoli), laowang: await counts(laowang) },
      ]
      const thread = await forum.thread(xiaoli, 12)
      const reply = await replied(laowang, thread.id)
      await replied(xiaoli, thread.id)
      await call('post', `/posts/${reply.id}/like`, xiaoli, { liked: true }).expect(200)
      const full = await board(12)
      expect(full).toEqual({ threadCount: 1, postCount: 3, todayCount: 3, lastThreadId: thread.id })
      const counted = { xiaoli: await counts(xiaoli), laowang: await counts(laowang) }

      await call('delete', `/threads/${thread.id}`, banzhu, { reason: '  广告  ' }).expect(204)
      await call('delete', `/threads/${thread.id}`, banzhu).expect(204)
      expect(await board(12)).toEqual(empty)
      expect((await board(10)).threadCount).toBe(0)
      expect({ xiaoli: await counts(xiaoli), laowang: await counts(laowang) }).toEqual(before)
      for (const path of [
        `/threads/${thread.id}`,
        `/threads/${thread.id}/changes?since=0`,
        `/posts?threadId=${thread.id}`,
        `/posts/${reply.id}`,
        `/posts/${reply.id}/likes`,
      ]) {
        await call('get', path, laowang).expect(404)
        await call('get', path, null).expect(404)
        await call('get', path, banzhu).expect(200)
      }
      for (const path of ['/boards/12', '/threads', '/threads?watched=true', `/users/${xiaoli.id}/threads`]) {
        expect(ids(await threads(path, xiaoli))).not.toContain(thread.id)
      }
      const posts = await get<{ posts: Post[]; pagination: Pagination }>(`/users/${laowang.id}/posts`)
      expect(posts.posts.map(({ id }) => id)).not.toContain(reply.id)
      const stored = await forum.api.db.threadEvents.findOne({ threadId: thread.id, kind: 'thread.deleted' })
      expect(stored).toMatchObject({ actorId: banzhu.id, reason: '广告' })

      const { body } = await call('post', `/threads/${thread.id}/restore`, banzhu).expect(200)
      expect(body.thread).toMatchObject({ isDeleted: false, postCount: 3 })
      expect((await call('post', `/threads/${thread.id}/restore`, banzhu)).body.thread.seq).toBe(
        body.thread.seq,
      )
      expect(await board(12)).toEqual(full)
      expect({ xiaoli: await counts(xiaoli), laowang: await counts(laowang) }).toEqual(counted)
    })

    it('counts changes to a deleted thread once it is restored', async () => {
      const thread = await forum.thread(xiaoli, 42)
      const [kept, removed] = [await replied(laowang, thread.id), await replied(laowang, thread.id)]
      const before = await counts(laowang)
      await call('delete', `/threads/${thread.id}`, banzhu).expect(204)
      await call('delete', `/posts/${removed.id}`, banzhu).expect(204)
      await call('post', `/posts/${kept.id}/like`, banzhu, { liked: true }).expect(200)
      await replied(banzhu, thread.id, '给其他版主的话')
      expect(await board(42)).toMatchObject({ threadCount: 0, postCount: 0 })
      await call('post', `/threads/${thread.id}/restore`, banzhu).expect(200)
      expect(await board(42)).toMatchObject({ threadCount: 1, postCount: 3 })
      expect(await counts(laowang)).toEqual({
        ...before,
        posts: (before.posts ?? 0) - 1,
        likes: (before.likes ?? 0) + 1,
      })
    })

    it('lets the author delete a thread until another member has replied', async () => {
      const unshared = await forum.thread(xiaoli)
      await replied(xiaoli, unshared.id)
      await call('delete', `/threads/${unshared.id}`, xiaoli).expect(204)
      await call('delete', `/threads/${unshared.id}`, xiaoli).expect(404)
      const shared = await forum.thread(xiaoli)
      await replied(laowang, shared.id)
      const { body } = await call('delete', `/threads/${shared.id}`, xiaoli).expect(409)
      expect(body.code).toBe('THREAD_HAS_REPLIES')
      expect((await get<{ thread: Thread }>(`/threads/${shared.id}`, xiaoli)).thread.viewer?.canDelete).toBe(
        false,
      )
    })

    it('restores a thread of a deleted board only after a move to another', async () => {
      const thread = await forum.thread(xiaoli, 112)
      await call('delete', `/threads/${thread.id}`, banzhu).expect(204)
      await forum.api.db.boards.updateOne(
        { _id: 112 },
        { $set: { deletedAt: new Date() }, $inc: { revision: 1 } },
      )
      // Processes may use a tree that is this old.
      forum.clock.advance(10_000)
      const { body } = await call('post', `/threads/${thread.id}/restore`, banzhu).expect(409)
      expect(body).toMatchObject({
        code: 'CONFLICT',
        message: '主题所在的版块已被删除，请先把主题移到别的版块',
      })
      await call('post', `/threads/${thread.id}/move`, banzhu, { boardId: 42 }).expect(200)
      await call('post', `/threads/${thread.id}/restore`, banzhu).expect(200)
      expect(ids(await threads('/boards/42', null))).toContain(thread.id)
    })

    it('refuses a reason that is longer than its limit', async () => {
      const thread = await forum.thread(xiaoli)
      const { body } = await call('delete', `/threads/${thread.id}`, banzhu, {
        reason: '长'.repeat(REASON_MAX + 1),
      }).expect(400)
      expect(body.errors).toEqual([expect.objectContaining({ field: 'reason', code: 'too_long' })])
      await call('delete', `/threads/${thread.id}`, banzhu, { reason: '长'.repeat(REASON_MAX) }).expect(204)
    })
  })

  describe('moving', () => {
    it('moves a thread with its counts and last post, and publishes to both lists', async () => {
      const [from, to] = [await board(31), await board(32)]
      const thread = await forum.thread(xiaoli, 31)
      await replied(laowang, thread.id)
      const full = await board(31)
      const member = await counts(laowang)
      forum.bus.sent.length = 0
      const { body } = await call('post', `/threads/${thread.id}/move`, banzhu, { boardId: 32 }).expect(200)
      expect(body.thread).toMatchObject({ boardId: 32, board: { id: 32 }, seq: 3 })
      expect(await board(31)).toEqual(from)
      expect(await board(32)).toEqual({
        ...full,
        threadCount: to.threadCount + 1,
        postCount: to.postCount + 2,
      })
      expect(await counts(laowang)).toEqual(member)
      const bumped = forum.bus.sent.filter(({ message }) => message.name === 'thread:bumped')
      expect(bumped.map(({ channel }) => channel).sort()).toEqual([
        'forum:board:31',
        'forum:board:32',
        'forum:home',
      ])
      expect(bumped[0]?.message).toMatchObject({ boardId: 32, changes: { boardId: 32 } })
      const again = await call('post', `/threads/${thread.id}/move`, banzhu, { boardId: 32 }).expect(200)
      expect(again.body.thread.seq).toBe(3)
      expect(ids(await threads('/boards/32', null))).toContain(thread.id)
    })

    it('moves only to boards that hold threads and that the moderator may use', async () => {
      const local = await forum.member('local')
      await forum.api.db.boards.updateOne({ _id: 43 }, { $set: { moderatorIds: [local.id] } })
      forum.clock.advance(2_000)
      const thread = await forum.thread(xiaoli, 43)
      const move = async (boardId: number, by = local) => {
        const { status, body } = await call('post', `/threads/${thread.id}/move`, by, { boardId })
        return [status, (body as { code?: string }).code]
      }
      expect(await move(1)).toEqual([409, 'BOARD_HAS_CHILDREN'])
      expect(await move(2)).toEqual([403, 'FORBIDDEN'])
      expect(await move(9_999)).toEqual([404, 'NOT_FOUND'])
      expect(await move(3, xiaoli)).toEqual([403, 'FORBIDDEN'])
      expect(await move(3)).toEqual([200, undefined])
      expect(await move(43)).toEqual([403, 'FORBIDDEN'])
    })
  })

  describe('reading and bookmarking', () => {
    it('narrows lists to watched and unread threads, and marks boards or everything as read', async () => {
      const reader = await forum.member('reader')
      const first = await forum.thread(xiaoli, 51)
      const second = await forum.thread(xiaoli, 52)
      const unread = async (more = '') => ids(await threads(`/threads?unread=true&limit=100${more}`, reader))
      const watched = async (more = '') => ids(await threads(`/threads?watched=true${more}`, reader))
      expect(await unread()).toEqual(expect.arrayContaining([first.id, second.id]))
      expect(await watched()).toEqual([])

      await replied(reader, first.id)
      expect(await watched()).toEqual([first.id])
      await call('put', `/threads/${second.id}/watch`, reader, { watched: true }).expect(200)
      expect(await watched()).toEqual([first.id, second.id])
      expect(await watched('&sortBy=createdAt&sortOrder=ASC&limit=1')).toEqual([first.id])
      expect(await watched('&boardId=52')).toEqual([second.id])
      expect(await watched('&minReplies=1')).toEqual([first.id])
      const unwatched = await call('put', `/threads/${second.id}/watch`, reader, { watched: false }).expect(
        200,
      )
      expect(unwatched.body.thread.viewer).toMatchObject({ isWatching: false })

      await call('post', '/threads/read', reader, { boardId: 50 }).expect(204)
      expect(await unread('&boardId=50')).toEqual([])
      expect((await unread()).length).toBeGreaterThan(0)
      await call('post', '/threads/read', reader, {}).expect(204)
      expect(await unread()).toEqual([])
      const { thread } = await get<{ thread: Thread }>(`/threads/${second.id}`, reader)
      expect(thread.viewer).toMatchObject({ unreadCount: 0, firstUnreadNumber: null })

      forum.clock.advance(1_000)
      await replied(laowang, second.id)
      expect(await unread()).toEqual([second.id])
      expect(await unread('&watched=true')).toEqual([])
      const listed = await threads('/boards/52', reader)
      expect(listed.threads[0]?.viewer).toMatchObject({ unreadCount: 1, firstUnreadNumber: 2 })
      await call('post', '/threads/read', reader, { boardId: 9_999 }).expect(404)
      await call('get', '/threads?unread=true', null).expect(401)
      await call('get', '/threads?watched=yes', reader).expect(400)
    })

    it('marks threads that no list reaches as read until their next post', async () => {
      const reader = await forum.member('skipper')
      const ago = new Date(forum.clock.now().getTime() - 40 * HOUR_MS)
      const old = await pastThread(forum, { boardId: 61, authorId: xiaoli.id, startedAt: ago, replies: 5 })
      await forum.api.load.save([old])
      // As if the thread were beyond those that are marked one by one.
      await forum.api.db.readStates.insertOne({
        _id: `${reader.id}:0`,
        userId: reader.id,
        threadId: 0,
        lastReadNumber: 0,
        isWatching: false,
        isBookmarked: false,
        isMuted: false,
        markedReadAt: { 61: forum.clock.now() },
      })
      const viewer = async () =>
        (await get<{ thread: Thread }>(`/threads/${old.threadId}`, reader)).thread.viewer?.unreadCount
      expect(await viewer()).toBe(0)
      forum.clock.advance(1_000)
      await replied(laowang, old.threadId)
      expect(await viewer()).toBeGreaterThan(0)
    })

    it('lists bookmarks, the newest first, without deleted threads', async () => {
      const reader = await forum.member('keeper')
      const kept = [await forum.thread(xiaoli), await forum.thread(xiaoli), await forum.thread(xiaoli)]
      for (const { id } of kept) {
        forum.clock.advance(1_000)
        const { body } = await call('put', `/threads/${id}/bookmark`, reader, { bookmarked: true }).expect(
          200,
        )
        expect(body.thread.viewer).toMatchObject({ isBookmarked: true, isWatching: false })
      }
      const [oldest, middle, newest] = kept.map(({ id }) => id)
      forum.clock.advance(1_000)
      await call('put', `/threads/${oldest}/bookmark`, reader, { bookmarked: true }).expect(200)
      expect(ids(await threads('/bookmarks', reader))).toEqual([newest, middle, oldest])
      await call('delete', `/threads/${middle}`, banzhu).expect(204)
      const page = await threads('/bookmarks?limit=1&page=2', reader)
      expect(ids(page)).toEqual([oldest])
      expect(page.pagination).toMatchObject({ total: 2, totalPages: 2, hasNext: false })
      await call('put', `/threads/${newest}/bookmark`, reader, { bookmarked: false }).expect(200)
      expect(ids(await threads('/bookmarks', reader))).toEqual([oldest])
      await call('get', '/bookmarks', null).expect(401)
    })
  })

  describe('posts', () => {
    it('shows every version of a post to its author and moderators', async () => {
      const thread = await forum.thread(xiaoli)
      const post = await replied(laowang, thread.id, '第一版')
      await call('put', `/posts/${post.id}`, laowang, { content: '第二版' }).expect(200)
      await call('put', `/posts/${post.id}`, banzhu, { content: '第三版', reason: '广告' }).expect(200)
      const { versions } = await get<{ versions: PostVersion[] }>(`/posts/${post.id}/history`, laowang)
      expect(versions).toMatchObject([
        { version: 1, content: '第一版', editedAt: post.createdAt, editedBy: { id: laowang.id } },
        { version: 2, content: '第二版', editedBy: { id: laowang.id } },
        { version: 3, content: '第三版', editedBy: { id: banzhu.id } },
      ])
      await call('put', `/threads/${thread.id}`, xiaoli, { content: '改过的第一帖' }).expect(200)
      const opening = await get<{ versions: PostVersion[] }>(`/posts/${thread.openingPostId}/history`, xiaoli)
      expect(opening.versions.map(({ content }) => content)).toEqual(['关于首页：第一帖', '改过的第一帖'])
      const untouched = await replied(laowang, thread.id)
      const only = await get<{ versions: PostVersion[] }>(`/posts/${untouched.id}/history`, banzhu)
      expect(only.versions).toMatchObject([{ version: 1, content: '一条回复' }])
    })

    it('keeps the note of each edit, and shows that of the last one', async () => {
      const thread = await forum.thread(xiaoli)
      const post = await replied(laowang, thread.id, '第一版')
      const edit = async (by: TestMember, body: object) =>
        ((await call('put', `/posts/${post.id}`, by, body).expect(200)).body as { post: Post }).post
      expect(await edit(laowang, { content: '第二版', note: ' 补了费用 ' })).toMatchObject({
        editNote: '补了费用',
      })
      expect(await edit(laowang, { content: '第三版' })).not.toHaveProperty('editNote')
      await call('put', `/posts/${post.id}`, laowang, { content: '第四版', note: '长'.repeat(101) }).expect(
        400,
      )
      const { versions } = await get<{ versions: PostVersion[] }>(`/posts/${post.id}/history`, laowang)
      expect(versions.map(({ note }) => note)).toEqual([undefined, '补了费用', undefined])
      const opening = await call('put', `/threads/${thread.id}`, xiaoli, {
        content: '新的',
        note: '换了问法',
      })
      expect((opening.body as { thread: Thread & { openingPost: Post } }).thread.openingPost.editNote).toBe(
        '换了问法',
      )
    })

    it('shows edits to everyone in a board that says so, but nothing that a moderator has changed', async () => {
      const admin = await forum.member('banwuzhang', 'admin')
      const show = (showsEdits: boolean) => forum.as(admin).call('updateBoard', { boardId: 3, showsEdits })
      const thread = await forum.thread(xiaoli, 3)
      const post = await replied(laowang, thread.id, '电话 1234')
      const path = `/posts/${post.id}/history`
      const versionsOf = async (by: TestMember | null) =>
        (await get<{ versions: PostVersion[] }>(path, by as TestMember)).versions.map(
          ({ version }) => version,
        )
      await call('put', `/posts/${post.id}`, laowang, { content: '电话 5678' }).expect(200)
      await call('get', path, null).expect(401)
      await call('get', path, xiaoli).expect(403)
      await show(true)
      for (const by of [null, xiaoli]) expect(await versionsOf(by)).toEqual([1, 2])
      await call('put', `/posts/${post.id}`, banzhu, { content: '电话已隐去', reason: '隐私' }).expect(200)
      await call('put', `/posts/${post.id}`, laowang, { content: '电话问我' }).expect(200)
      for (const by of [null, xiaoli]) expect(await versionsOf(by)).toEqual([3, 4])
      for (const by of [laowang, banzhu]) expect(await versionsOf(by)).toEqual([1, 2, 3, 4])
      await call('delete', `/posts/${post.id}`, laowang).expect(204)
      await call('get', path, xiaoli).expect(404)
      await show(false)
    })

    it('lists who likes a post, the newest like first', async () => {
      const thread = await forum.thread(xiaoli)
      const likers = [laowang, banzhu, await forum.member('liker')]
      const like = (by: TestMember, liked: boolean) =>
        call('post', `/posts/${thread.openingPostId}/like`, by, { liked }).expect(200)
      for (const liker of likers) await like(liker, true)
      await like(banzhu, false)
      const page = await get<{ users: UserSummary[]; pagination: Pagination }>(
        `/posts/${thread.openingPostId}/likes?limit=1`,
      )
      expect(page.users.map(({ username }) => username)).toEqual(['liker'])
      expect(page.pagination).toMatchObject({ total: 2, totalPages: 2, hasNext: true })
      await like(banzhu, true)
      const all = await get<{ users: UserSummary[] }>(`/posts/${thread.openingPostId}/likes`)
      expect(all.users.map(({ username }) => username)).toEqual(['banzhu1', 'liker', 'laowang88'])
    })

    it('lists what a member wrote, the newest first', async () => {
      const writer = await forum.member('writer')
      const thread = await forum.thread(writer, 3, '我的主题')
      const other = await forum.thread(xiaoli, 4, '别人的主题')
      const written = []
      for (const threadId of [thread.id, other.id, other.id]) {
        forum.clock.advance(1_000)
        written.push(await replied(writer, threadId))
      }
      await call('delete', `/posts/${written[1]?.id}`, writer).expect(204)
      const { posts, pagination } = await get<{ posts: Post[]; pagination: Pagination }>(
        `/users/${writer.id}/posts`,
      )
      expect(posts.map(({ id }) => id)).toEqual([written[2]?.id, written[0]?.id])
      expect(posts[0]?.thread).toEqual({ id: other.id, title: '别人的主题', boardId: 4 })
      expect(pagination.total).toBe(2)
      expect(ids(await threads(`/users/${writer.id}/threads`, null))).toEqual([thread.id])
      await call('get', '/users/999999/threads', null).expect(404)
      await call('get', '/users/999999/posts', null).expect(404)
    })

    it('lists a new reply of a member at once for its author and soon for others, and a deleted one for nobody', async () => {
      const writer = await forum.member('quick')
      const thread = await forum.thread(xiaoli, 3, '快慢')
      const first = await replied(writer, thread.id)
      const listed = async (by: TestMember | null) => {
        const { body } = await call('get', `/users/${writer.id}/posts`, by).expect(200)
        return (body as { posts: Post[] }).posts.map(({ id }) => id)
      }
      expect(await listed(xiaoli)).toEqual([first.id])
      forum.clock.advance(1_000)
      const second = await replied(writer, thread.id)
      expect(await listed(writer)).toEqual([second.id, first.id])
      forum.clock.advance(5_000)
      expect(await listed(xiaoli)).toEqual([second.id, first.id])
      await call('delete', `/posts/${second.id}`, writer).expect(204)
      expect(await listed(xiaoli)).toEqual([first.id])
    })
  })
})
