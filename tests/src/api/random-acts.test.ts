import type { Pagination, Post, Thread, Undo } from '@forum/shared/contract'
import { catchUp, loadThreadPage, threadCopySlice } from '@forum/web/store'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startTestForum, type TestForum, type TestMember } from '../fixtures/forum'
import { openStore, shownThread } from '../fixtures/visitor-copy'

/**
 * After any concurrent acts of members through several processes, every stored number equals a recount, and every open
 * page equals a fresh one.
 */

const BOARDS = [41, 42, 43]
const PARENT = 40
/** Number of concurrent calls. */
const AT_ONCE = 4

const act = fc.record({
  does: fc.constantFrom(
    ...([
      'start',
      'reply',
      'reply',
      'reply',
      'edit',
      'like',
      'unlike',
      'delete',
      'delete',
      'restore',
    ] as const),
    ...(['pin', 'lock', 'unlock', 'rename', 'move', 'delete thread', 'restore thread'] as const),
    ...(['split', 'split', 'split into', 'merge', 'take back', 'take back'] as const),
  ),
  by: fc.constantFrom('xiaoli' as const, 'laowang' as const, 'banzhu' as const),
  /** Picks a thread, a post and a board among the existing ones. */
  thread: fc.nat(2),
  post: fc.nat(5),
  board: fc.nat(2),
})
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never

let forums: TestForum[]
let people: Record<Act['by'], TestMember>

beforeAll(async () => {
  const first = await startTestForum()
  forums = [first, await startTestForum({ uri: first.uri, boards: false })]
  people = {
    xiaoli: await first.member('xiaoli'),
    laowang: await first.member('laowang88'),
    banzhu: await first.member('banzhu1', 'moderator'),
  }
})
afterAll(async () => {
  for (const forum of forums) await forum.stop()
})

/** Ids of the entries in the log that undo the latest moves of posts. */
const undos: number[] = []

/** Performs one act through one process; a refusal changes nothing, and only a server failure is an error. */
async function perform({ request }: TestForum, threadIds: number[], one: Act): Promise<void> {
  const send = async (verb: 'post' | 'put' | 'delete', path: string, body: object = {}) => {
    const response = await request[verb](`/api${path}`).set(people[one.by].headers).send(body)
    // A post may be on its way to another thread at this moment.
    if (response.status !== 503) expect(response.status, response.text).toBeLessThan(500)
    return response.body as { thread?: Thread; undo?: Undo }
  }
  /** Moves posts; the thread that they are in now takes part in later acts. */
  const move = async (to: string, body: object) => {
    const { thread, undo } = await send('post', to, body)
    if (undo) undos.push(undo.id)
    if (thread && !threadIds.includes(thread.id)) threadIds.push(thread.id)
  }
  const boardId = BOARDS[one.board] ?? 0
  const threadId = threadIds[one.thread % threadIds.length] ?? 0
  const other = threadIds[(one.thread + 1) % threadIds.length] ?? 0
  const content = `${one.does} ${one.post}`
  const path = `/threads/${threadId}`
  const post = async (): Promise<Pick<Post, 'id'>> => {
    const { body } = await request.get(`/api${path}`).set(people.banzhu.headers)
    const { thread, posts = [] } = body as { thread?: Thread; posts?: Post[] }
    // It is being merged at this moment.
    if (!thread) return { id: 0 }
    return [{ id: thread.openingPostId }, ...posts][one.post % (posts.length + 1)] ?? { id: 0 }
  }
  switch (one.does) {
    case 'start': {
      const { thread } = await send('post', '/threads', { title: content, content, boardId })
      if (thread) threadIds.push(thread.id)
      break
    }
    case 'reply':
      await send('post', '/posts', { threadId, content })
      break
    case 'edit':
      await send('put', `/posts/${(await post()).id}`, { content })
      break
    case 'like':
    case 'unlike':
      await send('post', `/posts/${(await post()).id}/like`, { liked: one.does === 'like' })
      break
    case 'delete':
      await send('delete', `/posts/${(await post()).id}`)
      break
    case 'restore':
      await send('post', `/posts/${(await post()).id}/restore`)
      break
    case 'pin':
      await send('post', `${path}/pin`, { pinned: one.post > 2 })
      break
    case 'lock':
    case 'unlock':
      await send('put', `${path}/lock`, { locked: one.does === 'lock' })
      break
    case 'rename':
      await send('put', path, { title: content })
      break
    case 'move':
      await send('post', `${path}/move`, { boardId })
      break
    case 'delete thread':
      await send('delete', path)
      break
    case 'restore thread':
      await send('post', `${path}/restore`)
      break
    case 'split':
      await move(`${path}/split`, { postIds: [(await post()).id], title: content, boardId })
      break
    case 'split into':
      await move(`${path}/split`, { postIds: [(await post()).id], threadId: other })
      break
    case 'merge':
      await move(`${path}/merge`, { into: other })
      break
    case 'take back': {
      const id = undos.pop()
      if (id !== undefined) await send('post', `/moderation/acts/${id}/undo`)
    }
  }
}

