import type { Bench } from './bench'
import { pagesOf, randomPages, readMetrics, type Forum } from './forum'
import type { LoadRequest } from './load'
import type { Row } from './table'

/** The rows of the table, in their order. */

/** Default number of concurrent requests of a row. */
const WIDTH = 16
const RANDOM_PAGES = 5_000
const DISTINCT_WRITES = 2_000
const ONLINE = 500
const GROWTH_LIMIT = 1.5

interface Plan {
  /** Selected by `--only`. */
  group: 'memory' | 'home' | 'latest' | 'board' | 'thread' | 'me' | 'reply' | 'create' | 'like' | 'fan-out'
  needs: readonly ('member' | 'write')[]
  /** Runs on the small forum as well, to see how its p50 grows. */
  grows: boolean
  /** Left out of a quick run. */
  slow?: boolean
  run(bench: Bench): Promise<Row[]>
}

const as = (forum: Forum, index: number) => ({
  Authorization: `Bearer ${forum.tokens[index % forum.tokens.length] ?? ''}`,
})
const get = (path: string, headers: Readonly<Record<string, string>> = {}): LoadRequest => ({
  method: 'GET',
  path,
  headers,
})
/** The path as seen by several members in turn. */
const byMembers = (forum: Forum, path: string): LoadRequest[] =>
  Array.from({ length: WIDTH }, (_, i) => get(path, as(forum, i)))
const post = (forum: Forum, index: number, path: string, body: object): LoadRequest => ({
  method: 'POST',
  path,
  headers: { 'Content-Type': 'application/json', ...as(forum, index) },
  body: JSON.stringify(body),
})
const writes = (of: (index: number) => LoadRequest): LoadRequest[] =>
  Array.from({ length: DISTINCT_WRITES }, (_, i) => of(i))

type Paths = (forum: Forum) => string

/** Rows of a page with the same content for everyone, requested by a visitor and by members. */
function page(
  group: Plan['group'],
  name: string,
  path: Paths,
  options: { member?: boolean; slow?: boolean } = {},
): Plan[] {
  const stranger: Plan = {
    group,
    needs: [],
    grows: true,
    ...(options.slow && { slow: true }),
    run: async (bench) => [
      await bench.row({
        name: `${name}, stranger`,
        width: WIDTH,
        requests: [get(path(bench.forum))],
        floor: 'koa',
        goal: { atLeast: 0.5 },
      }),
    ],
  }
  const member: Plan = {
    group,
    needs: ['member'],
    grows: true,
    run: async (bench) => [
      await bench.row({
        name: `${name}, member`,
        width: WIDTH,
        requests: byMembers(bench.forum, path(bench.forum)),
        floor: 'koa',
        goal: { atLeast: 0.25 },
      }),
    ],
  }
  return options.member ? [stranger, member] : [stranger]
}

const HIDDEN_BOARDS = 10

/** Sets the level of some boards for the members who read in a row. */
async function setLevels(forum: Forum, boardIds: readonly number[], level: 'hide' | 'normal') {
  for (const boardId of boardIds)
    for (let i = 0; i < WIDTH; i++) {
      const response = await fetch(`${forum.url}/api/boards/${boardId}/level`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', ...as(forum, i) },
        body: JSON.stringify({ level }),
      })
      if (!response.ok) throw new Error(`PUT level of board ${boardId}: ${response.status}`)
      await response.body?.cancel()
    }
}

/** The newest threads of the whole forum for members who hide ten boards. */
const hidingBoards: Plan = {
  group: 'latest',
  needs: ['member', 'write'],
  grows: true,
  run: async (bench) => {
    const { forum } = bench
    const { boards } = (await (await fetch(`${forum.url}/api/boards`)).json()) as {
      boards: { id: number; children: unknown[] }[]
    }
    const hidden = boards.filter(({ children }) => children.length === 0).slice(-HIDDEN_BOARDS)
    const ids = hidden.map(({ id }) => id)
    await setLevels(forum, ids, 'hide')
    const requests = byMembers(forum, '/api/threads')
    const row = await bench.row({
      name: 'latest, member, 10 boards hidden',
      width: WIDTH,
      requests,
      floor: 'koa',
    })
    await setLevels(forum, ids, 'normal')
    return [row]
  },
}

