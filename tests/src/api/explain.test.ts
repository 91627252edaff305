import { HOUR_MS } from '@forum/shared/clock'
import { threadChangeEvent, type Collections } from '@forum/http-api'
import { api, openApiDocument, type Endpoint, type EndpointName, type Post } from '@forum/shared/contract'
import { COUNT_MAX } from '@forum/shared/limits'
import { FEED_SIZE, MESSAGES_FOUND_MAX, MESSAGES_SEARCHED_MAX } from '@forum/http-api/limits'
import { ALL_RIGHTS } from '@forum/shared/policies'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestForum, type TestForum, type TestMember } from '../fixtures/forum'
import { pastThread } from '../fixtures/histories'

const REPLIES = 10_000
const THREADS = 240
const PINNED = 2
/** Featured threads of the same board. */
const FEATURED = 5
/** Documents that a list may fetch besides those it shows: the pinned threads, and one to find the end. */
const EXTRA = PINNED + 1

type Listed =
  | 'posts'
  | 'threads'
  | 'members'
  | 'likes'
  | 'threadEvents'
  | 'readStates'
  | 'mailboxEntries'
  | 'conversations'
  | 'notifications'
type ExplainedQuery = { filter: object; options: object }

/** A call of every list in the contract, with as many rows as a page has. */
const LISTS = {
  getPasswordHelp: () => '/auth/forgot',
  listSessions: () => '/auth/sessions',
  listTokens: () => '/auth/tokens',
  listProviders: () => '/auth/providers',
  listWebhooks: () => '/admin/webhooks',
  listDeliveries: () => '/admin/webhooks/1/deliveries',
  listBlocked: () => '/auth/blocks',
  listUnreadBoards: () => '/boards/unread',
  listFollowing: () => '/auth/following',
  listUsers: () => '/users',
  listMembers: () => '/admin/members',
  listMemberSessions: ({ writerId }) => `/admin/members/${writerId}/sessions`,
  listPageVersions: () => '/admin/pages/terms/versions',
  listAgreements: () => '/auth/agreements',
  listAnnouncements: () => '/announcements',
  listAllAnnouncements: () => '/admin/announcements',
  siteStats: () => '/admin/stats?from=2026-01-05&to=2026-01-06',
  listInvitations: () => '/admin/invitations',
  searchUsers: () => '/users/search?q=x&limit=20',
  listBoards: () => '/boards',
  popularBoards: () => '/boards/popular?limit=20',
  getBoard: () => '/boards/3',
  listCategories: () => '/categories',
  getCategory: () => '/categories/site',
  listGroups: () => '/admin/groups',
  listOwnGroups: () => '/groups',
  listGroupMembers: () => '/admin/groups/1/members',
  listThreads: () => '/threads',
  listSimilarThreads: () => `/threads/similar?title=${encodeURIComponent('主题 11')}`,
  listRelatedThreads: ({ threadId }) => `/threads/${threadId}/related`,
  getThread: ({ threadId }) => `/threads/${threadId}`,
  threadOutline: ({ threadId }) => `/threads/${threadId}/outline`,
  listResponses: ({ threadId }) => `/threads/${threadId}/responses?from=1&to=21`,
  threadChanges: ({ threadId }) => `/threads/${threadId}/changes?since=0`,
  search: () => `/search?q=${encodeURIComponent('主题 11')}`,
  searchThreads: () => `/search/threads?q=${encodeURIComponent('主题 11')}`,
  searchPosts: () => '/search/posts?q=no',
  searchMembers: () => '/search/users?q=x',
  listPosts: ({ threadId }) => `/posts?threadId=${threadId}`,
  listPostVersions: ({ postId }) => `/posts/${postId}/history`,
  listCoauthors: ({ postId }) => `/posts/${postId}/coauthors`,
  listLikes: ({ postId }) => `/posts/${postId}/likes`,
  listBookmarks: () => '/bookmarks?kind=posts',
  listHistory: () => '/auth/history',
  listDrafts: () => '/auth/drafts',
  listThreadsOfMember: ({ writerId }) => `/users/${writerId}/threads`,
  listPostsOfMember: ({ writerId }) => `/users/${writerId}/posts`,
  listMessages: () => '/messages',
  listConversations: () => '/messages/threads',
  getConversation: ({ writerId }) => `/messages/thread/messages?otherUserId=${writerId}`,
  getGroupConversation: () => '/conversations/1',
  listNotifications: () => '/notifications',
  listModerationLog: () => '/moderation/log',
  getDiscipline: ({ writerId }) => `/users/${writerId}/discipline`,
  getSameSource: ({ writerId }) => `/users/${writerId}/same-source`,
  listWords: () => '/moderation/words',
  getSynonyms: () => '/admin/search/synonyms',
  listActivity: () => '/moderation/activity',
  moderationStats: () => '/moderation/stats',
  listHeld: () => '/moderation/held',
  listOwnHeld: () => '/auth/held',
  listCases: () => '/moderation/reports',
  listErasures: () => '/moderation/erasures',
  listTransfers: () => '/admin/transfers',
  getCase: () => '/moderation/reports/1',
  feed: () => '/feed.xml',
  boardFeed: () => '/boards/3/feed.xml',
} satisfies Partial<
  Record<EndpointName, (ids: { threadId: number; postId: number; writerId: number }) => string>
