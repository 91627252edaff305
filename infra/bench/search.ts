import { MongoClient, type Db } from 'mongodb'
import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import { SAMPLED_EVERY_MS, type Forum } from './forum'
import { createRandom, type Random } from './random'
import { markdown } from './table'
import type { SearchQueries } from './texts'

/** Measures searches of each class: alone and several at once, with a cold and a warm index, and what a write costs. */

const AT_ONCE = 16
const SECONDS = 1.5
const WRITES = 200
/** Searched for before anything is measured, since a process that has just started compiles its code first. */
const WARM_UP_SECONDS = 10
const WARM_UP = { queries: '可以,大家,就是,但是,因为,问题,朋友,如果'.split(','), others: [] }
/** NodeBB's rate for searches of posts on such a machine, for comparison. */
const NODEBB_PER_SECOND = 170
const COLLECTIONS = ['searchPages', 'searchSegments', 'searchFeed', 'searchState']
interface Times {
  count: number
  p50: number
  p95: number
  perSecond: number
}

const summary = (times: readonly number[], seconds: number): Times => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return { count: times.length, p50: at(0.5), p95: at(0.95), perSecond: times.length / seconds }
}

/** Sends a request as a browser does, without what `fetch` takes of the processors that the server needs. */
async function timed(url: string, agent: http.Agent): Promise<number> {
  const startedAt = performance.now()
  const request = http.get(url, { agent, headers: { 'Accept-Encoding': 'gzip' } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`)
  response.resume()
  await once(response, 'end')
  return performance.now() - startedAt
}

/** Requests each address once, one after the other. */
async function inTurn(urls: readonly string[]): Promise<Times> {
  const times: number[] = []
  const startedAt = performance.now()
  const agent = new http.Agent({ keepAlive: true })
  for (const url of urls) times.push(await timed(url, agent))
  agent.destroy()
  return summary(times, (performance.now() - startedAt) / 1_000)
}

/** Requests addresses at random for some seconds. */
async function repeatedly(
  nextUrl: (random: Random) => string,
  width: number,
  seconds = SECONDS,
): Promise<Times> {
  const random = createRandom(9)
  // The server would close connections that wait for long.
  const agent = new http.Agent({ keepAlive: true })
  const times: number[] = []
  const startedAt = performance.now()
  const loop = async () => {
    while (performance.now() - startedAt < seconds * 1_000) times.push(await timed(nextUrl(random), agent))
  }
  await Promise.all(Array.from({ length: width }, loop))
  agent.destroy()
  return summary(times, (performance.now() - startedAt) / 1_000)
}

/** Returns a function that returns queries not sent before: each of `others` once, then `queries` with other punctuation. */
function newQueries({
  queries,
  others,
}: Pick<SearchQueries, 'queries' | 'others'>): (random: Random) => string {
  let sent = 0
  return (random) => {
    sent += 1
    const other = others[sent - 1]
    if (other !== undefined) return other
    const punctuation = Array.from(sent.toString(3), (digit) => ',、·'[Number(digit)])
    return random.pick(queries) + punctuation.join('')
  }
}

/**
 * Counters of the forum and its database since their start, and the time during which the forum's event loop was
 * blocked.
 */
interface Counters {
  cpuMs: number
  databaseCpuMs: number
  commands: number
  rss: number
  /** Since the previous reading. */
  heldMs: number
}

interface ServerStatus {
  extra_info: { user_time_us: number; system_time_us: number }
}

async function counters(forum: Forum, database: Db): Promise<Counters> {
  const text = await (await fetch(`${forum.url}/api/metrics`)).text()
  const value = (name: string) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1])
  const { extra_info: times } = (await database.command({ serverStatus: 1 })) as ServerStatus
  return {
    cpuMs: value('process_cpu_seconds_total') * 1_000,
    databaseCpuMs: (times.user_time_us + times.system_time_us) / 1_000,
    commands: value('forum_database_commands_total'),
    rss: value('process_resident_memory_bytes'),
    heldMs: value('nodejs_eventloop_lag_max_seconds') * 1_000 - SAMPLED_EVERY_MS,
  }
}

async function indexBytes(database: Db): Promise<number> {
  let bytes = 0
  for (const name of COLLECTIONS) {
    const [stats] = await database
      .collection(name)
      .aggregate<{ storageStats: { size: number } }>([{ $collStats: { storageStats: {} } }])
      .toArray()
    bytes += stats?.storageStats.size ?? 0
  }
  return bytes
}

const HEADER = [
  'search',
  'first time, ms',
  'alone, ms',
  `${AT_ONCE} at once, ms`,
  `${AT_ONCE} new ones at once, ms`,
  '/s',
  'new ones /s',
  'of NodeBB',
  'CPU, ms',
  'database, ms',
  'commands',
]

/** Needs a forum of varied texts with a database that the bench runs. */
export async function searches(forum: Forum): Promise<string> {
  const { floorUri, textBytes } = forum
  if (!forum.searches || floorUri === null) throw new Error('the forum has no texts to search')
  const client = new MongoClient(floorUri)
  try {
    const database = client.db()
    let held = 0
    const read = async () => {
      const now = await counters(forum, database)
      held = Math.max(held, now.heldMs)
      return now
    }
    const warmUp = newQueries(WARM_UP)
    await repeatedly(
      (random) => `${forum.url}/api/search/posts?q=${encodeURIComponent(warmUp(random))}`,
      AT_ONCE,
      WARM_UP_SECONDS,
    )
    await counters(forum, database)
    const rows: string[][] = []
    for (const { name, queries, others } of forum.searches) {
      const next = newQueries({ queries, others })
      for (const [kind, filter] of filtersOf(forum)) {
        rows.push(await rowOf(`${name}, ${kind}`, forum, { queries, next, filter, read }))
        process.stderr.write(`${rows.at(-1)?.join('  ')}\n`)
      }
    }
    const all = forum.searches.flatMap(({ queries }) => queries)
    const together = await repeatedly(
      (random) => `${forum.url}/api/search?q=${encodeURIComponent(random.pick(all))}`,
      AT_ONCE,
    )
    const { rss } = await read()
    const writes = await replies(forum, database)
    const bytes = await indexBytes(database)
    return [
      markdown(HEADER, rows),
      `all kinds at once: ${range(together)} ms, ${together.perSecond.toFixed(0)}/s`,
      `index ${(bytes / 1e6).toFixed(0)} MB, text ${(textBytes / 1e6).toFixed(0)} MB: ${(bytes / textBytes).toFixed(2)}`,
      `event loop held for at most ${held.toFixed(1)} ms`,
      `a reply, searched for at once: ${writes.commands.toFixed(1)} commands, found in ${range(writes.found)} ms`,
      `memory ${(rss / 1e6).toFixed(0)} MB`,
    ].join('\n\n')
  } finally {
    await client.close()
  }
}

function filtersOf({ boardId }: Forum): [kind: string, filter: string][] {
  const recently = new Date(Date.now() - 180 * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10)
  return [
    ['relevance', ''],
    ['newest', '&sortBy=newest'],
    ['board', `&boardId=${boardId}`],
    ['author', '&author=bench900'],
    ['dates', `&from=${recently}`],
  ]
}

const range = ({ p50, p95 }: Times): string => `${p50.toFixed(1)} / ${p95.toFixed(1)}`

/** Measures queries of one class with one filter. The costs are those of 16 at once, repeated and new. */
async function rowOf(
  name: string,
  forum: Forum,
  {
    queries,
    next,
    filter,
    read,
  }: {
    queries: readonly string[]
    next: (random: Random) => string
    filter: string
    read: () => Promise<Counters>
  },
): Promise<string[]> {
  const urlOf = (q: string) => `${forum.url}/api/search/posts?q=${encodeURIComponent(q)}${filter}`
  const cold = await inTurn(queries.map(urlOf))
  const alone = await repeatedly((random) => urlOf(random.pick(queries)), 1)
  const before = await read()
  const many = await repeatedly((random) => urlOf(random.pick(queries)), AT_ONCE)
  const between = await read()
  const unlike = await repeatedly((random) => urlOf(next(random)), AT_ONCE)
  const after = await read()
  const cost = (of: 'cpuMs' | 'databaseCpuMs' | 'commands') =>
    `${((between[of] - before[of]) / many.count).toFixed(1)} / ${((after[of] - between[of]) / unlike.count).toFixed(1)}`
  return [
    name,
    range(cold),
    range(alone),
    range(many),
    range(unlike),
    many.perSecond.toFixed(0),
    unlike.perSecond.toFixed(0),
    (unlike.perSecond / NODEBB_PER_SECOND).toFixed(1),
    cost('cpuMs'),
    cost('databaseCpuMs'),
    cost('commands'),
  ]
}

/** Writes replies and searches for each at once. */
async function replies(forum: Forum, database: Db): Promise<{ commands: number; found: Times }> {
  const before = await counters(forum, database)
  const times: number[] = []
  for (let i = 0; i < WRITES; i += 1) {
    const content = `第${i}条新回复，慢慢来，不着急。`
    const response = await fetch(`${forum.url}/api/posts`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${forum.tokens[i] ?? ''}` },
      body: JSON.stringify({ threadId: forum.long.id, content }),
    })
    if (response.status !== 201) throw new Error(`a reply got ${response.status}`)
    await response.body?.cancel()
    const startedAt = performance.now()
    const found = await fetch(`${forum.url}/api/search/posts?q=${encodeURIComponent(`"第${i}条新回复"`)}`)
    const { posts } = (await found.json()) as { posts: unknown[] }
    if (posts.length !== 1) throw new Error(`reply ${i} was found ${posts.length} times`)
    times.push(performance.now() - startedAt)
  }
  const after = await counters(forum, database)
  return { commands: (after.commands - before.commands) / WRITES, found: summary(times, 1) }
}
