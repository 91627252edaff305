import { once } from 'node:events'
import { connect as openSocket, createServer, type AddressInfo, type Socket } from 'node:net'
import { HOUR_MS } from '@forum/shared/clock'
import type { HeldResponse } from '@forum/shared/contract'
import { quoteBlock } from '@forum/shared/markup'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startAnotherApi, startStaffedForum, type TestForum, type TestMember } from '../fixtures/forum'

const WRITES: ReadonlySet<string> = new Set(['insert', 'update', 'delete', 'findAndModify', 'bulkWrite'])
/** The work of a dead process is overdue after this time, and its leases have expired. */
const OVERDUE_MS = 20_000
/** More writes than any act takes. */
const STEPS_MAX = 200
/** `npm test` kills before the first and one write of so many, each act at others; `npm run test:deep` before every one. */
const STRIDE = inject('seeds') === 1 ? 6 : 1

/** Returns the name of a command: the first key of its document (OP_MSG of the wire protocol). */
function commandOf(message: Buffer): string {
  const name = message.subarray(26)
  return name.subarray(0, name.indexOf(0)).toString()
}

/** A way to a database on which a process dies just before one of its writes: nothing after that arrives. */
async function deathBefore(step: number, target: URL) {
  const sockets = new Set<Socket>()
  let isArmed = false
  let writes = 0
  let isDead = false
  let noteDeath = () => {}
  const death = new Promise<void>((resolve) => (noteDeath = resolve))
  const die = () => {
    isDead = true
    for (const socket of sockets) socket.destroy()
    noteDeath()
  }
  const server = createServer((client) => {
    const database = openSocket(Number(target.port), target.hostname)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        client.destroy()
        database.destroy()
      })
    }
    database.on('data', (chunk: Buffer) => client.write(chunk))
    let received = Buffer.alloc(0)
    client.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      while (received.length >= 4 && received.length >= received.readInt32LE(0)) {
        const message = received.subarray(0, received.readInt32LE(0))
        received = received.subarray(message.length)
        if (isArmed && WRITES.has(commandOf(message)) && writes++ === step) die()
        if (isDead) return
        database.write(message)
      }
    })
    if (isDead) client.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const uri = new URL(target)
  uri.port = String((server.address() as AddressInfo).port)
  return {
    uri: uri.href,
    arm: () => {
      isArmed = true
    },
    isDead: () => isDead,
    death,
    async stop() {
      die()
      server.close()
      await once(server, 'close')
    },
  }
}

type Victim = Awaited<ReturnType<typeof startAnotherApi>>

/** An act, prepared by a forum that lives and done by a process that dies. */
interface Act {
  send: (victim: Victim) => PromiseLike<unknown>
  /** Returns whether the act happened, and how many rows of the log and lines of the feed it has. */
  found: () => Promise<{ happened: boolean; rows: number; lines: number }>
  /** The numbers of rows and lines if the act happened. */
  rows: number
  lines: number
  /** The number of writes between two kills; by default `STRIDE`. */
  stride?: number
}

