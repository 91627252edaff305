import { ADMITTED, BOARD_LEVELS, type Admitted } from '@forum/shared/access'
import type { Api, ResponseOf } from '@forum/shared/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestForum, type TestForum, type TestMember } from '../fixtures/forum'

/**
 * After any change of who may see a board, of who is in a group, of a board's moderators, of where a thread is and of
 * the boards that a member hides, each reader gets what a plain reading of all that says, and the numbers of members are
 * of what everyone sees. The rule itself has its own property test, in `http-api/src/boards/access.property.test.ts`.
 */

/** A board with two below it, and one of its own. Threads are in the last three. */
const PARENTS = [null, 0, 0, null] as const
const WITH_THREADS = [1, 2, 3] as const
type Place = (typeof WITH_THREADS)[number]
const NAMES = ['anna', 'boris', 'carla'] as const
type Name = (typeof NAMES)[number]
const THREADS = 4
/** Returns how many replies of boris a thread has, of which the first is liked. */
const repliesIn = (thread: number): number => thread + 1

const board = fc.nat(3)
const change = fc.oneof(
  fc.record({
    does: fc.constant('access' as const),
    board,
    see: fc.constantFrom(...ADMITTED, 'groups' as const, 'staff' as const),
    groups: fc.subarray([0, 1], { minLength: 1 }),
  }),
  fc.record({
    does: fc.constant('group' as const),
    group: fc.nat(1),
    who: fc.constantFrom('anna' as const, 'boris' as const),
    isIn: fc.boolean(),
  }),
  fc.record({ does: fc.constant('moderators' as const), board, isCarla: fc.boolean() }),
  fc.record({
    does: fc.constant('move' as const),
    thread: fc.nat(THREADS - 1),
    to: fc.constantFrom(...WITH_THREADS),
  }),
  fc.record({
    does: fc.constant('level' as const),
    who: fc.constantFrom('anna' as const, 'carla' as const),
    board: fc.constantFrom(...WITH_THREADS),
    level: fc.constantFrom(...BOARD_LEVELS),
  }),
)
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never

/** The expected state after the changes so far. */
interface Model {
  boards: { see: Admitted; groups: readonly number[]; isCarla: boolean }[]
  /** Who is in each group. */
  groups: Set<Name>[]
  /** The board of each thread. */
  threads: number[]
  hidden: Record<Name, Set<number>>
}
const begin = (): Model => ({
  boards: PARENTS.map(() => ({ see: 'everyone', groups: [0], isCarla: false })),
  groups: [new Set(), new Set()],
  threads: Array.from({ length: THREADS }, (_, i) => WITH_THREADS[i % WITH_THREADS.length] ?? 1),
  hidden: { anna: new Set(), boris: new Set(), carla: new Set() },
})

function sees({ boards, groups }: Model, at: number, who: Name | null): boolean {
  const above = [at, PARENTS[at] ?? at].flatMap((i) => boards[i] ?? [])
  if (who === 'carla' && above.some(({ isCarla }) => isCarla)) return true
  return above.every(({ see, groups: of }) => {
    if (see === 'everyone' || who === null) return see === 'everyone'
    return see === 'members' || (see === 'groups' && of.some((group) => groups[group]?.has(who)))
  })
}

/** Commands that have read threads: a list is read from the database only for a body that is not kept. */
let readsOfThreads = 0
const READS = ['find', 'aggregate'] as const

let forum: TestForum
let admin: TestMember
let people: Record<Name, TestMember>
let boardIds: number[]
let groupIds: number[]
let threadIds: number[]

beforeAll(async () => {
  forum = await startTestForum({
    isOnlyWriter: true,
    boards: false,
    monitor: (name, command) => {
      if (READS.some((read) => name === read && (command as Record<string, unknown>)[read] === 'threads'))
        readsOfThreads++
    },
  })
  admin = await forum.member('zongguan', 'admin')
  people = {
    anna: await forum.member('anna'),
    boris: await forum.member('boris'),
    carla: await forum.member('carla'),
  }
  const boss = forum.as(admin)
  await boss.call('setSettings', { settings: { approval: { links: false, pictures: false } } })
  boardIds = []
  for (const [i, parent] of PARENTS.entries()) {
    const of = parent === null ? { category: '1' } : { parentId: boardIds[parent] ?? null }
    boardIds.push((await boss.call('createBoard', { name_zh: `版块${i}`, ...of })).board.id)
  }
  groupIds = []
  for (const name of ['甲组', '乙组'])
    groupIds.push((await boss.call('createGroup', { name, joining: 'byHand' })).group.id)
  threadIds = []
  for (const [i, at] of begin().threads.entries()) {
    const { id } = await forum.thread(admin, boardIds[at], `漂流瓶第${i}只`)
    threadIds.push(id)
    for (let reply = 0; reply < repliesIn(i); reply++) {
      const post = await forum.as(people.boris).reply(id, `第${reply}条`)
      if (reply === 0) await forum.as(people.anna).call('likePost', { postId: post.id, liked: true })
    }
  }
})
afterAll(() => forum.stop())