const replies = (forum: Forum, threadOf: (index: number) => number): LoadRequest[] =>
  writes((i) =>
    post(forum, i, '/api/posts', {
      threadId: threadOf(i),
      content: `第 ${i} 条：房子、车子和孩子的学校，一样一样慢慢来。谢谢楼主分享。`,
    }),
  )
/** Spreads replies over all threads; 7,919 is a prime, so that consecutive replies go to distant threads. */
const anyThread = (forum: Forum) => (index: number) =>
  forum.threads[2 + ((index * 7_919) % Math.max(1, forum.threads.length - 2))]?.[0] ?? forum.long.id

function reply(
  name: string,
  width: number,
  part: Partial<Plan> & { many?: true; goal?: number; online?: true },
): Plan {
  return {
    group: 'reply',
    needs: ['member', 'write'],
    grows: part.grows ?? false,
    ...(part.slow && { slow: true }),
    run: async (bench) => {
      const { forum } = bench
      const row = () =>
        bench.row({
          name: `reply, ${name}`,
          width,
          requests: replies(forum, part.many ? anyThread(forum) : () => forum.long.id),
          floor: 'insert',
          inOrder: true,
          ...(part.goal !== undefined && { goal: { atLeast: part.goal } }),
        })
      return [await (part.online ? bench.withMembersOnline(ONLINE, row) : row())]
    },
  }
}

function fanOut(count: number, part: Partial<Plan> & { goal?: number }): Plan {
  return {
    group: 'fan-out',
    needs: ['member', 'write'],
    grows: false,
    ...(part.slow && { slow: true }),
    run: (bench) => bench.fanOut(count, part.goal === undefined ? undefined : { atMost: part.goal }),
  }
}

const PLANS: readonly Plan[] = [
  {
    group: 'memory',
    needs: [],
    grows: false,
    run: async (bench) => [{ name: 'idle', rssBytes: (await readMetrics(bench.forum)).rssBytes }],
  },
  ...page('home', 'home', () => '/api/boards', { member: true }),
  ...page('latest', 'latest', () => '/api/threads', { member: true }),
  hidingBoards,
  ...page('board', 'board page', ({ boardId }) => `/api/boards/${boardId}`, { member: true }),
  ...page('thread', 'thread, first page', ({ longest }) => `/api/threads/${longest.id}`, { member: true }),
  {
    group: 'thread',
    needs: [],
    grows: false,
    slow: true,
    run: async (bench) => [
      await bench.row({
        name: 'thread, first page, stranger, compressed',
        width: WIDTH,
        requests: [get(`/api/threads/${bench.forum.longest.id}`, { 'Accept-Encoding': 'br, gzip' })],
        floor: 'koa',
      }),
    ],
  },
  ...page('thread', 'thread, last page', ({ longest }) => `/api/threads/${longest.id}?page=last`, {
    slow: true,
  }),
  ...page(
    'thread',
    'thread, deep page',
    ({ longest }) => `/api/threads/${longest.id}?page=${Math.ceil(pagesOf(longest.lastNumber) / 2)}`,
    { slow: true },
  ),
  {
    group: 'thread',
    needs: [],
    grows: true,
    run: async (bench) => [
      await bench.row({
        name: 'thread, random pages, stranger',
        width: WIDTH,
        requests: randomPages(bench.forum, RANDOM_PAGES).map((path) => get(path)),
        floor: 'read',
        goal: { atLeast: 0.4 },
      }),
    ],
  },
  {
    group: 'thread',
    needs: ['member'],
    grows: true,
    run: async (bench) => [
      await bench.row({
        name: 'thread, random pages, member',
        width: WIDTH,
        requests: randomPages(bench.forum, RANDOM_PAGES).map((path, i) => get(path, as(bench.forum, i))),
        floor: 'read',
      }),
    ],
  },
  {
    group: 'me',
    needs: ['member'],
    grows: true,
    run: async (bench) => [
      await bench.row({
        name: '/auth/me',
        width: WIDTH,
        requests: byMembers(bench.forum, '/api/auth/me'),
        floor: 'read',
        goal: { atLeast: 0.5 },
      }),
    ],
  },
  reply('one after the other', 1, { grows: true, goal: 0.35 }),
  reply('8 at once on one thread', 8, { slow: true }),
  reply('16 at once on one thread', 16, { grows: true, goal: 1 }),
  reply('16 at once over many threads', 16, { grows: true, many: true, goal: 1 }),
  reply('one after the other, 500 online', 1, { online: true, slow: true }),
  reply('16 at once on one thread, 500 online', 16, { online: true, slow: true }),
  {
    group: 'create',
    needs: ['member', 'write'],
    grows: true,
    run: async (bench) => [
      await bench.row({
        name: 'thread created, 8 at once',
        width: 8,
        requests: writes((i) =>
          post(bench.forum, i, '/api/threads', {
            title: `一个新的主题 ${i}`,
            content: `第 ${i} 个主题的开头：回国探亲的机票暑假最贵，提前四个月买能省不少。`,
            boardId: bench.forum.boardId,
          }),
        ),
        floor: 'insert',
        inOrder: true,
      }),
    ],
  },
  {
    group: 'like',
    needs: ['member', 'write'],
    grows: true,
    run: async (bench) => [
      await bench.row({
        name: 'like, 8 at once',
        width: 8,
        // Without a desired state the call is a toggle, so every request changes something.
        requests: bench.forum.postIds.map((id, i) => post(bench.forum, i, `/api/posts/${id}/like`, {})),
        floor: 'insert',
        inOrder: true,
      }),
    ],
  },
  fanOut(200, {}),
  fanOut(1_000, { slow: true }),
  fanOut(2_000, { goal: 1.3 }),
  {
    group: 'memory',
    needs: [],
    grows: false,
    run: async (bench) => [{ name: 'after it all', rssBytes: (await readMetrics(bench.forum)).rssBytes }],
  },
]

