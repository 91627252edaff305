import { deleteEvent, threadChangeEvent, threadDeletionEvent, type ThreadHistory } from '@forum/http-api'
import type { ModerationAction } from '@forum/shared/acts'
import { ERRORS, type ErrorCode } from '@forum/shared/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  MODERATED_BOARD,
  startStaffedForum,
  startTestForum,
  type TestForum,
  type TestMember,
} from '../fixtures/forum'
import { pastThread } from '../fixtures/histories'
import { ACT_ROWS, ACTING, MORE_ROWS, UPWARD, type ActWorld, type MadeCall } from './act-rows'

/** Two boards below one that a member moderates; threads are moved to the second. */
const PARENT = 10
const BOARD = 12
const TARGET = 13
/** Only moderators may start threads here. */
const NOTICES = 2

const ROLES = [
  'anonymous',
  'stranger',
  'author',
  'board moderator',
  'moderator',
  'admin',
  'muted author',
  'muted board moderator',
] as const
type Role = (typeof ROLES)[number]

/** The outcomes of an act, by their letter in the table. */
const OUTCOMES: Record<string, ErrorCode | 'allowed'> = {
  Y: 'allowed',
  '-': 'UNAUTHENTICATED',
  F: 'FORBIDDEN',
  N: 'NOT_FOUND',
  M: 'MUTED',
  L: 'THREAD_LOCKED',
  R: 'THREAD_HAS_REPLIES',
  B: 'BOARD_HAS_CHILDREN',
}

/** A thread and its only reply, both by its author. */
type State =
  | 'open'
  | 'locked'
  | 'deleted'
  | 'with a reply by another'
  | 'with a tombstone'
  | 'deleted, with a tombstone'

interface Subject {
  threadId: number
  openingPostId: number
  postId: number
}
type Verb = 'get' | 'post' | 'put' | 'delete'
type Act = (of: Subject) => [Verb, string, object?]

/** The name of the file that a post has. */
const fileOf = (postId: number) => `${postId.toString(16).padStart(32, '0')}.txt`

const ACTS = {
  'read a thread': ({ threadId }) => ['get', `/threads/${threadId}`],
  'read its changes': ({ threadId }) => ['get', `/threads/${threadId}/changes?since=0`],
  'read its posts': ({ threadId }) => ['get', `/posts?threadId=${threadId}`],
  'read a post': ({ postId }) => ['get', `/posts/${postId}`],
  'read who likes a post': ({ postId }) => ['get', `/posts/${postId}/likes`],
  'read the history of a post': ({ postId }) => ['get', `/posts/${postId}/history`],
  reply: ({ threadId }) => ['post', '/posts', { threadId, content: '回复' }],
  'edit a thread': ({ threadId }) => ['put', `/threads/${threadId}`, { title: '新标题', content: '新内容' }],
  'delete a thread': ({ threadId }) => ['delete', `/threads/${threadId}`],
  'restore a thread': ({ threadId }) => ['post', `/threads/${threadId}/restore`],
  'pin a thread': ({ threadId }) => ['post', `/threads/${threadId}/pin`, { pinned: true }],
  'lock a thread': ({ threadId }) => ['put', `/threads/${threadId}/lock`, { locked: true }],
  'feature a thread': ({ threadId }) => ['put', `/threads/${threadId}/feature`, { featured: true }],
  'move a thread': ({ threadId }) => ['post', `/threads/${threadId}/move`, { boardId: TARGET }],
  'vote in a poll': ({ threadId }) => ['put', `/threads/${threadId}/poll/vote`, { options: [0] }],
  'watch a thread': ({ threadId }) => ['put', `/threads/${threadId}/watch`, { watched: true }],
  'bookmark a thread': ({ threadId }) => ['put', `/threads/${threadId}/bookmark`, { bookmarked: true }],
  'mark a thread as read': ({ threadId }) => ['post', `/threads/${threadId}/read`, { number: 1 }],
  'edit a post': ({ postId }) => ['put', `/posts/${postId}`, { content: '新内容' }],
  'delete a post': ({ postId }) => ['delete', `/posts/${postId}`],
  'delete the opening post': ({ openingPostId }) => ['delete', `/posts/${openingPostId}`],
  'restore a post': ({ postId }) => ['post', `/posts/${postId}/restore`],
  'like a post': ({ postId }) => ['post', `/posts/${postId}/like`, { liked: true }],
  'report a post': ({ postId }) => ['post', `/posts/${postId}/report`, { reason: '人身攻击' }],
  'mute a thread': ({ threadId }) => ['put', `/threads/${threadId}/mute`, { muted: true }],
  'load a file of a post': ({ postId }) => ['get', `/uploads/${fileOf(postId)}`],
  'list bookmarks': () => ['get', '/bookmarks'],
  'mark everything as read': () => ['post', '/threads/read', {}],
  'look for similar threads': () => ['get', `/threads/similar?title=${encodeURIComponent('标题')}`],
  'start a thread': () => ['post', '/threads', { boardId: BOARD, title: '标题', content: '内容' }],
  'start a notice': () => ['post', '/threads', { boardId: NOTICES, title: '标题', content: '内容' }],
  'start a thread above': () => ['post', '/threads', { boardId: PARENT, title: '标题', content: '内容' }],
} satisfies Record<string, Act>