const boardId = (at: number) => boardIds[at] ?? 0

/** Makes a change in the forum and in the model. */
async function make(model: Model, one: Change): Promise<void> {
  const boss = forum.as(admin)
  const of = model.boards['board' in one ? one.board : 0]
  switch (one.does) {
    case 'access':
      Object.assign(of ?? {}, { see: one.see, groups: one.groups })
      await boss.call('updateBoard', {
        boardId: boardId(one.board),
        access: { see: one.see },
        groupIds: one.groups.map((group) => groupIds[group] ?? 0),
      })
      break
    case 'group': {
      const named = { groupId: groupIds[one.group] ?? 0, userId: people[one.who].id }
      if (model.groups[one.group]?.has(one.who) === one.isIn) break
      model.groups[one.group]?.[one.isIn ? 'add' : 'delete'](one.who)
      await boss.call(one.isIn ? 'addGroupMember' : 'removeGroupMember', named)
      break
    }
    case 'moderators':
      Object.assign(of ?? {}, { isCarla: one.isCarla })
      await boss.call('updateBoard', {
        boardId: boardId(one.board),
        moderatorIds: one.isCarla ? [people.carla.id] : [],
      })
      break
    case 'move':
      if (model.threads[one.thread] === one.to) break
      model.threads[one.thread] = one.to
      await boss.call('moveThread', { threadId: threadIds[one.thread] ?? 0, boardId: boardId(one.to) })
      break
    case 'level': {
      const level = { boardId: boardId(one.board), level: one.level }
      if (!sees(model, one.board, one.who)) {
        await forum.as(people[one.who]).refused('NOT_FOUND', 'setBoardLevel', level)
        break
      }
      model.hidden[one.who][one.level === 'hide' ? 'add' : 'delete'](one.board)
      await forum.as(people[one.who]).call('setBoardLevel', level)
    }
  }
  await forum.settle()
}

/** Takes everything back, so that each run begins alike. */
async function reset(model: Model): Promise<void> {
  const wanted = begin()
  for (const [board, { see, isCarla }] of model.boards.entries()) {
    if (isCarla) await make(model, { does: 'moderators', board, isCarla: false })
    if (see !== 'everyone') await make(model, { does: 'access', board, see: 'everyone', groups: [0] })
  }
  for (const [thread, to] of wanted.threads.entries())
    await make(model, { does: 'move', thread, to: to as Place })
  for (const who of ['anna', 'carla'] as const)
    for (const board of model.hidden[who])
      await make(model, { does: 'level', who, board: board as Place, level: 'normal' })
  for (const group of [0, 1])
    for (const who of ['anna', 'boris'] as const)
      await make(model, { does: 'group', group, who, isIn: false })
}

const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)

/** Returns what a reader gets from every call that lists or names threads. */
async function shownTo(who: Name | null) {
  const client = forum.as(who === null ? undefined : people[who])
  const list = async (query: object) => {
    const { threads, pagination } = await client.call('listThreads', { limit: 100, ...query })
    expect([query, pagination.total]).toEqual([query, threads.length])
    return sorted(threads.map(({ id }) => id))
  }
  const headers = who === null ? {} : people[who].headers
  const statusOf = async (path: string) => (await forum.request.get(`/api${path}`).set(headers)).status
  const { boards } = await client.call('listBoards')
  const found = await client.call('searchThreads', { q: '漂流瓶' })
  const [holder] = who === null ? [null] : await forum.api.identify([people[who].token])
  const gates = await forum.api.gatesOf(threadIds)
  return {
    boards: sorted(boards.map(({ id }) => id)),
    counts: boards.flatMap(({ id, threadCount }) => (boardIds.indexOf(id) > 0 ? [[id, threadCount]] : [])),
    home: await list({}),
    latest: await list({ sortBy: 'createdAt' }),
    inBoards: await Promise.all(
      WITH_THREADS.map(async (at) =>
        (await statusOf(`/boards/${boardId(at)}`)) === 200 ? list({ boardId: boardId(at) }) : null,
      ),
    ),
    found: sorted(found.threads.map(({ id }) => id)),
    foundTotal: found.pagination.total,
    threads: await Promise.all(threadIds.map((id) => statusOf(`/threads/${id}`))),
    numbers: await Promise.all(
      [admin, people.boris].map(async ({ id }) => {
        const response = await forum.request.get(`/api/users/${id}`).set(headers).expect(200)
        const { user } = response.body as ResponseOf<Api['getUser']>
        return [user.threadCount, user.postCount, user.likesReceived]
      }),
    ),
    besideThreads: [
      ...new Set((await client.call('listThreads', {})).threads.map(({ author }) => author.postCount)),
    ],
    // Its live events reach a socket that may enter the room behind its gate.
    heard: threadIds.map((_, i) => gates[i] === null || holder?.gates.includes(gates[i] ?? '') === true),
  }
}

