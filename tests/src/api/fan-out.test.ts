import type { Thread } from '@forum/shared/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

/** More watchers than two batches hold. */
const WATCHERS = 1_100
const FIRST_WATCHER = 1_000_000
/** The most members whom one command may read or write. */
const MEMBERS_AT_ONCE = 500

/** Returns the length of the longest list of values in a filter, or of the writes of a bulk. */
function longestList(command: unknown): number {
  if (Array.isArray(command)) return Math.max(command.length, ...command.map(longestList))
  if (typeof command !== 'object' || command === null || command instanceof Date) return 0
  return Math.max(0, ...Object.values(command).map(longestList))
}

describe('a thread with more watchers than a batch', () => {
  let forum: TestForum
  let author: TestMember
  let replier: TestMember
  let thread: Thread
  /** The most documents in one reply of the database. */
  let mostRead = 0
  /** The longest list in one command. */
  let mostSent = 0

  const watchers = Array.from({ length: WATCHERS }, (_, i) => FIRST_WATCHER + i)

  beforeAll(async () => {
    forum = await startTestForum({
      monitor: (_, command) => (mostSent = Math.max(mostSent, longestList(command))),
    })
    author = await forum.member('author')
    replier = await forum.member('replier')
    const client = forum.api.db.boards.db.client
    client.on('commandSucceeded', ({ reply }) => {
      const { cursor } = reply as { cursor?: { firstBatch?: unknown[]; nextBatch?: unknown[] } }
      mostRead = Math.max(mostRead, (cursor?.firstBatch ?? cursor?.nextBatch ?? []).length)
    })
    const like = (await forum.api.db.members.findOne({ _id: author.id }))!
    await forum.api.db.members.insertMany(
      watchers.map((id) => ({
        ...like,
        _id: id,
        username: `w${id}`,
        usernameLower: `w${id}`,
        email: `w${id}@example.com`,
        emailLower: `w${id}@example.com`,
      })),
    )
  })
  afterAll(() => forum.stop())
  beforeEach(async () => {
    thread = await forum.thread(author)
    await forum.api.db.readStates.insertMany(
      watchers.map((userId) => ({
        _id: `${userId}:${thread.id}`,
        userId,
        threadId: thread.id,
        lastReadNumber: 1,
        isWatching: true,
        isBookmarked: false,
      })),
    )
    await forum.settle()
    forum.bus.sent.length = 0
    mostRead = 0
    mostSent = 0
  })

  const reply = async (content = '同问') => {
    return await forum.as(replier).reply(thread.id, content)
  }
  const notified = async (kind: 'reply' | 'mention' = 'reply') => {
    const found = await forum.api.db.notifications
      .find({ threadId: thread.id, kind }, { projection: { userId: 1 }, sort: { userId: 1 } })
      .toArray()
    return found.map(({ userId }) => userId)
  }

  it('notifies every watcher of a reply once, a batch at a time', async () => {
    await reply()
    await forum.settle()
    const [read, sent] = [mostRead, mostSent]
    expect(await notified()).toEqual([author.id, ...watchers])
    const published = forum.bus.sent.flatMap(({ channel, message }) =>
      message.name === 'notification:created' ? [channel] : [],
    )
    expect(published).toHaveLength(WATCHERS + 1)
    expect(new Set(published).size).toBe(WATCHERS + 1)
    expect(read).toBeLessThanOrEqual(MEMBERS_AT_ONCE)
    expect(sent).toBeLessThanOrEqual(MEMBERS_AT_ONCE)
  })

  it('reads only those members who blocked the author of a reply among the watchers of a batch', async () => {
    const strangers = watchers.map((id) => id + WATCHERS)
    const blocking = [watchers[0], watchers[600], watchers[1_099]].map(Number)
    await forum.api.db.blocks.insertMany(
      [...strangers, ...blocking].map((userId) => ({
        _id: `${userId}:${replier.id}`,
        userId,
        blockedId: replier.id,
        createdAt: forum.clock.now(),
      })),
    )
    mostSent = 0
    await reply()
    await forum.settle()
    const read = mostRead
    await forum.api.db.blocks.deleteMany({})
    expect(await notified()).toEqual([author.id, ...watchers.filter((id) => !blocking.includes(id))])
    expect(read).toBeLessThanOrEqual(MEMBERS_AT_ONCE)
  })

  it('notifies a watcher of the last batch of a mention rather than of a reply', async () => {
    const last = Number(watchers.at(-1))
    await reply(`@w${last} 请看`)
    await forum.settle()
    expect(await notified('mention')).toEqual([last])
    expect(await notified()).toEqual([author.id, ...watchers.slice(0, -1)])
  })

  it('notifies the watchers of every batch while the bus is unavailable', async () => {
    forum.bus.isUnavailable = true
    await reply()
    await forum.settle()
    expect(await notified()).toEqual([author.id, ...watchers])
    forum.bus.isUnavailable = false
    forum.clock.advance(6_000)
    await forum.api.sweep()
    await forum.settle()
    const published = new Set(
      forum.bus.sent.flatMap(({ channel, message }) =>
        message.name === 'notification:created' ? [channel] : [],
      ),
    )
    expect(published.size).toBe(WATCHERS + 1)
  })

  it('withdraws the notifications of a deleted post a batch at a time', async () => {
    const post = await reply()
    await forum.settle()
    mostRead = 0
    mostSent = 0
    await forum.as(replier).call('deletePost', { postId: post.id })
    await forum.settle()
    expect([mostRead, mostSent].map((most) => most <= MEMBERS_AT_ONCE)).toEqual([true, true])
    expect(await notified()).toEqual([])
  })
})