export const GROUPS = [...new Set(PLANS.map(({ group }) => group))]

/** Runs the selected rows; if one fails, `rows` holds the finished ones. */
export async function run(
  bench: Bench,
  options: {
    only: readonly string[] | null
    quick: boolean
    /** p50 of each row on the small forum; on the small forum itself, only rows with `grows` run. */
    small: ReadonlyMap<string, number> | 'this is the small one'
    rows: Row[]
  },
): Promise<void> {
  const isSmall = options.small === 'this is the small one'
  const has = { member: bench.forum.tokens.length > 0, write: bench.forum.writable }
  for (const plan of PLANS) {
    if (options.only && !options.only.includes(plan.group)) continue
    if ((options.quick && plan.slow) || (isSmall && !plan.grows) || !plan.needs.every((need) => has[need]))
      continue
    for (const row of await plan.run(bench)) {
      const before = typeof options.small === 'string' ? undefined : options.small.get(row.name)
      const growth = before === undefined || row.p50 === undefined ? {} : { growth: row.p50 / before }
      options.rows.push({ ...row, ...growth })
      process.stderr.write(`${bench.forum.name}: ${row.name}\n`)
    }
  }
}

/** The load of a busy forum: mostly pages, for visitors and members, with an occasional reply or like. */
export function mixedRequests(forum: Forum, pages: readonly string[]): LoadRequest[] {
  return pages.flatMap((path, i) => [
    get(path),
    get(path, as(forum, i)),
    get('/api/boards', i % 2 === 0 ? {} : as(forum, i)),
    get(`/api/boards/${forum.boardId}`),
    get('/api/auth/me', as(forum, i)),
    ...(i % 4 === 0
      ? [
          post(forum, i, '/api/posts', {
            threadId: anyThread(forum)(i),
            content: `第 ${i} 条：慢慢聊，不着急。`,
          }),
        ]
      : []),
    ...(i % 8 === 0
      ? [post(forum, i, `/api/posts/${forum.postIds[i % forum.postIds.length] ?? 0}/like`, {})]
      : []),
  ])
}

/** Rows whose p50 grows more than it should. */
export const grownTooMuch = (rows: readonly Row[]): Row[] =>
  rows.filter(({ growth }) => growth !== undefined && growth > GROWTH_LIMIT)