/** Returns how many of these are in each board. */
const counted = (these: readonly { boardId: number }[]) =>
  withoutZeros(
    Object.fromEntries(BOARDS.map((id) => [id, these.filter(({ boardId }) => boardId === id).length])),
  )
const withoutZeros = (numbers: Record<string, number> = {}) =>
  Object.fromEntries(Object.entries(numbers).filter(([, number]) => number !== 0))

/** Recounts every number from threads, posts and likes alone. */
async function recount({ api: { db } }: TestForum) {
  const threads = await db.threads.find({}, { sort: { _id: 1 } }).toArray()
  const posts = await db.posts.find({}, { sort: { threadId: 1, number: 1 } }).toArray()
  const likes = await db.likes.find({ liked: true }).toArray()
  const moved = await db.movedPosts.find({}).toArray()
  const standing = threads.filter(({ isDeleted }) => !isDeleted)
  const isUp = (threadId: number) => standing.some(({ _id }) => _id === threadId)
  const postsOf = (threadId: number) => posts.filter((post) => post.threadId === threadId)
  const up = posts.filter((post) => !post.isDeleted && isUp(post.threadId))
  const threadOf = ({ threadId }: { threadId: number }) => standing.filter(({ _id }) => _id === threadId)
  return {
    threads: threads.map(({ _id }) => {
      const all = postsOf(_id)
      const left = moved.filter(({ threadId }) => threadId === _id)
      const numbers = new Set([...all, ...left].map(({ number }) => number))
      const upThere = all.filter(({ isDeleted }) => !isDeleted)
      const newest = upThere.at(-1)
      return {
        _id,
        postCount: upThere.length,
        lastNumber: numbers.size,
        numbers: [...numbers].sort((a, b) => a - b),
        // Nothing shows those of a thread without posts.
        ...(newest && {
          lastPostUserId: newest.authorId,
          lastPostNumber: newest.number,
          lastPostAt: new Date(Math.max(...upThere.map(({ createdAt }) => +createdAt))),
        }),
      }
    }),
    posts: posts.map(({ _id }) => ({ _id, likeCount: likes.filter(({ postId }) => postId === _id).length })),
    boards: BOARDS.map((_id) => {
      const inBoard = standing.filter(({ boardId }) => boardId === _id)
      const last = inBoard.toSorted((a, b) => +b.lastPostAt - +a.lastPostAt || b._id - a._id)[0]
      return {
        _id,
        threadCount: inBoard.length,
        postCount: up.filter(({ threadId }) => inBoard.some((thread) => thread._id === threadId)).length,
        lastThreadId: last?._id ?? null,
      }
    }),
    members: Object.values(people).map(({ id }) => ({
      _id: id,
      threadCount: standing.filter(({ authorId }) => authorId === id).length,
      postCount: up.filter(({ authorId }) => authorId === id).length,
      likesReceived: likes.filter(({ postId }) =>
        up.some(({ _id, authorId }) => _id === postId && authorId === id),
      ).length,
      threadsIn: counted(standing.filter(({ authorId }) => authorId === id)),
      postsIn: counted(up.filter(({ authorId }) => authorId === id).flatMap(threadOf)),
      likesIn: counted(
        likes.flatMap(({ postId }) =>
          up.filter(({ _id, authorId }) => _id === postId && authorId === id).flatMap(threadOf),
        ),
      ),
    })),
  }
}

/** Reads the same numbers as stored by the forum. */
async function kept({ api: { db } }: TestForum) {
  const threads = await db.threads.find({}, { sort: { _id: 1 } }).toArray()
  const posts = await db.posts.find({}, { sort: { threadId: 1, number: 1 } }).toArray()
  const boards = await db.boards.find({ _id: { $in: BOARDS } }, { sort: { _id: 1 } }).toArray()
  const members = await db.members.find({}, { sort: { _id: 1 } }).toArray()
  return {
    threads: threads.map(({ _id, postCount, lastNumber, lastPostUserId, lastPostNumber, lastPostAt }) => ({
      _id,
      postCount,
      lastNumber,
      numbers: Array.from({ length: lastNumber }, (_, i) => i + 1),
      ...(postCount > 0 && { lastPostUserId, lastPostNumber, lastPostAt }),
    })),
    posts: posts.map(({ _id, likeCount }) => ({ _id, likeCount })),
    boards: boards.map(({ _id, threadCount, postCount, lastThreadId }) => ({
      _id,
      threadCount,
      postCount,
      lastThreadId,
    })),
    members: members.map(({ _id, threadCount, postCount, likesReceived, ...by }) => ({
      _id,
      threadCount,
      postCount,
      likesReceived,
      threadsIn: withoutZeros(by.threadsIn),
      postsIn: withoutZeros(by.postsIn),
      likesIn: withoutZeros(by.likesIn),
    })),
  }
}