// One letter per role: anonymous, stranger, author, board moderator, moderator, admin; muted author and board
// moderator.
const PUBLIC = { open: 'YYYYYYYY', locked: 'YYYYYYYY', deleted: 'NNNYYYNY' }
const OF_MODERATORS = { open: '-FFYYYFY', locked: '-FFYYYFY', deleted: '-NNYYYNY' }
const OF_READERS = { open: '-YYYYYYY', locked: '-YYYYYYY', deleted: '-NNYYYNY' }

/** docs/permissions.md, act by act and state by state. */
const TABLE: Record<keyof typeof ACTS, Partial<Record<State, string>>> = {
  'read a thread': PUBLIC,
  'read its changes': PUBLIC,
  'read its posts': PUBLIC,
  'read a post': { ...PUBLIC, 'with a tombstone': 'YYYYYYYY', 'deleted, with a tombstone': 'NNNYYYNY' },
  'read who likes a post': { ...PUBLIC, 'with a tombstone': 'NNNYYYNY' },
  'read the history of a post': { open: '-FYYYYYY', deleted: 'NNNYYYNY', 'with a tombstone': '-FNYYYNY' },
  reply: { open: '-YYYYYMM', locked: '-LLYYYMM', deleted: '-NNYYYNM' },
  'edit a thread': { open: '-FYYYYMM', locked: '-FLYYYMM', deleted: '-NNYYYNM' },
  'delete a thread': {
    open: '-FYYYYMY',
    locked: '-FLYYYMY',
    deleted: '-NNYYYNY',
    'with a reply by another': '-FRYYYMY',
  },
  'restore a thread': OF_MODERATORS,
  'pin a thread': OF_MODERATORS,
  'lock a thread': OF_MODERATORS,
  'feature a thread': OF_MODERATORS,
  'move a thread': OF_MODERATORS,
  'vote in a poll': { open: '-YYYYYYY', locked: '-LLYYYLY', deleted: '-NNYYYNY' },
  'watch a thread': OF_READERS,
  'bookmark a thread': OF_READERS,
  'mark a thread as read': OF_READERS,
  'edit a post': {
    open: '-FYYYYMM',
    locked: '-FLYYYMM',
    deleted: '-NNYYYNM',
    'with a tombstone': '-FNYYYNM',
  },
  'delete a post': {
    open: '-FYYYYMM',
    locked: '-FLYYYMM',
    deleted: '-NNYYYNM',
    'with a tombstone': '-FYYYYMM',
  },
  'delete the opening post': { open: '-FFFFFFF', deleted: '-NNFFFNF' },
  'restore a post': {
    ...OF_MODERATORS,
    'with a tombstone': '-FFYYYFY',
    'deleted, with a tombstone': '-NNYYYNY',
  },
  'like a post': {
    open: '-YFYYYFY',
    locked: '-YFYYYFY',
    deleted: '-NNYYYNY',
    'with a tombstone': '-NNNNNNN',
  },
  'report a post': {
    open: '-YFYYYFM',
    locked: '-YFYYYFM',
    deleted: '-NNYYYNM',
    'with a tombstone': '-NNNNNNN',
  },
  'mute a thread': OF_READERS,
  'load a file of a post': {
    ...PUBLIC,
    'with a tombstone': 'NNNYYYNY',
    'deleted, with a tombstone': 'NNNYYYNY',
  },
  'list bookmarks': { open: '-YYYYYYY' },
  'mark everything as read': { open: '-YYYYYYY' },
  'look for similar threads': { open: 'YYYYYYYY' },
  'start a thread': { open: '-YYYYYMM' },
  'start a notice': { open: '-FFFYYMM' },
  'start a thread above': { open: '-BBBBBMM' },
}