function expectedOf(model: Model, who: Name | null): Awaited<ReturnType<typeof shownTo>> {
  const visible = [...PARENTS.keys()].filter((at) => sees(model, at, who))
  const threadsIn = (places: readonly number[]) =>
    sorted(threadIds.filter((_, i) => places.includes(model.threads[i] ?? 0)))
  const unhidden = visible.filter((at) => who === null || !model.hidden[who].has(at))
  const isShown = model.threads.map((at) => visible.includes(at))
  const open = model.threads.flatMap((at, thread) => (sees(model, at, null) ? thread : []))
  const replies = open.reduce((sum, thread) => sum + repliesIn(thread), 0)
  return {
    boards: visible.map(boardId),
    counts: visible.filter((at) => at > 0).map((at) => [boardId(at), threadsIn([at]).length]),
    home: threadsIn(unhidden),
    latest: threadsIn(unhidden),
    inBoards: WITH_THREADS.map((at) => (visible.includes(at) ? threadsIn([at]) : null)),
    found: threadsIn(visible),
    foundTotal: threadsIn(visible).length,
    threads: isShown.map((shown) => (shown ? 200 : 404)),
    numbers: [
      [open.length, open.length, 0],
      [0, replies, open.length],
    ],
    besideThreads: threadsIn(unhidden).length === 0 ? [] : [open.length],
    heard: isShown,
  }
}

/** The ids of the threads in the feed that every program may read. */
const fed = async () => {
  const { text } = await forum.request.get('/api/feed.xml').expect(200)
  return threadIds.filter((id) => new RegExp(`/threads/${id}\\b`).test(text))
}

const some = (number: number) => fc.array(change, { minLength: number, maxLength: number })

it('shows each reader what a plain model says, after any change of access', async () => {
  let model = begin()
  await fc.assert(
    fc
      .asyncProperty(some(8), some(6), async (before, changes) => {
        for (const one of before) await make(model, one)
        for (const one of changes) {
          await make(model, one)
          await Promise.all(
            [null, ...NAMES].map(async (who) => {
              const shown = await shownTo(who)
              expect([who, one, shown]).toEqual([who, one, expectedOf(model, who)])
            }),
          )
          expect(sorted(await fed())).toEqual(expectedOf(model, null).home)
        }
      })
      .beforeEach(async () => {
        await reset(model)
        model = begin()
      }),
    { numRuns: 4, endOnFailure: true },
  )
})

it('keeps one body of a list for each set of boards that somebody may not see, with 50 groups', async () => {
  const boss = forum.as(admin)
  const groups: number[] = []
  for (let i = groupIds.length; i < 50; i++)
    groups.push((await boss.call('createGroup', { name: `第${i}组`, joining: 'byHand' })).group.id)
  const access = { see: 'groups' } as const
  for (const part of [0, 1, 2]) {
    const of = { name_zh: `部分${part}`, category: '1', groupIds: groups.filter((_, i) => i % 3 === part) }
    const { board: made } = await boss.call('createBoard', { ...of, access })
    await forum.thread(admin, made.id, `只给第${part}部分`)
  }
  const readers: TestMember[] = []
  for (let i = 0; i < 24; i++) {
    const reader = await forum.member(`reader${i}`)
    // In one to three of the groups, which makes seven sets of boards.
    const indexes = [0, 1, 2].filter((part) => ((i % 7) + 1) & (1 << part)).map((part) => part + 3 * (i % 15))
    await forum.api.db.members.updateOne(
      { _id: reader.id },
      { $set: { groupIds: indexes.map((at) => groups[at] ?? 0) } },
    )
    readers.push(reader)
  }
  await forum.settle()
  const read = async (some: readonly TestMember[]) => {
    const before = readsOfThreads
    const seen = new Set<string>()
    for (const reader of some) {
      const { threads } = await forum.as(reader).call('listThreads', { limit: 100 })
      seen.add(threads.map(({ id }) => id).join())
    }
    return { reads: readsOfThreads - before, lists: seen.size }
  }
  const first = await read(readers.slice(0, 7))
  expect(first.lists).toBe(7)
  expect(first.reads).toBeGreaterThan(0)
  // The others are in other groups, and see what somebody has seen before them.
  expect(await read(readers.slice(7))).toEqual({ reads: 0, lists: 7 })
})