>

/** Collections that are read whole: a forum has a few dozen boards and announcements. */
const SMALL = ['boards', 'settings', 'announcements']
/** The commands of a list call are as many for twenty rows as for one. */
const COMMANDS_MAX = 10
/** The calls that look for what is near, which also read the synonyms and the texts of the nearest threads. */
const NEAR = ['search', 'searchThreads', 'listRelatedThreads']
const NEARBY_COMMANDS = 2

/** Returns true if an endpoint responds with a list, by its schema. */
function isList(endpoint: Endpoint, paths: Record<string, Record<string, unknown>>): boolean {
  if (!endpoint.methods.includes('GET')) return false
  if (endpoint.produces) return endpoint.produces.some((type) => type.includes('rss'))
  const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
  const operation = paths[path]?.get as {
    responses: Record<
      string,
      { content?: Record<string, { schema: { type?: string; properties?: object } }> }
    >
  }
  const { type, properties = {} } = operation.responses['200']?.content?.['application/json']?.schema ?? {}
  return type === 'array' || Object.values(properties).some((one: { type?: string }) => one.type === 'array')
}

/** Returns every stage of a plan, the outermost first. */
function stagesOf(plan: unknown): string[] {
  if (typeof plan !== 'object' || plan === null) return []
  const stages = 'stage' in plan && typeof plan.stage === 'string' ? [plan.stage] : []
  return [...stages, ...Object.values(plan).flatMap(stagesOf)]
}