interface Cell {
  act: keyof typeof ACTS
  state: State
  role: Role
  expected: string
}
const cells: Cell[] = Object.entries(TABLE).flatMap(([act, states]) =>
  Object.entries(states).flatMap(([state, letters]) =>
    ROLES.map((role, i) => ({
      act: act as keyof typeof ACTS,
      state: state as State,
      role,
      expected: OUTCOMES[letters[i] ?? ''] ?? '',
    })),
  ),
)

describe('the permissions of threads and posts', () => {
  let forum: TestForum
  const people = new Map<Role, TestMember>()
  /** Each cell has its own thread, because allowed acts change it. */
  const subjects = new Map<Cell, Subject>()

  beforeAll(async () => {
    forum = await startTestForum()
    for (const [i, role] of ROLES.slice(1).entries()) {
      const of = role === 'moderator' || role === 'admin' ? role : 'user'
      people.set(role, await forum.member(`member${i}`, of))
    }
    const idOf = (role: Role) => people.get(role)?.id ?? 0
    const moderatorIds = [idOf('board moderator'), idOf('muted board moderator')]
    await forum.api.db.boards.updateOne({ _id: PARENT }, { $set: { moderatorIds } })
    await forum.api.db.members.updateMany(
      { _id: { $in: [idOf('muted author'), idOf('muted board moderator')] } },
      { $set: { mutedUntil: new Date(Date.now() + 1e9) } },
    )
    // The server may cache moderators and mutes for a moment.
    forum.clock.advance(60_000)

    const histories: ThreadHistory[] = []
    for (const cell of cells) {
      const authorId = idOf(cell.role === 'muted author' ? cell.role : 'author')
      const history = await past(authorId, cell.state)
      histories.push(history)
      const [opening, reply] = [...history.folded.posts.keys()]
      subjects.set(cell, {
        threadId: history.threadId,
        openingPostId: opening ?? 0,
        postId: reply ?? 0,
      })
    }
    await forum.api.load.save(histories)
    const withFiles = cells.filter(({ act }) => act === 'load a file of a post')
    for (const { postId } of withFiles.flatMap((cell) => subjects.get(cell) ?? [])) {
      await forum.files.put(fileOf(postId), { bytes: Buffer.from('你好') })
      await forum.api.db.attachments.insertOne({
        _id: postId,
        filename: fileOf(postId),
        originalName: '说明.txt',
        fileSize: 6,
        storedBytes: 6,
        mimeType: 'text/plain',
        width: null,
        height: null,
        thumbnails: [],
        ownerId: idOf('author'),
        createdAt: forum.clock.now(),
        claim: `post:${postId}`,
        isReleased: false,
        isKept: false,
      })
    }
  })
  afterAll(() => forum.stop())

  async function past(authorId: number, state: State): Promise<ThreadHistory> {
    const startedAt = new Date(forum.clock.now().getTime() - 3_600_000)
    const replied = state === 'with a reply by another' ? (people.get('stranger')?.id ?? 0) : authorId
    const history = await pastThread(forum, {
      boardId: BOARD,
      authorId,
      startedAt,
      replies: 1,
      repliedBy: [replied],
      poll: { question: '去吗？', options: ['去', '不去'] },
    })
    const context = history.context(people.get('admin')?.id ?? 0, startedAt)
    const thread = () => history.folded.thread!
    const [opening, reply] = [...history.folded.posts.values()]
    if (state.includes('tombstone')) history.add(deleteEvent(context, thread(), reply!, opening!))
    if (state === 'locked')
      history.add(threadChangeEvent(context, thread(), 'thread.locked', { isLocked: true }))
    if (state.startsWith('deleted')) {
      const standing = [...history.folded.posts.values()].filter(({ isDeleted }) => !isDeleted)
      history.add(threadDeletionEvent(context, thread(), standing, true))
    }
    return history
  }

  it('decides who may upload a file', async () => {
    const found: Record<string, string> = {}
    for (const role of ROLES) {
      const upload = forum.request.post('/api/attachments').set(people.get(role)?.headers ?? {})
      const answer = await upload.attach('file', Buffer.from('你好'), '说明.txt')
      found[role] = (answer.body as { code?: ErrorCode }).code ?? 'allowed'
    }
    const expected = '-YYYYYMM'.split('').map((letter) => OUTCOMES[letter])
    expect(Object.values(found)).toEqual(expected)
  })

  it.each(
    Object.entries(TABLE).flatMap(([act, states]) => Object.keys(states).map((state) => ({ act, state }))),
  )('decides who may $act: $state', async ({ act, state }) => {
    const found: Record<string, string> = {}
    const expected: Record<string, string> = {}
    const row = cells.filter((of) => of.act === act && of.state === state)
    const decide = async (cell: Cell): Promise<void> => {
      const [verb, path, body] = ACTS[cell.act](subjects.get(cell)!) as ReturnType<Act>
      const request = forum.request[verb](`/api${path}`).set(people.get(cell.role)?.headers ?? {})
      const response = await (body ? request.send(body) : request)
      const { code = 'allowed' } = response.body as { code?: ErrorCode }
      if (code !== 'allowed') expect(response.status).toBe(ERRORS[code].status)
      else expect(response.status).toBeLessThan(300)
      found[cell.role] = code
      expected[cell.role] = cell.expected
    }
    await Promise.all(row.map(decide))
    expect(found).toEqual(expected)
  })
})

