import { randomUUID } from 'node:crypto'
import type { Post, Thread } from '@forum/shared/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressesOf, EVERY_READ, readAs, type Ids, type Queries } from '../fixtures/every-read'
import { GATEWAY_SECRET } from '../fixtures/config'
import {
  startAnotherApi,
  startTestForum,
  TestClock,
  type TestForum,
  type TestMember,
} from '../fixtures/forum'
import { filesOf } from '../fixtures/zip'

const SHELL = '<!doctype html><html><head><title>默认</title></head><body><div id="root"></div></body></html>'
const AUTHOR = 'yinshenren'
const AUTHOR_SHOWN = '真身阿隐'
/** Keys under which an id is that of a member. */
const PEOPLE = ['userId', 'user_id', 'authorId', 'actorId', 'writerId', 'memberId', 'senderId', 'by']
/** Matches the alias of an author in one thread. */
const NAME = /^匿名·\p{Script=Han}{2}\d*$/u

const QUERIES: Queries = {
  listThreads: [{}, { sortBy: 'createdAt' }, { perAuthor: 2 }, { daysAgo: 4, sortBy: 'replyCount' }],
  search: ['树洞', '心事', AUTHOR].map((q) => ({ q })),
  searchThreads: [{ q: '树洞' }, { q: '树洞', author: AUTHOR }],
  searchPosts: [{ q: '心事' }, { q: '心事', author: AUTHOR }],
  searchMembers: [{ q: 'yin' }],
  searchUsers: [{ q: 'yin' }],
  listSimilarThreads: [{ title: '树洞里的话' }],
  listResponses: [{ from: 1, to: 20 }],
  threadChanges: [{ since: 0 }],
  siteStats: [{ from: '2026-01-05', to: '2026-01-06' }],
  siteStatsCsv: [{ from: '2026-01-05', to: '2026-01-06' }],
  listHeld: [{}, { status: 'approved' }],
}
/** Their answers are files, or are not about members. */
const APART = ['exportAccount', 'health', 'showUnsubscribe', 'startOidc', 'oidcCallback']

