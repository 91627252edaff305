import type { Notification, Post } from '@forum/shared/contract'
import { audiences, channelOf } from '@forum/shared/events'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

/** Notifications have the right counts and recipients for any concurrent acts of members through several processes. */

const NAMES = ['xiaoli', 'laowang88', 'banzhu1'] as const
/** Number of concurrent calls. */
const AT_ONCE = 4

const POSTS = [
  'reply',
  'reply',
  'reply',
  'quote',
  'mention',
  'like',
  'like',
  'unlike',
  'delete',
  'restore',
] as const
const READS = ['read thread', 'read threads', 'read notification', 'read notifications'] as const
const CHOICES = ['watch', 'unwatch', 'mute', 'unmute', 'block', 'unblock'] as const

const actOf = <Does extends string>(...does: Does[]) =>
  fc.record({
    does: fc.constantFrom(...does),
    by: fc.nat(NAMES.length - 1),
    /** The member who is mentioned or blocked. */
    other: fc.nat(NAMES.length - 1),
    thread: fc.nat(1),
    post: fc.nat(5),
  })
const anything = actOf(...POSTS, ...READS, ...CHOICES)
const anythingButChoices = actOf(...POSTS, ...READS)
type Act = typeof anything extends fc.Arbitrary<infer One> ? One : never

let forums: TestForum[]
let people: TestMember[]
let threadIds: number[]

beforeAll(async () => {
  const first = await startTestForum()
  forums = [first, await startTestForum({ uri: first.uri, boards: false })]
  people = []
  for (const name of NAMES) {
    people.push(await first.member(name, name === 'banzhu1' ? 'moderator' : 'user'))
  }
})
afterAll(async () => {
  for (const forum of forums) await forum.stop()
})

/** Performs one act through one process; a refusal changes nothing, and only a server failure is an error. */
async function perform({ request }: TestForum, one: Act): Promise<void> {
  const by = people[one.by]!
  const other = people[one.other]!
  const send = async (verb: 'get' | 'post' | 'put' | 'delete', path: string, body: object = {}) => {
    const response = await request[verb](`/api${path}`).set(by.headers).send(body)
    expect(response.status, response.text).toBeLessThan(500)
    return response.body as { posts?: Post[]; notifications?: Notification[] }
  }
  const threadId = threadIds[one.thread]!
  const path = `/threads/${threadId}`
  const post = async () => {
    const { posts = [] } = await send('get', path)
    return posts[posts.length - 1 - one.post] ?? posts[0] ?? { id: 0, number: 1 }
  }
  switch (one.does) {
    case 'reply':
      return void (await send('post', '/posts', { threadId, content: '同问' }))
    case 'quote': {
      const quotedPostId = (await post()).id
      return void (await send('post', '/posts', { threadId, content: '谢谢', quotedPostId }))
    }
    case 'mention':
      return void (await send('post', '/posts', { threadId, content: `@${other.username} 来看看` }))
    case 'like':
    case 'unlike':
      return void (await send('post', `/posts/${(await post()).id}/like`, { liked: one.does === 'like' }))
    case 'delete':
      return void (await send('delete', `/posts/${(await post()).id}`))
    case 'restore':
      return void (await send('post', `/posts/${(await post()).id}/restore`))
    case 'watch':
    case 'unwatch':
      return void (await send('put', `${path}/watch`, { watched: one.does === 'watch' }))
    case 'mute':
    case 'unmute':
      return void (await send('put', `${path}/mute`, { muted: one.does === 'mute' }))
    case 'block':
    case 'unblock':
      return void (await send('post', `/users/${other.id}/block`, { blocked: one.does === 'block' }))
    case 'read thread':
      return void (await send('post', `${path}/read`, { number: (await post()).number }))
    case 'read threads':
      return void (await send('post', '/threads/read', one.post > 2 ? { boardId: 3 } : {}))
    case 'read notifications':
      return void (await send('post', '/notifications/read', { all: true }))
    case 'read notification': {
      const [notification] = (await send('get', '/notifications?limit=1')).notifications ?? []
      await send('post', '/notifications/read', { ids: notification ? [notification.id] : [] })
    }
  }
}