describe('queries of a large forum', () => {
  let forum: TestForum
  let reader: TestMember
  let threadId: number
  let seq: number
  /** Every command that was sent to the database. */
  const sent: [name: string, command: object][] = []

  beforeAll(async () => {
    forum = await startTestForum({ monitor: (name, command) => sent.push([name, command]) })
    reader = await forum.member('reader', 'admin')
    await forum.as(reader).call('createGroup', { name: '教练', joining: 'byHand' })
    const writers = [await forum.member('xiaoli'), await forum.member('laowang88')].map(({ id }) => id)
    await forum.api.db.groupConversations.insertOne({
      _id: 1,
      subject: '聚餐',
      starterId: reader.id,
      memberIds: [reader.id, ...writers],
      mutedBy: [],
      createdAt: forum.clock.now(),
      version: 1,
    })
    const ago = (hours: number) => new Date(forum.clock.now().getTime() - hours * HOUR_MS)
    const authorId = writers[0] ?? 0
    // However far the clock is moved, the password was typed just before.
    const confirmedAt = new Date('2100-01-01')
    await forum.api.db.sessions.updateMany({ userId: reader.id }, { $set: { confirmedAt } })
    await forum.as(reader).call('createWebhook', {
      url: 'https://203.0.114.9/hook',
      events: ['thread.deleted'],
    })
    const big = await pastThread(forum, {
      boardId: 3,
      authorId,
      startedAt: ago(24),
      replies: REPLIES,
      repliedBy: writers,
    })
    const others = []
    for (let i = 0; i < THREADS; i++) {
      // Counts that correlate neither with age nor with each other, so that no two orders are the same.
      const past = { authorId, startedAt: ago(30 + i), replies: (i * 7) % 3, views: (i * 11) % 13 }
      others.push(await pastThread(forum, { ...past, boardId: i % 3 === 0 ? 3 : 4, title: `主题 ${i}` }))
    }
    for (const other of others.filter(({ folded }) => folded.thread?.boardId === 3).slice(0, PINNED)) {
      const { thread } = other.folded
      const context = other.context(authorId, ago(1))
      if (thread) other.add(threadChangeEvent(context, thread, 'thread.pinned', { isPinned: true }))
    }
    for (const other of others.filter(({ folded }) => folded.thread?.boardId === 3).slice(-FEATURED)) {
      const { thread } = other.folded
      const context = other.context(authorId, ago(1))
      if (thread) other.add(threadChangeEvent(context, thread, 'thread.featured', { isFeatured: true }))
    }
    await forum.api.load.save([big, ...others])
    const { threads } = forum.api.db
    const marked = await threads.find({ boardId: 3 }, { limit: FEATURED }).toArray()
    await threads.updateMany(
      { _id: { $in: marked.map(({ _id }) => _id) } },
      { $set: { type: 'help', isSolved: false } },
    )
    threadId = big.threadId
    seq = big.events.length
    // The first case.
    const reporter = {
      id: writers[1] ?? 0,
      role: 'user',
      moderatedBoardIds: [],
      isMuted: false,
      boards: ALL_RIGHTS,
    } as const
    const openingPostId = big.folded.thread?.openingPostId ?? 0
    await forum.api.services.reports.report({ actor: reporter }, openingPostId, '广告')
    // The first search of a process loads the index.
    await forum.as().call('search', { q: 'no' })
    // Recurring work reads threads too, but only the reads of a call are counted here.
    await forum.api.stop()
    // Values that are cached for some seconds must not expire between two calls.
    forum.clock.stop()
  })
  afterAll(() => forum.stop())

  /** Returns the queries that a call of the API makes on a collection. */
  async function queriesOf(collection: Listed, path: string): Promise<ExplainedQuery[]> {
    const find = vi.spyOn(forum.api.db[collection], 'find')
    try {
      await forum.request.get(`/api${path}`).set(reader.headers).expect(200)
      return find.mock.calls.map(([filter = {}, options = {}]: unknown[]) => ({
        filter: filter as object,
        options: options as object,
      }))
    } finally {
      find.mockRestore()
    }
  }

  interface Cost {
    stages: string[]
    returned: number
    docsExamined: number
    keysExamined: number
  }

  async function explain(collection: keyof Collections, { filter, options }: ExplainedQuery): Promise<Cost> {
    const plan = await forum.api.db[collection].find(filter, options).explain('executionStats')
    return {
      stages: stagesOf(plan.queryPlanner.winningPlan),
      returned: plan.executionStats.nReturned,
      docsExamined: plan.executionStats.totalDocsExamined,
      keysExamined: plan.executionStats.totalKeysExamined,
    }
  }

  const isLookup = ({ filter }: ExplainedQuery) => '_id' in filter && !('boardId' in filter)
  /** A board's pinned threads are few and all of them are read, so they may be sorted in memory. */
  const isPinned = ({ filter }: ExplainedQuery) => 'isPinned' in filter && filter.isPinned === true

  /** Returns the cost of all queries that read a list; lookups by id are excluded. */
  async function costOf(collection: Listed, path: string): Promise<Cost> {
    const lists = (await queriesOf(collection, path)).filter((find) => !isLookup(find))
    const costs = await Promise.all(
      lists.map(async (find) => ({ find, cost: await explain(collection, find) })),
    )
    expect(costs.length).toBeGreaterThan(0)
    for (const { find, cost } of costs) {
      expect(cost.stages).toContain('IXSCAN')
      expect(cost.stages).not.toContain('COLLSCAN')
      if (isPinned(find)) expect(cost.docsExamined).toBe(PINNED)
      else expect(cost.stages).not.toContain('SORT')
    }
    const sum = (of: (cost: Cost) => number) => costs.reduce((total, { cost }) => total + of(cost), 0)
    return {
      stages: costs.flatMap(({ cost }) => cost.stages),
      returned: sum(({ returned }) => returned),
      docsExamined: sum(({ docsExamined }) => docsExamined),
      keysExamined: sum(({ keysExamined }) => keysExamined),
    }
  }

  it('looks by an index for what an interrupted import has left of threads', async () => {
    const { db, load } = forum.api
    const looked: (keyof Collections)[] = ['threads', 'posts', 'readStates', 'threadEvents']
    const spies = looked.map((name) => [name, vi.spyOn(db[name] as Collections['posts'], 'find')] as const)
    await load.imports.loadedThreads([9_000_001, 9_000_002])
    for (const [name, find] of spies) {
      const [filter, options] = find.mock.calls[0] ?? []
      find.mockRestore()
      const { stages } = await explain(name, { filter: filter as object, options: options ?? {} })
      expect([name, stages.includes('COLLSCAN')]).toEqual([name, false])
    }
  })

  it('reads pages, searches and counts of a full mailbox within an index, the last as well as the first', async () => {
    const ownerId = reader.id
    const { conversations, mailboxEntries } = forum.api.db
    await mailboxEntries.insertMany(
      Array.from({ length: 2_400 }, (_, i) => ({
        _id: `${ownerId}:${i + 1}`,
        ownerId,
        messageId: i + 1,
        otherUserId: ownerId + 1 + (i % 2),
        folder: i % 3 === 0 ? ('sent' as const) : ('inbox' as const),
        createdAt: new Date(i * 1_000),
        isUnread: i % 3 === 1,
        isDeleted: i % 6 === 5,
        version: 1,
        terms: [
          ...['合', '你'],
          ...(i % 2 === 0 ? ['合租', '谢谢'] : ['看房']),
          ...(i % 30 === 1 ? ['谢谢'] : []),
        ],
      })),
    )
    await conversations.insertMany(
      Array.from({ length: 60 }, (_, i) => ({
        _id: `${ownerId}:${1_000 + i}`,
        ownerId,
        otherUserId: 1_000 + i,
        isEmpty: i % 2 === 1,
        lastMessageId: null,
        lastAt: new Date(i),
        messageCount: 1,
        unreadCount: 0,
        version: 1,
        countedVersion: 1,
      })),
    )
    const lists: [path: string, total: number][] = [
      ['/messages?', 1_200],
      ['/messages?type=sent', 800],
      ['/messages?type=unread', 800],
      [`/messages?q=${encodeURIComponent('合租')}`, 800],
      [`/messages/thread/messages?otherUserId=${ownerId + 1}`, 1_200],
    ]
    for (const [list, total] of lists)
      for (const page of [1, total / 20]) {
        const path = `${list}&page=${page}`
        const counts = vi.spyOn(mailboxEntries, 'countDocuments')
        const cost = await costOf('mailboxEntries', path)
        const counted = counts.mock.calls.map(([filter = {}, options = {}]) => ({ filter, options }))
        counts.mockRestore()
        // The ids of the messages are in the index, so no entry is fetched.
        expect([path, cost.returned, cost.docsExamined]).toEqual([path, 20, 0])
        expect(cost.keysExamined).toBeLessThanOrEqual(page * 20 + EXTRA)
        expect(counted).toHaveLength(1)
        for (const { filter, options } of counted) expect(await countCost(filter, options)).toBe(total)
      }
    // The entries with the rarest term are fetched to look for the others.
    const several = await costOf('mailboxEntries', `/messages?q=${encodeURIComponent('合 合租')}`)
    expect(several).toMatchObject({ returned: 800, docsExamined: 800 })
    const rarest = await costOf('mailboxEntries', `/messages?q=${encodeURIComponent('谢谢 看房')}`)
    expect(rarest).toMatchObject({ returned: 80, docsExamined: 400 })
    const common = await costOf('mailboxEntries', `/messages?q=${encodeURIComponent('合 你')}`)
    expect(common).toMatchObject({ returned: MESSAGES_FOUND_MAX, docsExamined: MESSAGES_FOUND_MAX })
    const people = await costOf('conversations', '/messages/threads?page=1')
    expect([people.returned, people.docsExamined]).toEqual([20, 0])
    const unread = [
      { filter: { ownerId, isUnread: true }, total: 800 },
      { filter: { ownerId, otherUserId: ownerId + 2, isUnread: true }, total: 400 },
    ]
    for (const { filter, total } of unread) expect(await countCost(filter)).toBe(total)
  })

  it('reads a bounded number of messages for words that are each in many', async () => {
    const ownerId = reader.id
    const words = ['工作', '面试', '签证']
    await forum.api.db.mailboxEntries.insertMany(
      Array.from({ length: 1.6 * MESSAGES_SEARCHED_MAX }, (_, i) => ({
        _id: `${ownerId}:${10_000 + i}`,
        ownerId,
        messageId: 10_000 + i,
        otherUserId: ownerId + 1,
        folder: 'inbox' as const,
        createdAt: new Date(10_000_000 + i * 1_000),
        isUnread: false,
        isDeleted: false,
        version: 1,
        // Each word is in two of three messages, and all of them are in few.
        terms: words.filter((_word, k) => i % 3 !== k || i % 60 === 0),
      })),
    )
    const path = `/messages?q=${encodeURIComponent('工作 面试 签证')}`
    const cost = await costOf('mailboxEntries', path)
    expect(cost.returned).toBeGreaterThan(20)
    expect(cost.docsExamined).toBe(MESSAGES_SEARCHED_MAX)
  })

  /** Returns how many entries of a mailbox are counted; their index alone is read, and nothing else in it. */
  async function countCost(filter: object, options: object = {}): Promise<number> {
    const { returned, docsExamined, keysExamined } = await explain('mailboxEntries', {
      filter,
      options: { ...options, projection: { _id: 0, ownerId: 1 } },
    })
    expect([filter, docsExamined]).toEqual([filter, 0])
    expect(keysExamined).toBeLessThanOrEqual(returned + EXTRA)
    return returned
  }

  it('reads the last page of a thread as cheaply as the first', async () => {
    const first = await costOf('posts', `/threads/${threadId}`)
    const last = await costOf('posts', `/threads/${threadId}?page=${REPLIES / 20}`)
    // The opening post is read with the page.
    for (const cost of [first, last]) {
      expect(cost).toMatchObject({ returned: 21, docsExamined: 21 })
      expect(cost.keysExamined).toBeLessThanOrEqual(21 + EXTRA)
    }
    const body = await forum.as().call('getThread', { threadId, page: 'last' })
    expect(body.posts.at(-1)?.number).toBe(REPLIES + 1)
    expect(body.thread.lastNumber).toBe(REPLIES + 1)
  })

  it('reads the posts after a number, or of one author, without reading the others', async () => {
    const above = await costOf('posts', `/posts?threadId=${threadId}&afterNumber=${REPLIES - 10}`)
    expect(above).toMatchObject({ returned: 11, docsExamined: 11 })
    const ofAuthor = await costOf('posts', `/threads/${threadId}?authorId=${reader.id + 1}`)
    expect(ofAuthor).toMatchObject({ returned: 20 })
    expect(ofAuthor.docsExamined).toBeLessThanOrEqual(20 + EXTRA)
  })

  it('reads only the posts that changed', async () => {
    const few = await costOf('posts', `/threads/${threadId}/changes?since=${seq - 7}`)
    expect(few).toMatchObject({ returned: 7, docsExamined: 7 })
    const many = await costOf('posts', `/threads/${threadId}/changes?since=0`)
    expect(many.docsExamined).toBe(many.returned)
    expect(many.returned).toBeLessThanOrEqual(201)
  })

  it('finds the newest posts that are not deleted from the end of the thread', async () => {
    const newest = await explain('posts', {
      filter: { threadId, isDeleted: false },
      options: { sort: { number: -1 }, limit: 2 },
    })
    expect(newest).toMatchObject({ returned: 2, docsExamined: 2 })
    expect(newest.stages).not.toContain('SORT')
  })

  it('lists what a member wrote by indexes that sort, and reads no other posts', async () => {
    const threads = await costOf('threads', `/users/${reader.id + 1}/threads?page=3`)
    expect(threads).toMatchObject({ returned: 20, docsExamined: 0 })
    const grouped = vi.spyOn(forum.api.db.posts, 'aggregate')
    const posts = await costOf('posts', `/users/${reader.id + 1}/posts?page=100`)
    expect(posts).toMatchObject({ returned: 20, docsExamined: 0 })
    const beyond = Math.ceil(COUNT_MAX / 20) + 1
    await forum.as().call('listPostsOfMember', { userId: reader.id + 1, page: beyond })
    // A page reads neither the threads that the member wrote in nor the posts that are on no page.
    const countsOnly = [
      { $match: expect.anything() },
      { $limit: COUNT_MAX },
      { $group: { _id: 1, n: { $sum: 1 } } },
    ]
    for (const [stages] of grouped.mock.calls) expect(stages).toEqual(countsOnly)
    grouped.mockRestore()
  })

  it('reads a page of what a member wrote once for many readers', async () => {
    const path = `/api/users/${reader.id + 1}/posts?page=7`
    const counted = vi.spyOn(forum.api.db.posts, 'countDocuments')
    const bodies = await Promise.all(Array.from({ length: 20 }, () => forum.request.get(path).expect(200)))
    expect(counted).toHaveBeenCalledTimes(1)
    counted.mockRestore()
    for (const { body } of bodies) expect((body as { posts: Post[] }).posts).toHaveLength(20)
  })

  it('lists the likes and versions of a post, and a member’s threads, by separate indexes', async () => {
    const post = await forum.api.db.posts.findOne({ threadId, number: 7 })
    const postId = post?._id ?? 0
    await forum.as(reader).call('likePost', { postId, liked: true })
    for (const content of ['改过', '又改过']) await forum.as(reader).call('updatePost', { postId, content })
    const path = `/threads/${threadId}`
    await forum.request.put(`/api${path}/bookmark`).set(reader.headers).send({ bookmarked: true }).expect(200)
    await forum.request.put(`/api${path}/watch`).set(reader.headers).send({ watched: true }).expect(200)
    // The consumers of these events read threads and posts, too.
    await forum.settle()

    const likes = await costOf('likes', `/posts/${postId}/likes`)
    expect(likes.docsExamined).toBe(0)
    const versions = await costOf('threadEvents', `/posts/${postId}/history`)
    expect(versions).toMatchObject({ returned: 2, docsExamined: 2 })
    for (const list of ['/bookmarks', '/threads?watched=true']) {
      const states = await costOf('readStates', list)
      expect(states).toMatchObject({ returned: 1, docsExamined: 0 })
    }
    const watchers = await explain('readStates', {
      filter: { threadId, isWatching: true },
      options: { projection: { _id: 0, userId: 1, isMuted: 1 } },
    })
    expect(watchers.docsExamined).toBe(0)
    expect(watchers.stages).toContain('IXSCAN')
  })

  it('finds unread threads among the newest ones alone', async () => {
    const { returned, docsExamined } = await costOf('threads', '/threads?unread=true&limit=20')
    expect(docsExamined).toBe(returned)
  })

  const orders = ['createdAt', 'lastPostAt', 'replyCount', 'viewCount'].flatMap((sortBy) =>
    ['ASC', 'DESC'].map((sortOrder) => `sortBy=${sortBy}&sortOrder=${sortOrder}`),
  )

  it.each(orders)('lists a board by an index that sorts: %s', async (order) => {
    const { returned, docsExamined } = await costOf('threads', `/boards/3?${order}`)
    expect(returned).toBeGreaterThanOrEqual(20)
    expect(docsExamined).toBeLessThanOrEqual(returned + EXTRA)
  })

  it.each(orders)('lists the forum by an index that sorts: %s', async (order) => {
    const { returned, docsExamined } = await costOf('threads', `/threads?${order}`)
    expect(returned).toBe(20)
    expect(docsExamined).toBeLessThanOrEqual(20 + EXTRA)
  })

  it.each(orders)('lists a board and those below it by merged indexes: %s', async (order) => {
    const { returned, docsExamined } = await costOf('threads', `/threads?boardId=1&${order}`)
    expect(returned).toBe(20)
    expect(docsExamined).toBeLessThanOrEqual(20 + EXTRA)
  })

  it.each(orders)('lists the threads of a type by an index that sorts: %s', async (order) => {
    const { returned, docsExamined } = await costOf('threads', `/boards/3?type=help&${order}`)
    expect(returned).toBe(FEATURED)
    expect(docsExamined).toBeLessThanOrEqual(FEATURED + EXTRA)
  })

  it.each(orders)('lists open questions of a board by an index that sorts: %s', async (order) => {
    const { returned, docsExamined } = await costOf('threads', `/boards/3?solved=false&${order}`)
    expect(returned).toBe(FEATURED)
    expect(docsExamined).toBeLessThanOrEqual(FEATURED + EXTRA)
  })

  it.each(orders)('lists the featured threads of a board by an index that sorts: %s', async (order) => {
    const { returned, docsExamined } = await costOf('threads', `/boards/3?filter=featured&${order}`)
    expect(returned).toBe(FEATURED)
    expect(docsExamined).toBeLessThanOrEqual(FEATURED + EXTRA)
  })

  it.each(['', '&daysAgo=30'])(
    'lists the featured threads of the forum by an index that sorts: %s',
    async (days) => {
      const { returned, docsExamined } = await costOf('threads', `/threads?featured=true${days}`)
      expect(returned).toBe(FEATURED)
      expect(docsExamined).toBeLessThanOrEqual(FEATURED + EXTRA)
    },
  )

  it.each([
    '/threads?daysAgo=30',
    '/threads?daysAgo=30&minReplies=1',
    '/threads?boardId=3&daysAgo=30&minReplies=1',
  ])('finds the most replied threads of some days, and their number, within an index: %s', async (path) => {
    const count = vi.spyOn(forum.api.db.threads, 'countDocuments')
    const hot = await costOf('threads', `${path}&sortBy=replyCount`)
    expect(count).toHaveBeenCalledTimes(1)
    const [[filter = {}, options = {}] = []] = count.mock.calls
    expect(hot.returned).toBe(path.includes('boardId') ? 1 : 20)
    expect(hot.docsExamined).toBe(0)
    const counted = await explain('threads', { filter, options: { ...options, projection: { _id: 1 } } })
    expect(counted.stages).not.toContain('COLLSCAN')
    expect(counted.docsExamined).toBe(0)
    // Cached for some seconds, so the request reads neither.
    expect(await queriesOf('threads', `${path}&sortBy=replyCount`)).toEqual([])
    expect(count).toHaveBeenCalledTimes(1)
    count.mockRestore()
  })

  it.each(['/feed.xml', '/boards/1/feed.xml'])('lists a feed by an index that sorts: %s', async (path) => {
    const { returned, docsExamined } = await costOf('threads', path)
    expect(returned).toBe(FEED_SIZE)
    expect(docsExamined).toBeLessThanOrEqual(FEED_SIZE + EXTRA)
  })

  it('lists and counts notifications by indexes, and finds those of a thread without reading the others', async () => {
    const { notifications } = forum.api.db
    const userId = reader.id
    const model = { userId, kind: 'like' as const, parts: [], actorId: null, lastNumber: 1 }
    await notifications.insertMany(
      Array.from({ length: 300 }, (_, i) => ({
        ...model,
        _id: 50_000 + i,
        key: `like:${i}`,
        threadId: i < 100 ? threadId : 20_000 + i,
        eventIds: [`past:${i}`],
        isRead: i % 3 !== 0,
        at: new Date(i),
      })),
    )
    for (const path of ['/notifications', '/notifications?page=4']) {
      const cost = await costOf('notifications', path)
      expect([path, cost.returned, cost.docsExamined]).toEqual([path, 20, 20])
      expect(cost.keysExamined).toBeLessThanOrEqual(80 + EXTRA)
    }
    const found: [object, number][] = [
      // Counting, and the lookup when threads are marked as read.
      [{ userId, isRead: false }, 100],
      // Marking as read on a visit to a thread.
      [{ userId, threadId, isRead: false, lastNumber: { $lte: 1 } }, 100],
      // Finds out if an event has been notified, and the notification to which it is added.
      [{ userId: { $in: [userId, userId + 1] }, eventIds: 'past:7' }, 1],
      [{ userId: { $in: [userId, userId + 1] }, key: 'like:9', isRead: false }, 1],
      // Withdrawal after a post or thread is deleted.
      [{ threadId, 'parts.postId': 1, kind: { $ne: 'moderation' }, isRead: false }, 100],
      [{ at: { $lt: new Date(5) } }, 5],
    ]
    for (const [filter, docsExamined] of found) {
      const cost = await explain('notifications', { filter, options: {} })
      expect(cost.stages).not.toContain('COLLSCAN')
      expect([filter, cost.docsExamined <= docsExamined + EXTRA]).toEqual([filter, true])
    }
    const counted = await explain('notifications', {
      filter: { userId },
      options: { projection: { _id: 0, userId: 1 } },
    })
    expect([counted.returned, counted.docsExamined]).toEqual([300, 0])
  })

  it.each([
    ['similar', () => `/threads/similar?title=${encodeURI('主题 11')}`, 20],
    ['related', () => `/threads/${threadId}/related`, 10],
  ] as const)('reads only the threads that are found to be %s, by their ids', async (_, path, most) => {
    const costs = await Promise.all(
      (await queriesOf('threads', path())).map((find) => explain('threads', find)),
    )
    expect(costs.flatMap(({ stages }) => stages)).not.toContain('COLLSCAN')
    const examined = costs.reduce((sum, { docsExamined }) => sum + docsExamined, 0)
    expect(examined).toBeGreaterThan(0)
    expect(examined).toBeLessThanOrEqual(most + EXTRA)
  })

  it('lists a category by merged indexes', async () => {
    const { returned, docsExamined } = await costOf('threads', '/categories/site')
    expect(returned).toBe(20)
    expect(docsExamined).toBeLessThanOrEqual(20 + EXTRA)
  })

  it.each(['/threads?page=4', '/boards/3?page=4'])(
    'skips to a later page within the index: %s',
    async (path) => {
      const { returned, docsExamined } = await costOf('threads', path)
      expect(docsExamined).toBeLessThanOrEqual(returned + EXTRA)
    },
  )

  // Merging several indexes needs the documents, so these lists read what they skip, but no more.
  it.each(['/threads?boardId=1&page=4', '/categories/site?page=4'])(
    'reads no more threads than the pages up to the requested one contain: %s',
    async (path) => {
      const { returned, docsExamined } = await costOf('threads', path)
      expect(returned).toBe(20)
      expect(docsExamined).toBeLessThanOrEqual(4 * 20 + EXTRA)
    },
  )

  it('finds uploaded files by name, by owner and by age without reading the others', async () => {
    const now = forum.clock.now().getTime()
    const ownerId = reader.id
    const files = Array.from({ length: 240 }, (_, i) => ({
      _id: i + 1,
      filename: `${i}.png`,
      originalName: '照片.png',
      fileSize: 1,
      storedBytes: 1,
      mimeType: 'image/png',
      width: null,
      height: null,
      thumbnails: [],
      ownerId: ownerId + (i % 3),
      createdAt: new Date(now - i * HOUR_MS),
      claim: null,
      isReleased: false,
      isKept: i % 2 === 0,
    }))
    await forum.api.db.attachments.insertMany(files)
    const named = await explain('attachments', { filter: { filename: '7.png' }, options: {} })
    expect(named).toMatchObject({ returned: 1, docsExamined: 1 })
    const today = { ownerId, createdAt: { $gte: new Date(now - 24 * HOUR_MS) } }
    const ofToday = await explain('attachments', { filter: today, options: {} })
    expect(ofToday).toMatchObject({ returned: 9, docsExamined: 9 })
    const orphaned = { isKept: false, createdAt: { $lt: new Date(now - 24 * HOUR_MS) } }
    const swept = await explain('attachments', {
      filter: orphaned,
      options: { sort: { createdAt: 1 }, limit: 20 },
    })
    expect(swept).toMatchObject({ returned: 20, docsExamined: 20 })
    expect(swept.stages).not.toContain('SORT')
    const claimed = { _id: { $in: [1, 4, 7] }, ownerId, claim: { $in: [null, 'post:1'] } }
    const claims = await explain('attachments', { filter: claimed, options: {} })
    expect(claims).toMatchObject({ returned: 3, docsExamined: 3 })
  })

  it('lists and finds members by indexes, among many who are banned', async () => {
    const { members } = forum.api.db
    const model = (await members.findOne({ _id: reader.id }))!
    const crowd = Array.from({ length: 400 }, (_, i) => {
      const username = `crowd${i}`
      return {
        ...model,
        _id: 10_000 + i,
        username,
        usernameLower: username,
        emailLower: username,
        status: i % 2 === 0 ? ('banned' as const) : ('active' as const),
        nameParts: ['人群', '群'],
      }
    })
    await members.insertMany(crowd)
    const list = await costOf('members', '/users?page=3')
    expect(list).toMatchObject({ returned: 20 })
    expect(list.docsExamined).toBeLessThanOrEqual(20 + EXTRA)
    const byUsername = await costOf('members', '/users/search?q=crowd')
    expect(byUsername).toMatchObject({ returned: 10, docsExamined: 10 })
    const byName = await costOf('members', '/users/search?q=%E7%BE%A4')
    expect(byName).toMatchObject({ returned: 10, docsExamined: 10 })
  })

  const { paths } = openApiDocument(api, 'forum') as {
    paths: Record<string, Record<string, unknown>>
  }

  it('covers every list of the contract', () => {
    const lists = Object.entries<Endpoint>(api).flatMap(([name, endpoint]) =>
      isList(endpoint, paths) ? [name] : [],
    )
    expect(Object.keys(LISTS).toSorted()).toEqual(lists.toSorted())
  })

  it.each(Object.entries<(typeof LISTS)[keyof typeof LISTS]>(LISTS))(
    '%s finds its rows by indexes, in few commands',
    async (name, pathOf) => {
      const post = await forum.api.db.posts.findOne({ threadId, number: 7 })
      const path = pathOf({ threadId, postId: post?._id ?? 0, writerId: reader.id + 1 })
      // The first search after a change reads it.
      await forum.as().call('search', { q: 'no' })
      // Nothing is remembered from an earlier call.
      forum.clock.advance(60 * 60_000)
      sent.length = 0
      await forum.request.get(`/api${path}`).set(reader.headers).expect(200)
      const commands = sent.filter(([name]) => ['find', 'aggregate', 'count', 'distinct'].includes(name))
      const most = COMMANDS_MAX + (NEAR.includes(name) ? NEARBY_COMMANDS : 0)
      expect(commands.length).toBeLessThanOrEqual(most + EXTRA)
      for (const [verb, command] of commands) {
        const given = Object.entries(command).filter(
          ([field]) => !/^(lsid|\$|txnNumber|maxTimeMS)/.test(field),
        )
        const plain = Object.fromEntries(given)
        const plan = await forum.api.db.posts.db.command({ explain: plain, verbosity: 'queryPlanner' })
        const isSmall = SMALL.includes(String(plain[verb]))
        expect([path, plain, !isSmall && stagesOf(plan).includes('COLLSCAN')]).toEqual([path, plain, false])
      }
    },
  )
})
