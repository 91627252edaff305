import { once } from 'node:events'
import { connect as openSocket, createServer, type AddressInfo, type Socket } from 'node:net'
import { HOUR_MS } from '@forum/shared/clock'
import type { HeldResponse } from '@forum/shared/contract'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startAnotherApi, startStaffedForum, type TestForum, type TestMember } from '../fixtures/forum'

const WRITES: ReadonlySet<string> = new Set(['insert', 'update', 'delete', 'findAndModify', 'bulkWrite'])
/** The work of a dead process is overdue after this time, and its leases have expired. */
const OVERDUE_MS = 20_000
/** More writes than any act takes. */
const STEPS_MAX = 40
/** `npm test` kills before the first and one write of so many, each act at others; `npm run test:deep` before every one. */
const STRIDE = inject('seeds') === 1 ? 3 : 1

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
  /** What it has if it happened. */
  rows: number
  lines: number
}

describe('a process that dies at any step of an act', () => {
  let forum: TestForum
  let admin: TestMember
  let moderator: TestMember
  let author: TestMember
  let made = 0

  beforeAll(async () => {
    ;({ forum, admin, moderator } = await startStaffedForum())
    author = await forum.member('xiaoli')
  })
  afterAll(() => forum.stop())

  const newMember = () => forum.member(`xin${++made}`)
  /** The moderator with a session that is not too old for the act. */
  const signedInNow = async () => {
    const token = await forum.api.services.sessions.open(moderator.id, 'test')
    return { ...moderator, headers: { Authorization: `Bearer ${token}` } }
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

  const acts: Record<string, () => Promise<Act>> = {
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
      return {
        send: sender('post', `/users/${member.id}/purge`, await signedInNow(), { reason: '广告' }),
        found: async () => ({
          happened: (await forum.api.db.threads.findOne({ authorId: member.id }))?.isDeleted === true,
          ...(await count(
            { action: 'purge_user', userId: member.id },
            { 'detail.action': 'purge_user', userId: member.id },
          )),
        }),
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
      for (let step = 0; !didSurvive; step = step === 0 && second > 0 ? second : step + STRIDE) {
        expect(step).toBeLessThan(STEPS_MAX)
        const { send, found, rows, lines } = await prepare()
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

  it('leaves the numbers of the log and of the feed without gaps', async () => {
    for (const lines of [forum.api.db.moderationLog, forum.api.db.activities]) {
      const ids = (await lines.find({}, { sort: { _id: 1 } }).toArray()).map(({ _id }) => _id)
      expect(ids).toEqual(ids.map((_id, i) => i + 1))
    }
  })
})