/** Acts of staff about an ordinary member, beyond threads and posts. */
const STAFF_ACTS: Record<string, (userId: number) => [Verb, string, object?]> = {
  'read the feed': () => ['get', '/moderation/activity'],
  'read the numbers above the feed': () => ['get', '/moderation/stats'],
  'read the log': () => ['get', '/moderation/log'],
  'list reports': () => ['get', '/moderation/reports'],
  'read the record of a member': (id) => ['get', `/users/${id}/discipline`],
  'note something about a member': (id) => ['post', `/users/${id}/notes`, { text: '留意' }],
  'mute a member': (id) => ['put', `/users/${id}/mute`, { until: null }],
  'ban a member': (id) => ['put', `/users/${id}/ban`, { banned: false }],
  'preview a purge': (id) => ['post', `/users/${id}/purge`, { preview: true }],
  'change a role': (id) => ['put', `/users/${id}/role`, { role: 'user' }],
  'list members': () => ['get', '/admin/members'],
  'read the words': () => ['get', '/moderation/words'],
  'read the settings': () => ['get', '/admin/settings'],
  'read the synonyms': () => ['get', '/admin/search/synonyms'],
  'list invitations': () => ['get', '/admin/invitations'],
  'announce something': () => ['put', '/announcement', { text: '公告' }],
  'change a category': () => ['put', '/categories/5', { position: 3 }],
  'write a page of the site': () => ['put', '/admin/pages/rules', { title: '版规', content: '文明' }],
  'read the history of a page': () => ['get', '/admin/pages/terms/versions'],
  'announce something to some': () => ['post', '/admin/announcements', { text: '公告' }],
  'read the numbers of the site': () => ['get', '/admin/stats'],
  'read what is done of the first hour': () => ['get', '/admin/first-hour'],
  'change the identity of the site': () => ['put', '/admin/site', { welcome: '欢迎' }],
}
const STAFF_ROLES = [
  'anonymous',
  'stranger',
  'board moderator',
  'moderator',
  'admin',
  'muted moderator',
] as const

/** docs/permissions.md, one letter per role. */
const STAFF_TABLE: Record<keyof typeof STAFF_ACTS, string> = {
  'read the feed': '-FYYYY',
  'read the numbers above the feed': '-FYYYY',
  'read the log': '-FYYYY',
  'list reports': '-FYYYY',
  'read the record of a member': '-FFYYY',
  'note something about a member': '-FFYYY',
  'mute a member': '-FFYYY',
  'ban a member': '-FFYYY',
  'preview a purge': '-FFYYM',
  'change a role': '-FFFYF',
  'list members': '-FFFYF',
  'read the words': '-FFFYF',
  'read the settings': '-FFFYF',
  'read the synonyms': '-FFFYF',
  'list invitations': '-FFFYF',
  'announce something': '-FFFYF',
  'change a category': '-FFFYF',
  'write a page of the site': '-FFFYF',
  'read the history of a page': '-FFFYF',
  'announce something to some': '-FFFYF',
  'read the numbers of the site': '-FFFYF',
  'change the identity of the site': '-FFFYF',
}