describe('a process that dies at any step of an act', () => {
  let forum: TestForum
  let admin: TestMember
  let moderator: TestMember
  let otherAdmin: TestMember
  let author: TestMember
  let made = 0

  beforeAll(async () => {
    ;({ forum, admin, moderator } = await startStaffedForum())
    author = await forum.member('xiaoli')
    otherAdmin = await forum.member('zongguan2', 'admin')
  })
  afterAll(() => forum.stop())

  const newMember = () => forum.member(`xin${++made}`)
  /** A member with a session that is not too old for the act. */
  const signedInNow = async (member = moderator) => {
    const token = await forum.api.services.sessions.open(member.id, 'test')
    return { ...member, headers: { Authorization: `Bearer ${token}` } }
  }
  const sender =
    (verb: 'put' | 'post' | 'delete', path: string, by: TestMember | null, body: object) =>
    (victim: Victim) =>
      victim.request[verb](`/api${path}`)
        .set(by?.headers ?? {})
        .send(body)
        .then(
          () => undefined,
          () => undefined,
        )
  const count = async (log: object, feed: object) => ({
    rows: await forum.api.db.moderationLog.countDocuments(log),
    lines: await forum.api.db.activities.countDocuments(feed),
  })
  const memberOf = async ({ id }: TestMember) => (await forum.api.db.members.findOne({ _id: id }))!
  const post = async (threadId: number) => {
    const body = { threadId, content: '难听的话' }
    const response = await forum.request.post('/api/posts').set(author.headers).send(body).expect(201)
    return response.body.post.id as number
  }

  /** A decision on a reply that waits for approval. Its lines are those of the reply, once it is published. */
  const decisionOnHeld = async (action: 'approve' | 'reject'): Promise<Act> => {
    const writer = await newMember()
    const { id: threadId } = await forum.thread(author)
    const body = { threadId, content: '看 https://fc-visa.example' }
    const answer = await forum.request.post('/api/posts').set(writer.headers).send(body).expect(202)
    const heldId = (answer.body as HeldResponse).held.id
    const status = action === 'approve' ? 'approved' : 'rejected'
    return {
      send: sender('post', `/moderation/held/${heldId}/${action}`, moderator, { reason: '广告' }),
      found: async () => {
        const held = await forum.api.db.held.findOne({ _id: heldId })
        const posts = await forum.api.db.posts.countDocuments({ threadId, authorId: writer.id })
        expect(posts).toBe(held?.status === 'approved' ? 1 : 0)
        const notices = await forum.api.db.notifications.countDocuments({ userId: writer.id })
        expect(notices).toBe(held?.status === status ? 1 : 0)
        return {
          happened: held?.status === status,
          ...(await count({ userId: writer.id }, { kind: 'post', actorId: writer.id })),
        }
      },
      rows: 1,
      lines: action === 'approve' ? 1 : 0,
    }
  }

  const NO_DRIFT = { boards: 0, members: 0, threads: 0 }
  /** Moves of posts: all of them are in one of two places, or in the other, and every count is right. */
  const moveOf = async (prepare: 'split' | 'merge' | 'undo'): Promise<Act> => {
    const source = await forum.thread(author)
    const target = await forum.thread(author)
    const postIds = [await post(source.id), await post(source.id), await post(source.id)]
    const all = prepare === 'split' ? postIds.slice(1) : [source.openingPostId, ...postIds]
    const into = { into: target.id }
    const merged =
      prepare === 'undo'
        ? await forum.as(moderator).call('mergeThread', { threadId: source.id, ...into })
        : null
    const [path, body] = {
      split: [`/threads/${source.id}/split`, { postIds: all, title: '另开', boardId: 42 }] as const,
      merge: [`/threads/${source.id}/merge`, into] as const,
      undo: [`/moderation/acts/${merged?.undo?.id ?? 0}/undo`, {}] as const,
    }[prepare]
    const action = ({ split: 'split_replies', merge: 'merge_threads', undo: 'return_replies' } as const)[
      prepare
    ]
    return {
      send: sender('post', path, moderator, body),
      found: async () => {
        const { db } = forum.api
        const moved = await db.posts.find({ _id: { $in: all } }, { sort: { number: 1 } }).toArray()
        const [threadId = 0, ...others] = new Set(moved.map((one) => one.threadId))
        expect([others, moved.map(({ _id }) => _id), threadId > 0]).toEqual([[], all, true])
        const [number = 0] = moved.map((one) => one.number)
        expect(moved.map((one) => one.number)).toEqual(all.map((_, i) => number + i))
        const thread = await db.threads.findOne({ _id: threadId })
        const standing = await db.posts.countDocuments({ threadId, isDeleted: false })
        expect(thread).toMatchObject({ isDeleted: false, postCount: standing })
        const rows = await db.moderationLog.countDocuments({
          action,
          threadId: prepare === 'undo' ? target.id : source.id,
        })
        return { happened: (threadId === source.id) === (prepare === 'undo'), rows, lines: 0 }
      },
      rows: 1,
      lines: 0,
    }
  }

  /** An approval of a thread with a file, or of an edit: it is committed once. */
  const approvalOf = async (kind: 'thread' | 'edit'): Promise<Act> => {
    const writer = await newMember()
    const { db } = forum.api
    const content = '看 https://fc-visa.example'
    const upload = forum.request.post('/api/attachments').set(writer.headers)
    const { body: uploaded } = await upload.attach('file', Buffer.from('文字'), 'a.txt').expect(201)
    const fileId = (uploaded as { attachment: { id: number } }).attachment.id
    const given = { content, attachmentIds: [fileId] }
    const { id: threadId } = await forum.thread(author)
    const call =
      kind === 'thread'
        ? forum.request.post('/api/threads').send({ ...given, title: '有附件', boardId: 3 })
        : forum.request.put(`/api/posts/${(await forum.as(writer).reply(threadId, '原来')).id}`).send(given)
    const answer = await call.set(writer.headers).expect(202)
    const heldId = (answer.body as HeldResponse).held.id
    return {
      send: sender('post', `/moderation/held/${heldId}/approve`, moderator, {}),
      found: async () => {
        const held = await db.held.findOne({ _id: heldId })
        const happened = held?.status === 'approved'
        const published = await db.posts.find({ authorId: writer.id, content }).toArray()
        expect(published.map(({ attachments = [] }) => attachments.map(({ id }) => id))).toEqual(
          happened ? [[fileId]] : [],
        )
        expect((await db.attachments.findOne({ _id: fileId }))?.isHeld ?? false).toBe(!happened)
        expect(await db.notifications.countDocuments({ userId: writer.id })).toBe(happened ? 1 : 0)
        return { happened, ...(await count({ userId: writer.id }, { kind, actorId: writer.id })) }
      },
      rows: 1,
      lines: 1,
    }
  }

  /** A rejection that is taken back: the text waits again. */
  const returnOfHeld = async (): Promise<Act> => {
    const writer = await newMember()
    const { id: threadId } = await forum.thread(author)
    const body = { threadId, content: '看 https://fc-visa.example' }
    const answer = await forum.request.post('/api/posts').set(writer.headers).send(body).expect(202)
    const heldId = (answer.body as HeldResponse).held.id
    const { undo } = await forum.as(moderator).call('rejectHeld', { heldId, reason: '手滑' })
    return {
      send: sender('post', `/moderation/acts/${undo?.id ?? 0}/undo`, moderator, {}),
      found: async () => {
        const held = await forum.api.db.held.findOne({ _id: heldId })
        const notices = await forum.api.db.notifications.countDocuments({ userId: writer.id })
        expect(notices).toBe(held?.status === 'pending' ? 2 : 1)
        return {
          happened: held?.status === 'pending',
          ...(await count(
            { userId: writer.id, action: 'return_held' },
            { actorId: writer.id, kind: 'post' },
          )),
        }
      },
      rows: 1,
      lines: 0,
    }
  }

  /** Returns the collections that have a word anywhere. */
  const holding = async (word: string) => {
    const found = []
    for (const [name, collection] of Object.entries(forum.api.db)) {
      const documents = await (collection as unknown as { find: () => { toArray: () => Promise<object[]> } })
        .find()
        .toArray()
      if (documents.some((document) => JSON.stringify(document).includes(word))) found.push(name)
    }
    return found
  }
  /** The confirmation of an erasure, after which no word of a member, or of a thread, is left anywhere. */
  const erasureOf = async (of: 'member' | 'thread'): Promise<Act> => {
    const word = `密语${++made}号`
    const writer = await newMember()
    const { id: threadId } = await forum.thread(writer, 3, `${word}的主题`)
    const by = forum.as(writer)
    const elsewhere = await forum.thread(author)
    const said = await by.reply(of === 'member' ? elsewhere.id : threadId, word)
    await by.call('updatePost', { postId: said.id, content: `${word}改` })
    const quote = quoteBlock(writer.username, word, said.id)
    const answered = of === 'member' ? said.id : undefined
    const quoting = await forum.as(author).reply(elsewhere.id, `${quote}别贴`, answered)
    const named = of === 'member' ? { userId: writer.id } : { threadId }
    const asked = { ...named, reason: '当事人来信' }
    const { erasure } = await forum.as(await signedInNow(admin)).call('askErasure', asked)
    const confirming = await signedInNow(otherAdmin)
    return {
      send: sender('post', `/moderation/erasures/${erasure.id}/confirm`, confirming, {}),
      found: async () => {
        const done = await forum.api.db.erasures.findOne({ _id: erasure.id })
        const happened = done?.status !== 'asked'
        if (happened) {
          expect([done?.status, await holding(word)]).toEqual(['done', []])
          expect((await forum.api.db.posts.findOne({ _id: quoting.id }))?.content).toContain('别贴')
        }
        const target = `erasure ${erasure.id}`
        return { happened, ...(await count({ action: 'confirm_erasure', target }, { _id: -1 })) }
      },
      rows: 1,
      lines: 0,
      stride: STRIDE * 8,
    }
  }

  const acts: Record<string, () => Promise<Act>> = {
    'an erasure of a member': () => erasureOf('member'),
    'an erasure of a thread': () => erasureOf('thread'),
    'a rejection that is taken back': returnOfHeld,
    'an approval of a held thread': () => approvalOf('thread'),
    'an approval of a held edit': () => approvalOf('edit'),
    'a split of a thread': () => moveOf('split'),
    'a merge of threads': () => moveOf('merge'),
    'a merge that is taken back': () => moveOf('undo'),
    'a mute': async () => {
      const member = await newMember()
      const until = new Date(forum.clock.now().getTime() + 1_000 * HOUR_MS)
      return {
        send: sender('put', `/users/${member.id}/mute`, moderator, { until, reason: '广告' }),
        found: async () => ({
          happened: (await memberOf(member)).mutedUntil !== null,
          ...(await count({ action: 'mute_user', userId: member.id }, { kind: 'mute', userId: member.id })),
        }),
        rows: 1,
        lines: 1,
      }
    },
    'the end of a mute': async () => {
      const member = await newMember()
      const mutedUntil = new Date(forum.clock.now().getTime() - 1_000)
      await forum.api.db.members.updateOne({ _id: member.id }, { $set: { mutedUntil } })
      return {
        send: (victim) => victim.api.sweep(),
        found: async () => ({
          happened: (await memberOf(member)).mutedUntil === null,
          ...(await count({ action: 'unmute_user', userId: member.id }, { userId: member.id })),
        }),
        rows: 1,
        lines: 0,
      }
    },
    'a change of a board': async () => {
      const position = 1_000 + ++made
      return {
        send: sender('put', '/boards/3', admin, { position }),
        found: async () => ({
          happened: (await forum.api.db.boards.findOne({ _id: 3 }))?.position === position,
          ...(await count({ 'changes.after': position }, { kind: 'board', 'boardIds.0': 3, postNumber: -1 })),
        }),
        rows: 1,
        lines: 0,
      }
    },
    'a lock of a thread': async () => {
      const { id } = await forum.thread(author)
      return {
        send: sender('put', `/threads/${id}/lock`, moderator, { locked: true, reason: '已有' }),
        found: async () => ({
          happened: (await forum.api.db.threads.findOne({ _id: id }))?.isLocked === true,
          ...(await count({ action: 'lock_thread', threadId: id }, { kind: 'lock', threadId: id })),
        }),
        rows: 1,
        lines: 1,
      }
    },
    'a deletion of a post': async () => {
      const { id: threadId } = await forum.thread(author)
      const postId = await post(threadId)
      return {
        send: sender('delete', `/posts/${postId}`, moderator, { reason: '广告' }),
        found: async () => ({
          happened: (await forum.api.db.posts.findOne({ _id: postId }))?.isDeleted === true,
          ...(await count({ action: 'delete_post', postId }, { kind: 'delete', postId })),
        }),
        rows: 1,
        lines: 1,
      }
    },
    'a report': async () => {
      const { id: threadId } = await forum.thread(author)
      const postId = await post(threadId)
      const reporter = await newMember()
      return {
        send: sender('post', `/posts/${postId}/report`, reporter, { reason: '广告' }),
        found: async () => ({
          happened: (await forum.api.db.cases.findOne({ postId })) !== null,
          ...(await count({ postId }, { kind: 'report', postId })),
        }),
        rows: 0,
        lines: 1,
      }
    },
    'a dismissal of a report': async () => {
      const { id: threadId } = await forum.thread(author)
      const postId = await post(threadId)
      const reporter = await newMember()
      await forum.request
        .post(`/api/posts/${postId}/report`)
        .set(reporter.headers)
        .send({ reason: '广告' })
        .expect(201)
      const found = await forum.api.db.cases.findOne({ postId })
      return {
        send: sender('post', `/moderation/reports/${found?._id ?? 0}/resolve`, moderator, {
          action: 'dismiss',
          reason: '正常',
        }),
        found: async () => ({
          happened: (await forum.api.db.cases.findOne({ postId }))?.status !== 'open',
          ...(await count({ action: 'dismiss_report', postId }, { kind: 'report', postId })),
        }),
        rows: 1,
        lines: 1,
      }
    },
    'an approval of a held reply': () => decisionOnHeld('approve'),
    'a rejection of a held reply': () => decisionOnHeld('reject'),
    'a purge': async () => {
      const member = await newMember()
      await forum.thread(member)
      const body = { title: '代办', content: 'https://fc-visa.example', boardId: 3 }
      const answer = await forum.request.post('/api/threads').set(member.headers).send(body).expect(202)
      const heldId = (answer.body as HeldResponse).held.id
      return {
        send: sender('post', `/users/${member.id}/purge`, await signedInNow(), { reason: '广告' }),
        found: async () => {
          const happened = (await forum.api.db.threads.findOne({ authorId: member.id }))?.isDeleted === true
          const held = await forum.api.db.held.findOne({ _id: heldId })
          expect(held?.status).toBe(happened ? 'rejected' : 'pending')
          const log = { action: 'purge_user', userId: member.id } as const
          const feed = { 'detail.action': 'purge_user', userId: member.id }
          return { happened, ...(await count(log, feed)) }
        },
        rows: 1,
        lines: 1,
      }
    },
    'a transfer of the threads of a board': async () => {
      const of = async () => {
        const create = forum.request.post('/api/boards').set(admin.headers)
        const { body } = await create.send({ name: `Board ${++made}`, parentId: 120 }).expect(201)
        return (body as { board: { id: number } }).board.id
      }
      const [from, to] = [await of(), await of()]
      const { id } = await forum.thread(author, from)
      return {
        send: sender('post', `/boards/${from}/transfer`, admin, { toBoardId: to }),
        found: async () => ({
          happened: (await forum.api.db.threads.findOne({ _id: id }))?.boardId === to,
          ...(await count(
            { action: 'transfer_board', boardIds: from },
            { 'detail.action': 'transfer_board', boardIds: from },
          )),
        }),
        rows: 1,
        lines: 1,
      }
    },
    'a registration': async () => {
      const username = `zhuce${++made}`
      const body = { username, email: `${username}@example.com`, password: 'Correct#Horse9' }
      return {
        send: sender('post', '/auth/register', null, body),
        found: async () => {
          const member = await forum.api.db.members.findOne({ usernameLower: username })
          return {
            happened: member !== null,
            ...(await count({ userId: member?._id ?? -1 }, { kind: 'register', actorId: member?._id ?? -1 })),
          }
        },
        rows: 0,
        lines: 1,
      }
    },
  }

  it.each(Object.entries(acts).map(([name, prepare], i) => ({ name, prepare, second: i % STRIDE })))(
    'leaves $name in the log and the feed once, if it happened',
    async ({ prepare, second }) => {
      let didSurvive = false
      // The first write is one of every act: a test without it could pass without a kill.
      let stride = STRIDE
      for (let step = 0; !didSurvive; step = step === 0 && second > 0 ? second : step + stride) {
        expect(step).toBeLessThan(STEPS_MAX)
        const { send, found, rows, lines, ...act } = await prepare()
        stride = act.stride ?? STRIDE
        await forum.settle()
        const way = await deathBefore(step, new URL(forum.uri))
        const victim = await startAnotherApi(way.uri, {
          clock: forum.clock,
          connection: { retryWrites: false },
        })
        way.arm()
        const sent = Promise.resolve(send(victim)).catch(() => undefined)
        await Promise.race([way.death, sent.then(() => victim.api.settle()).catch(() => undefined)])
        didSurvive = !way.isDead()
        await victim.connection.close(true)
        await sent
        await way.stop()
        forum.clock.advance(OVERDUE_MS)
        await forum.api.sweep()
        await forum.settle()
        await forum.api.sweep()
        const { happened, ...has } = await found()
        const expected = happened ? { rows, lines } : { rows: 0, lines: has.lines }
        expect({ step, ...has }).toEqual({ step, ...expected })
        if (didSurvive) {
          expect(happened).toBe(true)
          expect(step).toBeGreaterThan(0)
        }
      }
    },
  )

  it('leaves every counter equal to a recount', async () => {
    expect(await forum.api.recount()).toEqual(NO_DRIFT)
  })

  it('leaves the numbers of the log and of the feed without gaps', async () => {
    for (const lines of [forum.api.db.moderationLog, forum.api.db.activities]) {
      const ids = (await lines.find({}, { sort: { _id: 1 } }).toArray()).map(({ _id }) => _id)
      expect(ids).toEqual(ids.map((_id, i) => i + 1))
    }
  })
})