describe('an anonymous post', () => {
  let forum: TestForum
  let pages: Awaited<ReturnType<typeof startAnotherApi>>
  const pagesClock = new TestClock()
  let admin: TestMember
  let author: TestMember
  let friend: TestMember
  let outsider: TestMember
  let elsewhere: TestMember
  let ofBoard: TestMember
  let boardId: number
  /** A thread of the friend, who shows their name, and what is written in it without one. */
  let open: Thread
  let reply: Post
  let thread: Thread

  const readers = () => ({ stranger: null, outsider, friend, elsewhere, ofBoard })

  /** Everything that someone reads about these, by address. */
  const world = async (who: TestMember | null, ids: Ids): Promise<Record<string, string>> => {
    const seen: Record<string, string> = {}
    const of = { queries: QUERIES, otherUserId: author.id }
    for (const read of EVERY_READ.filter(({ name }) => !APART.includes(name))) {
      for (const path of addressesOf(read, ids, of)) {
        const { status, text } = await readAs(forum, path, who)
        expect([path, status]).not.toEqual([path, 500])
        seen[path] = text
      }
    }
    if (who) return seen
    pagesClock.advance(11 * 60_000)
    for (const path of ['/', '/boards', '/hot', `/boards/${boardId}`, `/threads/${ids.threadId}`]) {
      seen[path] = (await pages.request.get(path)).text
    }
    return seen
  }

  /** Returns the number of places in which a text names the author. */
  const traces = (text: string) => {
    const ids = PEOPLE.map((key) => `"${key}":${author.id}(?!\\d)`)
    return text.match(new RegExp([AUTHOR, AUTHOR_SHOWN, ...ids].join('|'), 'g'))?.length ?? 0
  }
  /** Returns what profiles and lists say about the author, without fields that change every minute. */
  const profileOf = (seen: Record<string, string>) =>
    Object.entries(seen).flatMap(([path, text]) =>
      path.startsWith(`/api/users/${author.id}`)
        ? [[path, text.replaceAll(/"(requestId|lastSeenAt|lastLoginAt|isOnline)":[^,}]+/g, '')]]
        : [],
    )

  beforeAll(async () => {
    forum = await startTestForum({ isOnlyWriter: true })
    pages = await startAnotherApi(forum.uri, {
      clock: pagesClock,
      page: { shell: SHELL, headers: {}, icons: {} },
    })
    admin = await forum.member('zongguan', 'admin')
    author = await forum.member(AUTHOR)
    friend = await forum.member('laoyou')
    outsider = await forum.member('luren')
    elsewhere = await forum.member('biechu')
    ofBoard = await forum.member('benban')
    await forum.as(author).call('updateProfile', { displayName: AUTHOR_SHOWN })
    const boss = forum.as(admin)
    await boss.call('setSettings', { settings: { approval: { links: false, pictures: false } } })
    boardId = (await boss.call('createBoard', { name_zh: '树洞', category: '1', allowsAnonymous: true }))
      .board.id
    await boss.call('updateBoard', { boardId, moderatorIds: [ofBoard.id] })
    await boss.call('updateBoard', { boardId: 42, moderatorIds: [elsewhere.id] })
    // Before the first event: a list without it would be remembered for seconds.
    await forum.api.db.webhooks.insertOne({
      _id: 1,
      url: 'https://example.com/hook',
      events: ['thread.created', 'post.created', 'post.edited', 'post.deleted'],
      active: true,
      salt: 'salt',
      createdAt: new Date(),
    } as never)
    open = await forum.thread(friend, boardId, '谁来说说')
    await forum.as(outsider).call('followUser', { userId: author.id, followed: true })
    await forum.as(outsider).call('watchThread', { threadId: open.id, watched: true })
    await forum.settle()
  })
  afterAll(async () => {
    await pages.stop()
    await forum.stop()
  })

  it('names its author to nobody', async () => {
    const idsBefore = { boardId, threadId: open.id, postId: open.openingPostId, userId: author.id }
    const before: Record<string, Record<string, string>> = {}
    for (const [name, who] of Object.entries(readers())) before[name] = await world(who, idsBefore)
    const sentBefore = forum.bus.sent.length

    const hidden = forum.as(author)
    const started = {
      title: '树洞里的话',
      content: '一段心事 @luren 看看',
      boardId,
      anonymous: true,
      poll: { question: '怎么办', options: ['走', '留'], maxChoices: 1 },
    }
    ;({ thread } = await hidden.call('createThread', started))
    const written = { threadId: open.id, content: '也有心事 @luren', anonymous: true }
    reply = (await hidden.call('createPost', { ...written, quotedPostId: open.openingPostId })).post
    const second = (await hidden.call('createPost', { ...written, content: '说错的心事' })).post
    await hidden.call('updatePost', { postId: reply.id, content: '改过的心事 @laoyou' })
    await hidden.call('updateThread', { threadId: thread.id, title: '树洞里的实话' })
    await hidden.call('deletePost', { postId: second.id })
    await hidden.call('markThreadRead', { threadId: open.id, number: 3 })
    const answer = await forum.as(friend).reply(thread.id, '抱抱')
    await forum.as(friend).reply(open.id, '也抱抱', reply.id)
    await forum.as(friend).call('likePost', { postId: reply.id, liked: true })
    await forum.as(friend).call('reportPost', { postId: reply.id, reason: '像是人身攻击' })
    await forum.as(ofBoard).call('deletePost', { postId: reply.id, reason: '先放下' })
    await forum.as(ofBoard).call('restorePost', { postId: reply.id })
    await forum.as(ofBoard).call('pinThread', { threadId: thread.id, pinned: true })
    await forum.as(admin).call('updateBoard', { boardId, approval: 'all' })
    await forum.request
      .post('/api/posts')
      .set(author.headers)
      .send({ ...written, content: '待审的心事' })
      .expect(202)
    const { held } = await forum.as(ofBoard).call('listHeld')
    expect(held[0]?.author.displayName).toBe(reply.author.displayName)
    await forum.as(ofBoard).call('approveHeld', { heldId: held[0]?.id ?? 0 })
    await forum.as(admin).call('updateBoard', { boardId, approval: 'none' })
    await forum.settle()
    expect(answer.number).toBe(2)

    for (const [name, who] of Object.entries(readers())) {
      const after: Record<string, string> = {}
      for (const threadId of [open.id, thread.id]) {
        for (const postId of [reply.id, thread.openingPostId]) {
          const seen = await world(who, { boardId, threadId, postId, userId: author.id })
          for (const [path, text] of Object.entries(seen)) {
            after[path] = text
            const earlier = before[name]?.[path] ?? ''
            expect([name, path, traces(text)]).toEqual([name, path, Math.min(traces(text), traces(earlier))])
          }
        }
      }
      expect([name, profileOf(after)]).toEqual([name, profileOf(before[name] ?? {})])
      expect(JSON.stringify(after)).toContain('改过的心事')
      expect(JSON.stringify(after)).toContain('待审的心事')
    }
    for (const { channel, message } of forum.bus.sent.slice(sentBefore)) {
      if (channel === `forum:user:${author.id}`) continue
      expect([channel, message, traces(JSON.stringify(message))]).toEqual([channel, message, 0])
    }
    const deliveries = await forum.api.db.webhookDeliveries.find({}).toArray()
    expect(deliveries.length).toBeGreaterThan(3)
    expect(traces(JSON.stringify(deliveries.map(({ body }) => body)))).toBe(0)
  })

  it('has a name that is the same in one thread, and another elsewhere', async () => {
    const again = { threadId: open.id, content: '还是心事', anonymous: true }
    const third = (await forum.as(author).call('createPost', again)).post
    expect(third.author).toEqual(reply.author)
    expect(reply.author).toMatchObject({ id: 0, username: '', avatar: null, role: 'user', isAnonymous: true })
    expect(reply.author.displayName).toMatch(NAME)
    const text = { threadId: thread.id, content: '楼主也说', anonymous: true }
    const starter = (await forum.as(author).call('createPost', text)).post
    expect(starter.author).toEqual(thread.author)
    const other = (await forum.as(outsider).call('createPost', text)).post
    expect(other.author.displayName).not.toBe(thread.author.displayName)
    const { posts } = await forum.as(null).call('getThread', { threadId: thread.id, authorId: 0 })
    expect(posts.map(({ id }) => id)).toEqual([starter.id])
    const stored = await forum.api.db.posts.find({ writerId: author.id }).toArray()
    const aliases = new Set(stored.map(({ authorId }) => authorId))
    expect([aliases.size, [...aliases].every((alias) => alias < 0)]).toEqual([2, true])
  })

  it('of a moderator, once reported, is nothing that this moderator hears of', async () => {
    const written = { threadId: open.id, content: '版主的心事', anonymous: true }
    const { post } = await forum.as(ofBoard).call('createPost', written)
    await forum.as(friend).call('reportPost', { postId: post.id, reason: '像是指桑骂槐' })
    await forum.settle()
    const found = await forum.api.db.cases.findOne({ postId: post.id })
    if (!found) throw new Error('there is a case')
    const reasonsSeen = async (who: TestMember) => {
      const { activity } = await forum.as(who).call('listActivity', {})
      return activity.map(({ detail }) => JSON.stringify(detail)).join()
    }
    expect(await reasonsSeen(admin)).toContain('像是指桑骂槐')
    expect(await reasonsSeen(ofBoard)).not.toContain('像是指桑骂槐')
    const heard = forum.bus.sent.filter(({ message }) => JSON.stringify(message).includes('指桑骂槐'))
    const rooms = heard.map(({ channel }) => channel)
    expect(rooms).toContain('forum:moderation')
    expect(rooms).not.toContain(`forum:moderation:${boardId}`)
  })

  it('is what a reply is that makes no choice, where its writer has written anonymously before', async () => {
    const written = { threadId: thread.id, content: '没有选' }
    const writes = async (who: TestMember | null) =>
      (await forum.as(who).call('getThread', { threadId: thread.id })).thread.viewer?.writesAnonymously
    expect(await Promise.all([author, friend, null].map(writes))).toEqual([true, false, undefined])
    const unchosen = (await forum.as(author).call('createPost', written)).post
    expect(unchosen.author).toEqual(thread.author)
    const named = (await forum.as(outsider).call('createPost', { ...written, anonymous: false })).post
    expect(named.author.id).toBe(outsider.id)
    expect((await forum.as(friend).call('createPost', written)).post.author.id).toBe(friend.id)
    const { threads } = await forum.as(author).call('listThreads', { boardId })
    expect(threads.map(({ viewer }) => viewer && 'writesAnonymously' in viewer)).toEqual([false, false])
  })

  it('belongs to its author, who alone is told of it', async () => {
    const { thread: seen, posts } = await forum.as(author).call('getThread', { threadId: open.id })
    const ownReply = posts.find(({ id }) => id === reply.id)
    expect(ownReply?.viewer).toEqual({ canEdit: true, canDelete: true, isOwn: true })
    expect(seen.viewer?.isWatching).toBe(true)
    const others = (await forum.as(friend).call('getThread', { threadId: open.id })).posts
    expect(others.find(({ id }) => id === reply.id)?.viewer).toEqual({ canEdit: false, canDelete: false })
    await forum.as(author).refused('FORBIDDEN', 'likePost', { postId: reply.id, liked: true })
    await forum.as(author).refused('FORBIDDEN', 'reportPost', { postId: reply.id, reason: '试试看' })
    const { notifications } = await forum.as(author).call('listNotifications')
    expect(notifications.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['like', 'reply', 'quote']))
    expect(notifications.every(({ actor }) => actor?.username !== AUTHOR)).toBe(true)
    const { body } = await forum.request
      .post('/api/auth/export')
      .set(author.headers)
      .responseType('blob')
      .expect(200)
    const exported = JSON.parse(
      String(Object.fromEntries(filesOf(body as Buffer))['posts.json'] ?? '[]'),
    ) as object[]
    expect(exported).toContainEqual(expect.objectContaining({ content: '还是心事', isAnonymous: true }))
  })

  it('reveals its author to moderators of the whole forum, who say why in the log', async () => {
    const asked = { postId: reply.id, reason: '有人报案' }
    for (const who of [friend, elsewhere, ofBoard])
      await forum.as(who).refused('FORBIDDEN', 'revealAuthor', asked)
    const { author: found } = await forum.as(admin).call('revealAuthor', asked)
    expect(found).toMatchObject({ id: author.id, username: AUTHOR })
    const { entries } = await forum.as(ofBoard).call('listModerationLog', { action: 'reveal_author' })
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ reason: '有人报案', postId: reply.id, user: { id: 0 } })
    const ordinary = await forum.as(admin).call('revealAuthor', { ...asked, postId: open.openingPostId })
    expect(ordinary.author.id).toBe(friend.id)
    expect(
      (await forum.as(admin).call('listModerationLog', { action: 'reveal_author' })).entries,
    ).toHaveLength(1)
  })

  it('is for boards that allow it, and bound by what binds its author', async () => {
    const elsewhereThread = await forum.thread(friend, 42, '别处的主题')
    const written = { threadId: elsewhereThread.id, content: '匿名试试', anonymous: true }
    const { errors } = await forum.as(author).refused('VALIDATION_FAILED', 'createPost', written)
    expect(errors).toEqual([expect.objectContaining({ field: 'anonymous' })])
    await forum.as(author).refused('VALIDATION_FAILED', 'createThread', {
      title: '匿名的主题',
      content: '匿名试试',
      boardId: 42,
      anonymous: true,
    })
    await forum.as(admin).call('slowThread', { threadId: open.id, seconds: 600 })
    const inOpen = { ...written, threadId: open.id }
    await forum.as(author).refused('TOO_MANY_REQUESTS', 'createPost', inOpen)
    await forum.as(author).refused('TOO_MANY_REQUESTS', 'createPost', { ...inOpen, anonymous: false })
    await forum.as(admin).call('slowThread', { threadId: open.id, seconds: null })
    await forum.as(friend).call('blockUser', { userId: author.id, blocked: true })
    const told = async () => (await forum.as(friend).call('listNotifications')).notifications.length
    const toldBefore = await told()
    await forum.as(author).call('createPost', { ...inOpen, content: '@laoyou 看一眼' })
    await forum.settle()
    // Silence would say who it is.
    expect(await told()).toBeGreaterThan(toldBefore)
    await forum.as(admin).call('muteUser', {
      userId: author.id,
      until: new Date(forum.clock.now().getTime() + 3_600_000).toISOString(),
    })
    await forum.as(author).refused('MUTED', 'createPost', inOpen)
  })

  it('is still watched by its author once it is split off', async () => {
    const source = await forum.thread(friend, boardId, '要拆的')
    const written = { threadId: source.id, content: '拆走的心事', anonymous: true }
    const { post } = await forum.as(outsider).call('createPost', written)
    await forum.as(outsider).call('watchThread', { threadId: source.id, watched: true })
    const { body } = await forum.request
      .post(`/api/threads/${source.id}/split`)
      .set(admin.headers)
      .send({ postIds: [post.id], title: '另开一题', boardId })
      .expect(200)
    const { id: threadId } = (body as { thread: Thread }).thread
    const { thread: seen } = await forum.as(outsider).call('getThread', { threadId })
    expect(seen.viewer?.isWatching).toBe(true)
  })

  it('shows nobody writing, nor what a key repeats', async () => {
    const { body } = await forum.request
      .post('/api/internal/typing')
      .set('X-Gateway-Secret', GATEWAY_SECRET)
      .send({ token: friend.token, threadId: open.id })
      .expect(200)
    expect(body).toMatchObject({ isShown: false })
    const sent = { threadId: open.id, content: '一次就好', anonymous: true }
    const key = randomUUID()
    const once = () =>
      forum.request.post('/api/posts').set(friend.headers).set('Idempotency-Key', key).send(sent)
    const first = await once().expect(201)
    const second = await once().expect(201)
    expect((second.body as { post: Post }).post.id).toBe((first.body as { post: Post }).post.id)
  })
})