async function performAll(acts: readonly Act[]): Promise<void> {
  for (let i = 0; i < acts.length; i += AT_ONCE) {
    const together = acts.slice(i, i + AT_ONCE)
    await Promise.all(together.map((one, n) => perform(forums[n % 2]!, one)))
  }
  for (const forum of forums) await forum.settle()
  // A sweep completes work that another process took over. From here on the two clocks differ.
  const [first] = forums as [TestForum]
  first.clock.advance(60_000)
  await first.api.sweep()
  await first.settle()
}

/** A member's counts, list and events agree in both processes. */
async function expectTrueCounts({ id, headers }: TestMember): Promise<void> {
  const channel = channelOf(audiences.user(id))
  const pushed = forums
    .flatMap(({ bus }) => bus.sent)
    .flatMap((sent) =>
      sent.channel === channel && sent.message.name === 'unread:changed' ? [sent.message] : [],
    )
  const newest = pushed.toSorted((a, b) => b.version - a.version)[0]
  for (const { request } of forums) {
    const { body: counted } = await request.get('/api/notifications/unread/count').set(headers).expect(200)
    const { body: listed } = await request.get('/api/notifications?limit=100').set(headers).expect(200)
    expect(listed.pagination.totalPages).toBe(1)
    const unread = (listed.notifications as Notification[]).filter(({ isRead }) => !isRead)
    expect(counted.count).toBe(unread.length)
    expect(newest?.notifications ?? 0).toBe(counted.count)
  }
}

/** Checks that no member is notified of their own acts, of undone acts, or of muted threads and blocked members. */
async function expectRightReaders({ api: { db } }: TestForum, seqs: ReadonlyMap<number, number>) {
  const notified = await db.notifications.find({ kind: { $ne: 'moderation' } }).toArray()
  const deleted = new Set((await db.posts.find({ isDeleted: true }).toArray()).map(({ _id }) => _id))
  const likes = await db.likes.find({ liked: true }).toArray()
  for (const { userId, kind, parts, isRead, ...one } of notified) {
    for (const { actorId, postId } of parts) {
      expect(actorId).not.toBe(userId)
      if (isRead || postId === null) continue
      expect(deleted).not.toContain(postId)
      if (kind === 'like') {
        expect(likes.some((like) => like.postId === postId && like.userId === actorId)).toBe(true)
      }
    }
    if (!isRead) expect(parts, JSON.stringify(one)).not.toEqual([])
  }
  const blocks = await db.blocks.find({}).toArray()
  const muted = await db.readStates.find({ isMuted: true }).toArray()
  const later = (await db.threadEvents.find({}).toArray()).filter(
    ({ threadId, seq }) => seq > (seqs.get(threadId) ?? 0),
  )
  const actorOf = new Map(later.map(({ _id, actorId }) => [_id, actorId]))
  for (const { userId, threadId, eventIds } of notified) {
    for (const actorId of eventIds.flatMap((id) => actorOf.get(id) ?? [])) {
      expect(blocks.some((block) => block.userId === userId && block.blockedId === actorId)).toBe(false)
      expect(muted.some((state) => state.userId === userId && state.threadId === threadId)).toBe(false)
    }
  }
}

it('counts unread notifications correctly, and notifies only those concerned', async () => {
  const [first] = forums as [TestForum]
  const some = { minLength: 40, maxLength: 60 }
  await fc.assert(
    fc.asyncProperty(fc.array(anything, some), fc.array(anythingButChoices, some), async (acts, more) => {
      threadIds = [(await first.thread(people[0]!)).id, (await first.thread(people[1]!, 4)).id]
      await performAll(acts)
      for (const one of people) await expectTrueCounts(one)
      const seqs = new Map((await first.api.db.threads.find({}).toArray()).map(({ _id, seq }) => [_id, seq]))
      await performAll(more)
      for (const one of people) await expectTrueCounts(one)
      await expectRightReaders(first, seqs)
      expect(await first.api.db.notifications.countDocuments()).toBeGreaterThan(0)
    }),
    { numRuns: inject('seeds'), endOnFailure: true },
  )
})
