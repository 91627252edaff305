import { setTimeout as wait } from 'node:timers/promises'
import type { Api, ResponseOf } from '@forum/shared/contract'
import { ADMIN, Community, type Person } from '../fixtures/community'
import type { PageProgram } from '../fixtures/page-program'
import { Cluster, type Size } from './cluster'
import { emptyJournal, type Journal } from './journal'
import { Page } from './pages'
import { play, type SceneName } from './scenes'
import { carryOut, scheduleOf, type Fault } from './schedule'
import { feelRevocations, Stranger } from './sockets'
import { Truth, type Findings, type Witness } from './truth'

export interface RunOptions extends Size {
  seed: number
  seconds: number
  clients: number
  /** The scenes that are played after the schedule. */
  scenes: readonly SceneName[]
  /** The built page. */
  page: PageProgram
  /** The server's program below `.build`; by default that of this repository. */
  server?: string
  /** Ends the run, which then rejects, with everything it has started. */
  signal?: AbortSignal
  /** Prints what is going on. */
  say?: (text: string) => void
}

export interface Outcome extends Findings {
  seed: number
  schedule: Fault[]
  /** Differences that pages still showed after `PATIENCE_MS`. */
  stale: string[]
  writes: number
  searches: number
  /** The time from the last fault until the slowest page was up to date. */
  catchUpMs: number
  /** The differences that this page was the last to mend. */
  caughtUpLast: string[]
  /** The longest wait for the acknowledgement of a write, with all retries. */
  longestWaitMs: number
  /** The longest time in which no write of any member was acknowledged. */
  silenceMs: number
  /** The longest time until an open socket was closed after the end of its session, by its reason. */
  revocations: Record<string, number>
  /** Private events and fields that a reader without an account received. */
  overheard: string[]
  /** The output of the processes, if anything is wrong. */
  outputs: string
}

export const isClean = (outcome: Outcome): boolean =>
  [outcome.lost, outcome.doubled, outcome.outOfOrder, outcome.wrong, outcome.stale, outcome.overheard].every(
    (found) => found.length === 0,
  )

const BOARD_IDS = [3, 4]
const THREADS = 3
/** Members who play the scenes and have no page. */
const ACTORS = 2
/** Longer than any repair of the page takes: it reads a quiet thread again after a minute. */
const PATIENCE_MS = 100_000
const POLL_MS = 300

/** The settling of a page: the differences at the end, and the last ones before they were gone. */
interface Settling {
  left: string[]
  last: string[]
  ms: number
}

/** Compares a page until nothing differs, or `PATIENCE_MS` have passed. */
async function settle(page: Page): Promise<Settling> {
  const begun = performance.now()
  for (let last: string[] = []; ;) {
    const left = await page.call('differences').catch((error: unknown) => [String(error)])
    const ms = performance.now() - begun
    if (left.length === 0 || ms > PATIENCE_MS) return { left, last, ms }
    last = left
    await wait(POLL_MS)
  }
}

/** Runs one schedule on a forum of its own, and compares everything at the end. */
export async function runChaos(options: RunOptions): Promise<Outcome> {
  // Each run listens to a signal of its own: listeners on a shared one would add up.
  const signal = options.signal && AbortSignal.any([options.signal])
  const cluster = await Cluster.start(options, options.server)
  const pages: Page[] = []
  const strangers: Stranger[] = []
  try {
    const running = runOn(cluster, pages, strangers, options)
    return await (signal ? Promise.race([running, aborted(signal)]) : running)
  } catch (error) {
    signal?.throwIfAborted()
    throw new Error(`seed ${options.seed} came to no end\n${cluster.outputs()}`, { cause: error })
  } finally {
    for (const stranger of strangers) stranger.stop()
    await Promise.all(pages.map((page) => page.stop()))
    await cluster.stop()
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const abort = () => reject(signal.reason as Error)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })

