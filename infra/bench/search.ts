import { MongoClient } from 'mongodb'
import type { Forum } from './forum'
import { createRandom } from './random'
import { markdown } from './table'

/** Measures searches of each class: alone and several at once, with a cold and a warm index, and what a write costs. */

const AT_ONCE = 16
const SECONDS = 5
const WRITES = 200
/** What NodeBB serves of its search for posts on such a machine, for comparison. */
const NODEBB_PER_SECOND = 170
const COLLECTIONS = ['searchPages', 'searchSegments', 'searchFeed', 'searchState']
/** The event loop's delay is sampled by a timer of this period, which its reading includes. */
const SAMPLED_EVERY_MS = 100

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

async function timed(url: string): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(url)
  const body = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${body}`)
  return performance.now() - startedAt
}

/** Requests each address once, one after the other. */
async function once(urls: readonly string[]): Promise<Times> {
  const times: number[] = []
  const startedAt = performance.now()
  for (const url of urls) times.push(await timed(url))
  return summary(times, (performance.now() - startedAt) / 1_000)
}

/** Requests addresses at random for some seconds. */
async function repeatedly(urls: readonly string[], width: number): Promise<Times> {
  const random = createRandom(9)
  const times: number[] = []
  const startedAt = performance.now()
  const loop = async () => {
    while (performance.now() - startedAt < SECONDS * 1_000) times.push(await timed(random.pick(urls)))
  }
  await Promise.all(Array.from({ length: width }, loop))
  return summary(times, (performance.now() - startedAt) / 1_000)
}

/** What the forum counts: processor time and commands since its start, and how long its event loop was held. */
interface Counters {
  cpuMs: number
  commands: number
  rss: number
  /** Since the previous reading. */
  heldMs: number
}

async function counters(forum: Forum): Promise<Counters> {
  const text = await (await fetch(`${forum.url}/api/metrics`)).text()
  const value = (name: string) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1])
  return {
    cpuMs: value('process_cpu_seconds_total') * 1_000,
    commands: value('forum_database_commands_total'),
    rss: value('process_resident_memory_bytes'),
    heldMs: value('nodejs_eventloop_lag_max_seconds') * 1_000 - SAMPLED_EVERY_MS,
  }
}

async function indexBytes(uri: string): Promise<number> {
  const client = new MongoClient(uri)
  try {
    let bytes = 0
    for (const name of COLLECTIONS) {
      const [stats] = await client
        .db()
        .collection(name)
        .aggregate<{ storageStats: { size: number } }>([{ $collStats: { storageStats: {} } }])
        .toArray()
      bytes += stats?.storageStats.size ?? 0
    }
    return bytes
  } finally {
    await client.close()
  }
}

/** Needs a forum of varied texts with a database that the bench runs. */
export async function searches(forum: Forum): Promise<string> {
  const { floorUri, textBytes, boardId } = forum
  if (!forum.searches || floorUri === null) throw new Error('the forum has no texts to search')
  const recently = new Date(Date.now() - 180 * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10)
  const kinds = [
    ['relevance', ''],
    ['newest', '&sortBy=newest'],
    ['board', `&boardId=${boardId}`],
    ['author', '&author=bench900'],
    ['dates', `&from=${recently}`],
  ] as const
  const rows: string[][] = []
  const ms = (value: number) => value.toFixed(1)
  await counters(forum)
  let hold = 0
  for (const { name, queries } of forum.searches) {
    for (const [kind, filter] of kinds) {
      const urls = queries.map((q) => `${forum.url}/api/search/posts?q=${encodeURIComponent(q)}${filter}`)
      const cold = await once(urls)
      const alone = await repeatedly(urls, 1)
      const before = await counters(forum)
      const many = await repeatedly(urls, AT_ONCE)
      const after = await counters(forum)
      hold = Math.max(hold, before.heldMs, after.heldMs)
      rows.push([
        `${name}, ${kind}`,
        `${ms(cold.p50)} / ${ms(cold.p95)}`,
        `${ms(alone.p50)} / ${ms(alone.p95)}`,
        `${ms(many.p50)} / ${ms(many.p95)}`,
        `${many.perSecond.toFixed(0)}`,
        `${(many.perSecond / NODEBB_PER_SECOND).toFixed(1)}`,
        ms((after.cpuMs - before.cpuMs) / many.count),
        ms((after.commands - before.commands) / many.count),
      ])
      process.stderr.write(`${rows.at(-1)?.join('  ')}\n`)
    }
  }
  const all = forum.searches.flatMap(({ queries }) =>
    queries.map((q) => `${forum.url}/api/search?q=${encodeURIComponent(q)}`),
  )
  const together = await repeatedly(all, AT_ONCE)
  rows.push([
    'all kinds at once',
    '',
    '',
    `${ms(together.p50)} / ${ms(together.p95)}`,
    together.perSecond.toFixed(0),
    '',
    '',
    '',
  ])
  const { rss } = await counters(forum)
  const writes = await replies(forum)
  const bytes = await indexBytes(floorUri)
  return [
    markdown(
      [
        'search',
        'first time, ms',
        'alone, ms',
        `${AT_ONCE} at once, ms`,
        '/s',
        'of NodeBB',
        'CPU, ms',
        'commands',
      ],
      rows,
    ),
    `index ${(bytes / 1e6).toFixed(0)} MB, text ${(textBytes / 1e6).toFixed(0)} MB: ${(bytes / textBytes).toFixed(2)}`,
    `event loop held for at most ${ms(hold)} ms`,
    `a reply, searched for at once: ${writes.commands.toFixed(1)} commands, found in ${ms(writes.found.p50)} / ${ms(writes.found.p95)} ms`,
    `memory ${(rss / 1e6).toFixed(0)} MB`,
  ].join('\n\n')
}

/** Writes replies and searches for each at once. */
async function replies(forum: Forum): Promise<{ commands: number; found: Times }> {
  const before = await counters(forum)
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
  const after = await counters(forum)
  return { commands: (after.commands - before.commands) / WRITES, found: summary(times, 1) }
}