describe('the permissions of staff', () => {
  let forum: TestForum
  let members: Record<(typeof STAFF_ROLES)[number], TestMember | null>
  let subject: TestMember

  beforeAll(async () => {
    const staffed = await startStaffedForum()
    ;({ forum } = staffed)
    const { admin, moderator, boardModerator } = staffed
    const muted = await forum.member('jinyanbanzhu', 'moderator')
    const until = new Date(Date.now() + 86_400_000).toISOString()
    await forum.as(admin).call('muteUser', { userId: muted.id, until })
    members = {
      anonymous: null,
      stranger: await forum.member('luren'),
      'board moderator': boardModerator,
      moderator,
      admin,
      'muted moderator': muted,
    }
    subject = await forum.member('xiaoli')
  })
  afterAll(() => forum.stop())

  it.each(Object.entries(STAFF_TABLE))('decide who may %s', async (name, letters) => {
    const [verb, path, body] = STAFF_ACTS[name]?.(subject.id) ?? (['get', ''] as const)
    const outcomes: Record<string, string> = {}
    for (const role of STAFF_ROLES) {
      const response = await forum.request[verb](`/api${path}`)
        .set(members[role]?.headers ?? {})
        .send(body)
      outcomes[role] = response.status < 300 ? 'allowed' : String(response.body.code)
    }
    const expected = STAFF_ROLES.map((role, i) => [role, OUTCOMES[letters[i] ?? '']])
    expect(outcomes).toEqual(Object.fromEntries(expected))
  })
})

describe('the permissions of privileged acts', () => {
  let world: ActWorld
  const people = new Map<string, TestMember | null>()

  beforeAll(async () => {
    const { forum, admin, moderator, boardModerator } = await startStaffedForum()
    const elsewhere = await forum.member('banzhu9')
    const boss = forum.as(admin)
    await boss.call('updateBoard', { boardId: 41, moderatorIds: [elsewhere.id] })
    await boss.call('updateBoard', {
      boardId: MODERATED_BOARD,
      allowsAnonymous: true,
      types: [{ key: 'news', name: '新闻', color: '#1f6f43' }],
    })
    world = {
      forum,
      admin,
      moderator,
      otherAdmin: await forum.member('zongguan2', 'admin'),
      author: await forum.member('xiaoli'),
    }
    for (const [role, member] of [
      ['anonymous', null],
      ['member', await forum.member('luren')],
      ['moderator of another board', elsewhere],
      ['moderator of the board', boardModerator],
      ['moderator', moderator],
      ['admin', admin],
      ['another moderator', await forum.member('banzhu7', 'moderator')],
      ['another admin', world.otherAdmin],
    ] as const)
      people.set(role, member)
  })
  afterAll(() => world.forum.stop())

  const outcomeOf = async ([verb, path, body = {}]: MadeCall, role: string) => {
    const request = world.forum.request[verb](`/api${path}`).set(people.get(role)?.headers ?? {})
    const response = await (verb === 'get' ? request : request.send(body))
    // A call on several subjects has a result for each.
    const [result] = (response.body as { results?: { code?: string }[] }).results ?? []
    return response.status < 300 ? (result?.code ?? 'allowed') : String(response.body.code)
  }
  const rowsBy = (action: ModerationAction, role: string) => {
    const actorId = people.get(role)?.id ?? -1
    return world.forum.api.db.moderationLog.countDocuments({ action, actorId })
  }
  const rows = [
    ...Object.entries(ACT_ROWS).flatMap(([name, row]) =>
      typeof row === 'string' ? [] : [{ ...row, name, action: name as ModerationAction }],
    ),
    ...Object.entries(MORE_ROWS).map(([name, row]) => ({ ...row, name })),
  ]

  it.each(rows)('let only those $name who may, and log it', async ({ action, letters, make }) => {
    const found: [string, string, number][] = []
    const expected = ACTING.map((role, i) => {
      const outcome = OUTCOMES[letters[i] ?? ''] ?? ''
      return [role, outcome, outcome === 'allowed' ? 1 : 0]
    })
    let subject: MadeCall | null = null
    for (const role of ACTING) {
      // A refused call changes nothing, so the next actor may try it.
      subject ??= await make(world)
      const before = await rowsBy(action, role)
      const outcome = await outcomeOf(subject, role)
      if (outcome === 'allowed') await world.forum.settle()
      found.push([role, outcome, (await rowsBy(action, role)) - before])
      if (outcome === 'allowed') subject = null
    }
    expect(found).toEqual(expected)
  })

  const towards = rows.flatMap((row) => (row.toward ? [{ ...row, toward: row.toward }] : []))
  it.each(towards)('let nobody $name towards an equal or a higher role', async ({ action, toward }) => {
    for (const [role, whom] of UPWARD) {
      const before = await rowsBy(action, role)
      const outcome = await outcomeOf(toward(people.get(whom)?.id ?? 0), role)
      expect([role, whom, outcome]).toEqual([role, whom, 'FORBIDDEN'])
      expect(await rowsBy(action, role)).toBe(before)
    }
  })
})