async function runOn(
  cluster: Cluster,
  pages: Page[],
  strangers: Stranger[],
  options: RunOptions,
): Promise<Outcome> {
  const { seed, seconds, clients, scenes, page: program, say = () => undefined } = options
  const apis = cluster.apiUrls.map((url) => new Community(url)) as [Community, Community]
  const [community, otherApi] = apis
  const admin = await community.signIn(ADMIN.ADMIN_USERNAME)
  const people: Person[] = [admin]
  for (let i = 0; i < clients - 1; i += 1) people.push(await community.register(`renwu${i}`, `人物${i}`))
  const actors: Person[] = []
  for (let i = 0; i < ACTORS; i += 1) actors.push(await community.register(`yanyuan${i}`, `演员${i}`))
  const threadIds: number[] = []
  for (let i = 0; i < THREADS + scenes.length; i += 1)
    threadIds.push(await community.startThread(people[i % clients]!, `第 ${i} 楼`, '开头', BOARD_IDS[0]))
  for (const [i, { token }] of people.entries()) {
    const page = new Page(program, await cluster.linkPage(i))
    pages.push(page)
    await page.call('open', token, { threadIds, boardId: BOARD_IDS[i % BOARD_IDS.length]! })
  }
  const stranger = new Stranger((await cluster.linkPage(clients)).gateway, threadIds, BOARD_IDS)
  strangers.push(stranger)

  const schedule = scheduleOf(seed, seconds, cluster.parts, [...cluster.links.keys()])
  say(`${schedule.length} faults`)
  const names = people.map(({ id, username }) => ({ id, username }))
  const part = { threadIds: threadIds.slice(0, THREADS), boardIds: BOARD_IDS, people: names }
  const begunAt = Date.now()
  for (const [i, page] of pages.entries())
    await page.call('begin', { ...part, seed: seed * 1_000 + i, isModerator: i === 0 })
  await carryOut(cluster, schedule, say)
  const healedAt = performance.now()
  say('healed')
  const journals = await Promise.all(pages.map((page) => finished(page)))
  say('all writes acknowledged')
  const writtenAt = [begunAt, ...journals.flatMap((journal) => journal.writtenAt)].sort((a, b) => a - b)
  const silenceMs = Math.max(...writtenAt.map((at, i) => (writtenAt[i + 1] ?? at) - at))

  const witnesses: Witness[] = people.map((person, i) => ({ person, journal: journals[i]! }))
  const [first, second] = actors.map((person) => ({ person, journal: emptyJournal() })) as [Witness, Witness]
  const all = (holds: (page: Page) => Promise<boolean>) => async () => {
    while (!(await Promise.all(pages.map(holds))).every(Boolean)) await wait(POLL_MS)
  }
  for (const [i, name] of scenes.entries()) {
    await play(name, {
      cluster,
      first,
      second,
      threadId: threadIds[THREADS + i]!,
      connected: all((page) => page.call('isConnected')),
      shown: (postId) => all((page) => page.call('showsPost', postId))(),
    })
    say(`played: ${name}`)
  }
  witnesses.push(first, second)
  const playedAt = scenes.length === 0 ? healedAt : performance.now()
  const settlings = await Promise.all(pages.map(settle))
  const stale = settlings.flatMap(({ left }, i) => left.map((one) => `page ${i}: ${one}`))
  const slowest = settlings.reduce((one, other) => (other.ms > one.ms ? other : one))
  const catchUpMs = performance.now() - playedAt
  say('pages compared')
  // The promise holds while the bus is up, and a client of Redis may need seconds more to find its new primary.
  const giveUpAt = performance.now() + PATIENCE_MS
  while (!(await hasBus(otherApi)) && performance.now() < giveUpAt) await wait(POLL_MS)
  const revocations = await feelRevocations(otherApi, admin, cluster.gatewayUrls[0]!)
  const findings = await new Truth(apis, admin, witnesses, threadIds).check(cluster)
  for (const [i, page] of pages.entries()) {
    const repeated = await page.call('repeatedEvents')
    if (repeated > 0) findings.doubled.push(`page ${i} applied ${repeated} events twice`)
  }
  for (const { person, journal } of witnesses) {
    for (const word of journal.unfound) findings.wrong.push(`${person.username} did not find ${word} at once`)
    findings.wrong.push(...journal.refused.map((act) => `${person.username} was refused: ${act}`))
  }
  if (stranger.heard === 0) findings.wrong.push('the stranger heard nothing at all')
  const sumOf = (count: (journal: Journal) => number) =>
    witnesses.reduce((sum, { journal }) => sum + count(journal), 0)
  const outcome = {
    seed,
    schedule,
    ...findings,
    stale,
    writes: sumOf(({ writes }) => writes),
    searches: sumOf(({ searches }) => searches),
    catchUpMs,
    caughtUpLast: slowest.last,
    longestWaitMs: Math.max(...journals.map(({ longestWaitMs }) => longestWaitMs)),
    silenceMs,
    revocations,
    overheard: stranger.overheard,
    outputs: '',
  }
  return isClean(outcome) ? outcome : { ...outcome, outputs: cluster.outputs() }
}

async function hasBus(api: Community): Promise<boolean> {
  const { dependencies } = await api.call<ResponseOf<Api['ready']>>('GET', '/health/ready', null)
  return dependencies.redis === 'up'
}

/** Waits for the write under way; says which, if it is never acknowledged. */
async function finished(page: Page) {
  const late = new AbortController()
  const tooLate = wait(PATIENCE_MS, undefined, { signal: late.signal }).then(async () => {
    throw new Error(`never acknowledged: ${await page.call('doing')}`)
  })
  tooLate.catch(() => undefined)
  try {
    return await Promise.race([page.call('finish'), tooLate])
  } finally {
    late.abort()
  }
}
