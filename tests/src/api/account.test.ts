import { PROFILE_TEXTS } from '@forum/shared/contract'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PASSWORD, startAnotherApi, startTestForum, type TestForum, type TestMember } from '../fixtures/forum'
import { eventually } from '../fixtures/gateways'
import { filesOf } from '../fixtures/zip'

const NEW_PASSWORD = 'Changed#Horse8'

/** Returns the rows of a file of the export by its name. */
const rowsOf = (files: ReadonlyMap<string, string>) => (name: string) =>
  JSON.parse(files.get(`${name}.json`) ?? '') as Record<string, unknown>[]

const isProfileText = (key: string) => PROFILE_TEXTS.some((name) => name === key)

const FILE = { filename: 'a.png', originalName: 'a.png', fileSize: 1, mimeType: 'image/png' }
const HELD = {
  title: null,
  content: '等着',
  reasons: ['link'],
  status: 'rejected',
  decidedAt: new Date(0),
  decidedBy: 9,
  note: '广告',
}
const MESSAGE = { subject: '主题', content: '信', createdAt: new Date(0), editedAt: null, readAt: null }

/** Holds the next change of a member back until it is resumed; later changes go on. */
function stalledWrite(members: TestForum['api']['db']['members']) {
  let reach = () => {}
  const reached = new Promise<void>((resolve) => (reach = resolve))
  let goOn = () => {}
  const resumed = new Promise<void>((resolve) => (goOn = resolve))
  let isFirst = true
  for (const name of ['updateOne', 'findOneAndUpdate'] as const) {
    const write = members[name].bind(members) as (...args: unknown[]) => Promise<unknown>
    vi.spyOn(members, name).mockImplementation((async (...args: unknown[]) => {
      if (isFirst) {
        isFirst = false
        reach()
        await resumed
      }
      return write(...args)
    }) as never)
  }
  const resume = () => {
    vi.restoreAllMocks()
    goOn()
  }
  return { reached, resume }
}

