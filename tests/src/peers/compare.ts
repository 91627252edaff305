/**
 * Measures this forum and NodeBB side by side, or one of them, with the same content, and prints one table. They run on
 * this machine already; the forum with SEED=demo and RATE_LIMITS=off:
 *
 *   tsx tests/src/peers/compare.ts --forum http://127.0.0.1:3000 --forum-pids 12,13
 *     --nodebb http://127.0.0.1:4567 --nodebb-pids 14,15 --nodebb-token <master token>
 *
 * The processes are those of the server and of its database. It writes threads to both.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startOptimizingBrowser } from '../fixtures/chromium'
import { forumPeer, nodebbPeer, type Peer } from './peer'
import { measurePage, secondsUntilSeen } from './peer-page'

const THREADS = 40
const POSTS = 20
const LONG_THREAD = 200
const READS = 300
const REPLIES = 60
const SEARCHES = 40
const WATCHED_REPLIES = 10
const TICKS_A_SECOND = 100
const PAGE_BYTES = 4_096
const WORDS = ['房租', '面试', '排期', '机票', '学区', '报税', '签证', '驾照', '保险', '搬家']

interface Side {
  peer: Peer
  pids: readonly number[]
}

/** Returns the fields of `/proc/<pid>/stat` after the name of the process, which may contain spaces. */
const statOf = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number)
/** Returns the processor time of processes so far, in milliseconds. */
const processorMs = (pids: readonly number[]) =>
  pids.reduce((sum, pid) => {
    const [user = 0, system = 0] = statOf(pid).slice(11)
    return sum + ((user + system) * 1_000) / TICKS_A_SECOND
  }, 0)
const residentMb = (pids: readonly number[]) =>
  pids.reduce((sum, pid) => sum + ((statOf(pid)[21] ?? 0) * PAGE_BYTES) / 1e6, 0)

const textOf = (index: number) =>
  Array.from({ length: 4 }, (_, i) => {
    const [first, second] = [WORDS[(index + i) % WORDS.length], WORDS[(index * 3 + i) % WORDS.length]]
    return `第 ${index}.${i} 句：${first}和${second}的事，去年十月递的材料，到现在还没有消息，准备再等两个月打电话问。`
  }).join('\n\n')

/** Calls one after the other; returns the median time and the server's processor time of a call, in milliseconds. */
async function timed({ pids }: Side, count: number, call: (index: number) => Promise<unknown>) {
  const times: number[] = []
  const before = processorMs(pids)
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now()
    await call(index)
    times.push(performance.now() - startedAt)
  }
  const median = times.toSorted((a, b) => a - b)[Math.floor(count / 2)] ?? 0
  return `${median.toFixed(1)} (${((processorMs(pids) - before) / count).toFixed(1)})`
}

async function read(url: string, headers: Record<string, string> = {}): Promise<void> {
  const response = await fetch(url, { headers })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
}

async function measure(side: Side): Promise<[row: string, value: string][]> {
  const { peer, pids } = side
  const { url, pages } = peer
  process.stderr.write(`${peer.name}: writing ${THREADS} threads\n`)
  for (let i = 0; i < THREADS; i += 1) {
    const posts = Array.from({ length: POSTS }, (_, k) => textOf(i * POSTS + k))
    await peer.createThread(`第 ${i} 个主题：${WORDS[i % WORDS.length]}怎么办`, posts)
  }
  const texts = Array.from({ length: LONG_THREAD }, (_, k) => textOf(k))
  const threadId = await peer.createThread('一个长的主题：大家的经验', texts)
  const reads = (path: string) => timed(side, READS, () => read(url + path))
  const rows: [string, string][] = []
  const add = async (row: string, value: Promise<string>) => rows.push([row, await value])
  await add('document of home, ms (processor ms)', reads(pages.home))
  await add('document of a board', reads(pages.board))
  await add('document of a thread', reads(pages.thread(threadId)))
  await add('data of a thread page', reads(peer.threadData(threadId)))
  const word = (index: number) => WORDS[index % WORDS.length] ?? ''
  const search = (i: number) =>
    read(url + peer.search(`${word(i)} ${word(i + 3)}`), { Authorization: peer.authorization })
  await add('search', timed(side, SEARCHES, search))
  await add(
    'reply',
    timed(side, REPLIES, (i) => peer.reply(threadId, textOf(1_000 + i))),
  )
  rows.push(['memory of all processes, MB', residentMb(pids).toFixed(0)])
  const watched = await peer.createThread('一个有人在看的主题', [textOf(0)])
  const browser = await startOptimizingBrowser()
  try {
    const seen = await secondsUntilSeen(browser, peer, watched, WATCHED_REPLIES)
    rows.push(['a reply is seen by a reader, ms', seen === null ? 'no' : (seen * 1_000).toFixed(0)])
    const page = await measurePage(browser, peer, threadId)
    rows.push(
      ['thread page, first load, KB', page.kilobytes.toFixed(0)],
      ['of that scripts, KB', page.scriptKilobytes.toFixed(0)],
      ['requests', String(page.requests)],
      ['slow phone: first paint, s', page.firstPaintS.toFixed(1)],
      ['slow phone: a post can be read, s', page.readableS.toFixed(1)],
    )
  } finally {
    await browser.close()
  }
  return rows
}

const { values } = parseArgs({
  options: {
    forum: { type: 'string' },
    'forum-pids': { type: 'string' },
    nodebb: { type: 'string' },
    'nodebb-pids': { type: 'string' },
    'nodebb-token': { type: 'string' },
  },
})
const pidsOf = (list: string | undefined) => {
  if (!list) throw new Error('compare.ts needs the processes of each side')
  return list.split(',').map(Number)
}
const { forum, nodebb, 'nodebb-token': token = '' } = values
const sides: Side[] = []
if (forum !== undefined) sides.push({ peer: await forumPeer(forum), pids: pidsOf(values['forum-pids']) })
if (nodebb !== undefined) sides.push({ peer: nodebbPeer(nodebb, token), pids: pidsOf(values['nodebb-pids']) })
if (sides.length === 0) throw new Error('compare.ts needs --forum or --nodebb')
const tables: [string, string][][] = []
for (const side of sides) tables.push(await measure(side))
process.stdout.write(`| | ${sides.map(({ peer }) => peer.name).join(' | ')} |\n`)
process.stdout.write(`| --- | ${sides.map(() => '---:').join(' | ')} |\n`)
for (const [i, [row]] of (tables[0] ?? []).entries())
  process.stdout.write(`| ${row} | ${tables.map((rows) => rows[i]?.[1] ?? '').join(' | ')} |\n`)