/** A visitor's page that has read a thread before the acts. */
async function openPage(forum: TestForum, threadId: number) {
  const page = openStore(forum)
  await loadThreadPage(page, threadId, 1)
  const sentBefore = forums.map(({ bus }) => bus.sent.length)
  return {
    threadId,
    /** Compares the page, once every event has arrived, with one that is opened now at another process. */
    async expectFresh(other: TestForum) {
      const events = forums.flatMap(({ bus }, i) =>
        bus.sent.slice(sentBefore[i]).map(({ message }) => message),
      )
      page.receive(events.filter((event) => 'threadId' in event && event.threadId === threadId))
      for (let round = 0; round < 20 && page.read(threadCopySlice).logs[threadId]?.isBehind; round++)
        await catchUp(page, threadId)
      const fresh = openStore(other)
      await loadThreadPage(fresh, threadId, 1)
      const { totalPages = 1 } = fresh.read(threadCopySlice).threads[threadId] ?? {}
      for (let n = 2; n <= totalPages; n++)
        for (const store of [page, fresh]) await loadThreadPage(store, threadId, n)
      expect(page.read(threadCopySlice).logs[threadId]?.isBehind).toBe(false)
      expect(shownThread(page, threadId)).toEqual(shownThread(fresh, threadId))
    },
  }
}

/** Lists the threads of each board as the API does, all boards together. */
async function listedThreads({ request }: TestForum): Promise<number[]> {
  const lists = BOARDS.map(async (boardId) => {
    const ids: number[] = []
    for (let page = 1, hasNext = true; hasNext; page++) {
      const { body } = await request.get(`/api/boards/${boardId}?limit=100&page=${page}`).expect(200)
      const { threads, pagination } = body as { threads: Thread[]; pagination: Pagination }
      ids.push(...threads.map(({ id }) => id))
      ;({ hasNext } = pagination)
    }
    return ids
  })
  return (await Promise.all(lists)).flat().toSorted((a, b) => a - b)
}

it('keeps every counter equal to a recount, every post in one place and every open page up to date', async () => {
  const [first, second] = forums as [TestForum, TestForum]
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 60, maxLength: 90 }), async (acts) => {
      const threadIds = [(await first.thread(people.xiaoli, BOARDS[0])).id]
      threadIds.push((await first.thread(people.laowang, BOARDS[1])).id)
      const opened = [...threadIds]
      const pages = await Promise.all(opened.map((id, i) => openPage(forums[i % 2]!, id)))
      for (let i = 0; i < acts.length; i += AT_ONCE) {
        const together = acts.slice(i, i + AT_ONCE)
        await Promise.all(together.map((one, n) => perform(forums[n % 2]!, threadIds, one)))
      }
      for (const forum of forums) await forum.settle()
      // A sweep completes work that another process took over. From here on the two clocks differ.
      first.clock.advance(60_000)
      await first.api.sweep()
      await first.settle()
      expect(await kept(first)).toEqual(await recount(first))
      const body = await first.as().call('getBoard', { boardId: PARENT })
      const boards = (await recount(first)).boards
      expect(body.board.postCount).toBe(boards.reduce((sum, { postCount }) => sum + postCount, 0))
      const standing = await first.api.db.threads
        .find({ isDeleted: false }, { projection: { _id: 1 }, sort: { _id: 1 } })
        .toArray()
      expect(await listedThreads(first)).toEqual(standing.map(({ _id }) => _id))

      const merged = await first.api.db.threads.find({ mergedInto: { $gt: 0 } }).toArray()
      for (const { _id, openingPostId } of merged) {
        const opening = await first.api.db.posts.findOne({ _id: openingPostId })
        const reader = first.as(people.banzhu)
        expect((await reader.call('getThread', { threadId: _id })).thread.id).toBe(opening?.threadId)
      }
      // A visitor sees no deleted thread.
      const isMerged = (threadId: number) => merged.some(({ _id }) => _id === threadId)
      const restorable = opened.filter((threadId) => !isMerged(threadId))
      for (const threadId of restorable) await second.as(people.banzhu).call('restoreThread', { threadId })
      for (const forum of forums) await forum.settle()
      for (const page of pages) if (!isMerged(page.threadId)) await page.expectFresh(second)
    }),
    { numRuns: 2 * inject('seeds'), endOnFailure: true },
  )
})