describe('an account', () => {
  let forum: TestForum

  beforeAll(async () => {
    forum = await startTestForum()
  })
  afterAll(() => forum.stop())

  const remove = (member: TestMember, password = PASSWORD) =>
    forum.request.post('/api/auth/delete').set(member.headers).send({ password })
  const login = (username: string) =>
    forum.request.post('/api/auth/login').send({ username, password: PASSWORD })

  it('refuses password resets without mail, says whom to contact, and logs no error', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
    const withoutMail = await startTestForum({ log, config: { contact: '微信 luntan88' } })
    const { id } = await withoutMail.member('zhanzhang', 'admin')
    const { body } = await withoutMail.request.post('/api/auth/forgot').send({ username: 'x' }).expect(503)
    const help = await withoutMail.as().call('getPasswordHelp')
    expect(help).toEqual({
      mail: false,
      contact: '微信 luntan88',
      admins: [expect.objectContaining({ id, username: 'zhanzhang' })],
    })
    await withoutMail.stop()
    expect(lines).toEqual([])
    expect(body).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('请联系站长') as string,
    })
  })

  const exported = (member: TestMember) =>
    forum.request
      .post('/api/auth/export')
      .set(member.headers)
      .buffer()
      .parse((response, done) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => done(null, Buffer.concat(chunks)))
      })
      .expect(200)

  it("exports a zip of everything that is the member's own, and nothing else", async () => {
    const member = await forum.member('daochu')
    const other = await forum.member('bieren')
    const poll = { question: '去吗？', options: ['去', '不去'] }
    const started = await forum
      .as(member)
      .call('createThread', { title: '带走我的主题', content: '内容', boardId: 3, poll })
    const { thread } = started
    await forum.as(member).call('votePoll', { threadId: thread.id, options: [0] })
    const replied = await forum.as(other).call('createPost', { threadId: thread.id, content: '别人的回复' })
    for (const [reporter, postId] of [
      [member, (replied as { post: { id: number } }).post.id],
      [other, thread.openingPostId],
    ] as const) {
      await forum.as(reporter).call('reportPost', { postId, reason: `${reporter.username}的举报` })
    }
    const { messages, mailboxEntries } = forum.api.db
    await messages.insertOne({
      _id: 1,
      senderId: other.id,
      recipientId: member.id,
      subject: '你好',
      content: '给你的信',
    } as never)
    for (const ownerId of [member.id, other.id]) {
      await mailboxEntries.insertOne({
        _id: `${ownerId}:1`,
        ownerId,
        messageId: 1,
        isDeleted: false,
      } as never)
    }
    await forum.request.put(`/api/users/${other.id}/block`).set(member.headers).send({ blocked: true })
    const moderator = await forum.member('daochubz', 'moderator')
    await forum.request
      .post(`/api/threads/${thread.id}/lock`)
      .set(moderator.headers)
      .send({ locked: true, reason: '跑题' })
      .expect(200)
    await forum.settle()
    const { body, headers } = await exported(member)
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="account.zip"',
    })
    const files = filesOf(body as Buffer)
    const rows = rowsOf(files)
    expect(rows('profile')).toEqual([
      expect.objectContaining({ username: 'daochu', email: 'daochu@example.com' }),
    ])
    expect(rows('posts')).toEqual([expect.objectContaining({ title: '带走我的主题', number: 1 })])
    expect(rows('messages')).toEqual([expect.objectContaining({ subject: '你好', content: '给你的信' })])
    expect(rows('reports')).toEqual([expect.objectContaining({ reason: 'daochu的举报', status: 'open' })])
    expect(rows('blocks')).toEqual([expect.objectContaining({ blockedId: other.id })])
    expect(rows('poll-votes')).toEqual([{ threadId: thread.id, question: '去吗？', options: ['去'] }])
    expect(rows('sessions')).toHaveLength(1)
    expect(rows('attachments')).toEqual([])
    expect(rows('push-subscriptions')).toEqual([])
    // The member must not learn which moderator it was.
    const [act, ...others] = rows('notifications').filter(({ kind }) => kind === 'moderation')
    expect([act, others]).toEqual([
      {
        kind: 'moderation',
        threadId: thread.id,
        act: 'threadLocked',
        reason: '跑题',
        isRead: false,
        at: expect.any(String),
      },
      [],
    ])
    const all = [...files.values()].join('\n')
    expect(all).not.toMatch(/argon2|tokenHash|别人的回复|bieren@example/)
  })

  it('exports the fields that are declared for their owner, and no others', async () => {
    const member = await forum.member('ziduan')
    const { id: userId } = member
    const thread = await forum.thread(member, 3, '字段')
    await forum.settle()
    const { db } = forum.api
    const at = forum.clock.now()
    // The database removes what has expired by its own clock.
    const later = new Date('2100-01-01')
    const common = { userId, threadId: thread.id, createdAt: at }
    const of = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]))
    const stored: [{ insertOne: (row: never) => Promise<unknown> }, object][] = [
      [db.aliases, { _id: -901, userId, threadId: thread.id }],
      [db.agreements, { ...common, _id: 'field:1', slug: 'terms', version: 2, at }],
      [db.blocks, { ...common, _id: 'field:1', blockedId: 9 }],
      [db.emailLinks, { ...common, _id: 'field', kind: 'undo', address: 'a@example.com', expiresAt: later }],
      [db.formerNames, { userId, _id: 'field', reservedUntil: at }],
      [db.outgoingMails, { ...common, _id: 'field', group: 'digest', dueAt: at, tries: 0 }],
      [db.groupRequests, { _id: 'field:1', userId, groupId: 1, askedAt: at }],
      [db.follows, { ...common, _id: 'field:1', followedId: 9 }],
      [db.held, { ...common, _id: 901, authorId: userId, key: 'field', kind: 'post', subjectId: 1, ...HELD }],
      [db.attachments, { _id: 901, ownerId: userId, createdAt: at, storedBytes: 1, ...FILE }],
      [db.pollVotes, { ...common, _id: 'field:1', options: [0], appliedSeq: 1 }],
      [
        db.activities,
        { _id: 90_001, key: 'field', at, kind: 'profile', actorId: userId, excerpt: '签名', flags: [] },
      ],
      [
        db.notifications,
        { ...common, _id: 901, kind: 'reply', key: 'reply:1', parts: [], eventIds: [], isRead: false, at },
      ],
      [db.notificationSettings, { _id: userId, settings: {} }],
      [
        db.personalTokens,
        {
          ...common,
          _id: 901,
          ...of('name', 'scopes', 'secretHash'),
          expiresAt: later,
          lastUsedAt: at,
        },
      ],
      [db.pushSubscriptions, { ...common, _id: 'field', sessionId: 1, ...of('endpoint', 'keys') }],
      [db.postBookmarks, { ...common, _id: 'field:1', postId: 1, note: '', remindAt: at, at }],
      [db.visits, { ...common, _id: 'field:1', at }],
      [db.drafts, { ...common, _id: 'field:1', place: 'reply:1', sealed: '', version: 1, updatedAt: at }],
      [db.messages, { _id: 901, senderId: userId, recipientId: 9, version: 1, ...MESSAGE }],
      [
        db.groupConversations,
        { _id: 901, memberIds: [userId], mutedBy: [], version: 1, createdAt: at, ...of('subject') },
      ],
      [
        db.mailboxEntries,
        { _id: 'field:1', ownerId: userId, messageId: 901, isDeleted: false, folder: 'sent', terms: [] },
      ],
      [
        db.cases,
        {
          ...common,
          _id: 901,
          postId: 1,
          authorId: 9,
          status: 'open',
          message: { id: 901, content: '别人的信' },
          reports: [{ id: 1, reporterId: userId, reason: '广告', createdAt: at }],
        },
      ],
    ]
    for (const [collection, row] of stored) {
      await collection.insertOne({ ...row, undeclared: 'x' } as never)
    }
    const shared = { $set: { coauthorIds: [userId], invitedIds: [9] } }
    await db.posts.updateOne({ threadId: thread.id }, shared)
    await db.boards.updateOne({ _id: 3 }, { $addToSet: { moderatorIds: userId } })
    await db.boardLevels.insertOne({ _id: userId, followed: [3], hidden: [4] })
    const secrets = {
      secondFactor: { secret: 'sealed', lastStep: 0, recovery: ['hash'], since: at },
      secondFactorDraft: 'sealed',
    }
    const declared = {
      density: 'dense',
      textSize: 'large',
      script: 'traditional',
      avatars: [],
      groupIds: [],
      signIns: [],
      keepsHistory: true,
      passkeys: [],
      identities: [],
      warnings: [],
      renamedAt: at,
      emailBouncedAt: at,
      pendingEmail: { address: 'new@example.com', epoch: 0 },
    } as const
    await db.members.updateOne(
      { _id: userId },
      { $set: { ...declared, ...secrets, undeclared: 'x' } as never },
    )
    const { member: cached } = (await forum.api.services.sessions.identify(member.token)) ?? {}
    expect(cached).toMatchObject({ _id: userId, secondFactor: { since: at } })
    expect(JSON.stringify(cached)).not.toMatch(/argon2|sealed|hash|undeclared/)
    const { body } = await exported(member)
    const files = filesOf(body as Buffer)
    files.delete('README.txt')
    const rows = rowsOf(files)
    const keys = [...files.keys()].map((file) => {
      const name = file.replace('.json', '')
      const named = Object.keys(rows(name)[0] ?? {}).filter((key) => !isProfileText(key))
      return [name, named.toSorted().join(' ')]
    })
    expect(Object.fromEntries(keys)).toEqual({
      profile:
        '_id avatar avatars banReason bannedUntil density displayName email emailBouncedAt emailVerifiedAt groupIds ' +
        'identities joinedAt keepsHistory lastLoginAt likesReceived mutedUntil passkeys pendingEmail postCount renamedAt ' +
        'role script showOnline signIns status textSize threadCount username warnings',
      aliases: 'threadId',
      agreements: 'at slug version',
      blocks: 'blockedId createdAt',
      'email-links': 'address expiresAt kind',
      'former-names': '_id reservedUntil',
      'outgoing-mails': 'dueAt group',
      following: 'createdAt followedId',
      held: 'content createdAt decidedAt kind note status threadId title',
      'group-requests': 'askedAt groupId',
      'board-levels': 'followed hidden',
      attachments: 'createdAt fileSize filename mimeType originalName',
      'moderated-boards': '_id nameZh',
      sessions: 'createdAt lastSeenAt userAgent',
      posts:
        '_id coauthorIds content createdAt editedAt invitedIds isAnonymous isDeleted likeCount number threadId title',
      'co-written-posts': '_id number threadId title',
      'personal-tokens': 'createdAt expiresAt lastUsedAt name scopes',
      'poll-votes': 'options threadId',
      reading: 'isBookmarked isWatching lastReadNumber threadId',
      notifications: 'at isRead kind parts threadId',
      'notification-settings': 'settings',
      'push-subscriptions': 'createdAt endpoint',
      'kept-posts': 'at note postId remindAt threadId',
      history: 'at threadId',
      drafts: 'place updatedAt value version',
      messages: '_id content createdAt editedAt folder readAt recipientId senderId subject',
      conversations: '_id createdAt subject',
      'profile-changes': 'at excerpt',
      reports: 'createdAt messageId postId reason status threadId',
    })
    await db.boards.updateOne({ _id: 3 }, { $pull: { moderatorIds: userId } })
  })

  it('exports nothing unless the password was typed recently', async () => {
    const member = await forum.member('jiuhuihua')
    const attempt = () => forum.request.post('/api/auth/export').set(member.headers)
    forum.clock.advance(15 * 60_000 + 1)
    expect((await attempt().expect(403)).body.code).toBe('PASSWORD_REQUIRED')
    await forum.as(member).call('confirmPassword', { password: PASSWORD })
    await attempt().expect(200)
  })

  it('deletes an account with its password; its posts stay under a neutral name', async () => {
    const member = await forum.member('zhuxiao')
    const reader = await forum.member('duzhe')
    await forum.request
      .put('/api/auth/profile')
      .set(member.headers)
      .send({ displayName: '要走的人', density: 'dense' })
    const thread = await forum.thread(member, 3, '走之前写的')
    await forum.settle()
    const { pushSubscriptions } = forum.api.db
    await pushSubscriptions.insertOne({ _id: 'browser', userId: member.id } as never)
    expect((await remove(member, 'Wrong#Horse9').expect(400)).body.code).toBe('WRONG_PASSWORD')
    await remove(member).expect(204)
    expect(await pushSubscriptions.countDocuments({ userId: member.id })).toBe(0)
    await forum.as(member).refused('UNAUTHENTICATED', 'me')
    await login('zhuxiao').expect(401)
    await login('zhuxiao@example.com').expect(401)
    await login(`~deleted${member.id}`).expect(401)
    await forum.as().refused('NOT_FOUND', 'getUser', { userId: member.id })
    const search = await forum.as(reader).call('searchUsers', { q: '要走' })
    expect(search.users).toEqual([])
    forum.clock.advance(5_001)
    const body = await forum.as().call('getThread', { threadId: thread.id })
    expect(body.thread.title).toBe('走之前写的')
    expect(body.thread.author).toMatchObject({
      id: member.id,
      displayName: '已注销用户',
      avatar: null,
      signature: '',
    })
    const stored = JSON.stringify(await forum.api.db.members.findOne({ _id: member.id }))
    expect(stored).not.toMatch(/zhuxiao|要走的人|argon2|dense/)
  })

  it('writes nothing to an account that was deleted while a call of its member was under way', async () => {
    const { members } = forum.api.db
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const put = (path: string, body: object) => (member: TestMember) =>
      forum.request.put(`/api/auth${path}`).set(member.headers).send(body)
    const calls: Record<string, (member: TestMember) => PromiseLike<{ status: number }>> = {
      profile: put('/profile', { displayName: '又回来了', signature: '签名' }),
      settings: put('/profile', { density: 'dense', showOnline: true }),
      password: put('/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
      avatar: ({ headers }) =>
        forum.request.post('/api/auth/avatar').set(headers).attach('avatar', picture, 'a.png'),
      secondFactor: ({ headers }) =>
        forum.request.post('/api/auth/second-factor').set(headers).send({ password: PASSWORD }),
      login: ({ username }) => login(username),
    }
    for (const [name, call] of Object.entries(calls)) {
      const member = await forum.member(`shanchu${name.toLowerCase()}`)
      const late = stalledWrite(members)
      const response = call(member).then((given) => given)
      await late.reached
      await remove(member).expect(204)
      const deleted = await members.findOne({ _id: member.id })
      late.resume()
      expect([name, [400, 401, 403, 409].includes((await response).status)]).toEqual([name, true])
      expect([name, await members.findOne({ _id: member.id })]).toEqual([name, deleted])
      expect(await forum.api.db.sessions.countDocuments({ userId: member.id })).toBe(0)
    }
    const { accounts } = forum.api.services
    const operators: [string, (username: string) => Promise<unknown>][] = [
      ['role', (username) => accounts.setRole(username, 'moderator')],
      ['reset', (username) => accounts.resetPassword(username)],
      ['sessions', (username) => accounts.endSessions(username)],
    ]
    for (const [name, act] of operators) {
      const member = await forum.member(`caozuo${name}`)
      const late = stalledWrite(members)
      const outcome = act(member.username).catch((error: unknown) => error)
      await late.reached
      await remove(member).expect(204)
      const deleted = await members.findOne({ _id: member.id })
      late.resume()
      expect(await outcome).toMatchObject({ code: 'NOT_FOUND' })
      expect(await members.findOne({ _id: member.id })).toEqual(deleted)
    }
  })

  it('frees the address of a deleted account, but never its username', async () => {
    const member = await forum.member('qianzhu')
    await remove(member).expect(204)
    const register = (username: string) =>
      forum.request
        .post('/api/auth/register')
        .send({ username, email: 'qianzhu@example.com', password: PASSWORD })
    expect((await register('QianZhu').expect(409)).body.code).toBe('USERNAME_TAKEN')
    await register('houlai').expect(201)
    expect((await register(`deleted${member.id}`).expect(400)).body.errors).toEqual([
      expect.objectContaining({ field: 'username', code: 'reserved' }),
    ])
  })

  it('keeps the last admin, even when the last two delete their accounts at once', async () => {
    const admins = [await forum.member('zongguan1', 'admin'), await forum.member('zongguan2', 'admin')]
    const responses = await Promise.all(admins.map((admin) => remove(admin)))
    expect(responses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 403])
    expect(await forum.api.db.members.countDocuments({ role: 'admin', status: 'active' })).toBe(1)
  })

  it('keeps the last admin when a process stalls while it deletes the other', async () => {
    const { leases, members } = forum.api.db
    await members.updateMany({ role: 'admin' }, { $set: { role: 'user' } })
    const [slow, other] = [await forum.member('zongguan3', 'admin'), await forum.member('zongguan4', 'admin')]
    const another = await startAnotherApi(forum.uri, { clock: forum.clock, bus: forum.bus })
    let goOn = () => {}
    const resumed = new Promise<void>((resolve) => (goOn = resolve))
    let reach = () => {}
    const stalled = new Promise<void>((resolve) => (reach = resolve))
    const collection = members
    const updateOne = collection.updateOne.bind(collection)
    vi.spyOn(collection, 'updateOne').mockImplementation(async (...args: Parameters<typeof updateOne>) => {
      if (JSON.stringify(args[1]).includes('"status":"deleted"')) {
        reach()
        await resumed
      }
      return updateOne(...args)
    })
    try {
      const first = remove(slow).then((response) => response)
      await stalled
      // Its lease ends, as it does for a process that is stopped for long enough.
      await leases.deleteMany({})
      const { status } = await another.request
        .post('/api/auth/delete')
        .set(other.headers)
        .send({ password: PASSWORD })
      goOn()
      expect([(await first).status, status].toSorted((a, b) => a - b)).toEqual([204, 403])
      expect(await members.countDocuments({ role: 'admin', status: 'active' })).toBe(1)
    } finally {
      vi.restoreAllMocks()
      await another.stop()
    }
  })

  it('erases again what a slow request stored while the account was being deleted', async () => {
    const { blocks, readStates } = forum.api.db
    const [member, other] = [await forum.member('manren'), await forum.member('qita')]
    const { id: threadId } = await forum.thread(other)
    let goOn = () => {}
    const resumed = new Promise<void>((resolve) => (goOn = resolve))
    const slow: Promise<void>[] = []
    for (const collection of [readStates, blocks] as Pick<typeof readStates, 'updateOne'>[]) {
      const updateOne = collection.updateOne.bind(collection)
      slow.push(
        new Promise((reach) => {
          vi.spyOn(collection, 'updateOne').mockImplementationOnce(
            async (...args: Parameters<typeof updateOne>) => {
              reach()
              await resumed
              return updateOne(...args)
            },
          )
        }),
      )
    }
    const put = (path: string, body: object) =>
      forum.request
        .put(`/api${path}`)
        .set(member.headers)
        .send(body)
        .then((response) => response)
    const requests = [
      put(`/threads/${threadId}/watch`, { watched: true }),
      put(`/users/${other.id}/block`, { blocked: true }),
    ]
    await Promise.all(slow)
    await remove(member).expect(204)
    goOn()
    await Promise.all(requests)
    vi.restoreAllMocks()
    forum.clock.advance(15 * 60_000)
    // A pass of the sweep is awaited for two seconds at most, and the next one goes on.
    await eventually(async () => {
      await forum.api.sweep()
      expect(await readStates.countDocuments({ userId: member.id })).toBe(0)
      expect(await blocks.countDocuments({ userId: member.id })).toBe(0)
    })
  })

  it('lets the operator create an account, set its password, sign it out and set its role', async () => {
    const { accounts } = forum.api.services
    const signIn = (username: string, password: string) =>
      forum.request.post('/api/auth/login').send({ username, password })
    const created = await accounts.createAdmin('caozuoyuan', 'caozuoyuan@example.com')
    expect((await signIn('caozuoyuan', created).expect(200)).body.user.role).toBe('admin')
    const member = await forum.member('wangle')
    const given = await accounts.resetPassword('WangLe')
    await forum.as(member).refused('UNAUTHENTICATED', 'me')
    const { body } = await signIn('wangle', given).expect(200)
    const headers = { Authorization: `Bearer ${body.token as string}` }
    await accounts.setRole('wangle', 'moderator')
    const me = await forum.request.get('/api/auth/me').set(headers).expect(200)
    expect(me.body.user.role).toBe('moderator')
    const { _id: userId } = (await forum.api.db.members.findOne({ username: 'wangle' }))!
    await forum.api.db.members.updateOne({ _id: userId }, { $set: { displayName: '站长' } })
    await accounts.setRole('wangle', 'user')
    const { user } = await forum.as().call('getUser', { userId })
    expect(user).toMatchObject({ role: 'user', displayName: 'wangle' })
    const acts = await forum.api.db.moderationLog
      .find({ userId, action: 'set_role' })
      .sort({ _id: 1 })
      .toArray()
    expect(acts.map(({ actorId, changes }) => [actorId, changes[0]?.after])).toEqual([
      [0, 'moderator'],
      [0, 'user'],
    ])
    await accounts.endSessions('wangle')
    await forum.request.get('/api/auth/me').set(headers).expect(401)
    await expect(accounts.resetPassword('meiyouzheren')).rejects.toThrow('NOT_FOUND')
  })
})
