import { setTimeout as wait } from 'node:timers/promises'
import type { Api, ResponseOf } from '@forum/shared/contract'
import { ADMIN, Community, type Person } from '../fixtures/community'
import type { PageProgram } from '../fixtures/page-program'
import { Access } from './access'
import { wrongAccess, type Reader } from './access-truth'
import { Cluster, type Size } from './cluster'
import { emptyJournal, type Journal } from './journal'
import { leaks, Outsider } from './outsider'
import type { Duty, SecretBoard } from './page/acts'
import { Page } from './pages'
import { play, type SceneName } from './scenes'
import { carryOut, scheduleOf, type Fault } from './schedule'
import { feelRevocations, Stranger } from './sockets'
import { OPENING, Truth, type Findings, type Witness } from './truth'

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
  /** The numbers of writes that held a text, decided about one, moved posts or changed who may read. */
  moderated: { held: number; decisions: number; moves: number; access: number }
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
const SECRET_THREADS = 2
/** The duties of the first members; the others are newcomers. */
const DUTIES: readonly (readonly Duty[])[] = [
  ['move posts', 'move posts', 'change access', 'decide'],
  ['decide', 'decide', 'move threads'],
]
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
  const strangers: (Stranger | Outsider)[] = []
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
  strangers: (Stranger | Outsider)[],
  options: RunOptions,
): Promise<Outcome> {
  const { seed, seconds, clients, scenes, page: program, say = () => undefined } = options
  const apis = cluster.apiUrls.map((url) => new Community(url)) as [Community, Community]
  const [community, otherApi] = apis
  const admin = await community.signIn(ADMIN.ADMIN_USERNAME)
  const people: Person[] = [admin, await registerModerator(community, admin)]
  for (let i = 0; i < clients - 2; i += 1) people.push(await community.register(`renwu${i}`, `人物${i}`))
  const actors: Person[] = []
  for (let i = 0; i < ACTORS; i += 1) actors.push(await community.register(`yanyuan${i}`, `演员${i}`))
  const threadIds: number[] = []
  for (let i = 0; i < THREADS + scenes.length; i += 1)
    threadIds.push(await community.startThread(people[i % clients]!, `第 ${i} 楼`, OPENING, BOARD_IDS[0]))
  const secret = await makeSecret(community, admin, people.slice(DUTIES.length))
  const secretIds = secret.threadIds
  const ownIds = threadIds.slice(0, THREADS)
  const movingIds = ownIds.slice(1)
  // Replies leave the thread of this scene, too.
  const leftIds = scenes.flatMap((name, i) => (name === 'left on the way' ? threadIds[THREADS + i]! : []))
  for (const [i, { token }] of people.entries()) {
    const page = new Page(program, await cluster.linkPage(i))
    pages.push(page)
    await page.call('open', token, {
      threadIds,
      movingIds: [...movingIds, ...leftIds],
      secretIds,
      boardId: BOARD_IDS[i % BOARD_IDS.length]!,
    })
  }
  const named = {
    threadIds: [...threadIds, ...secretIds],
    boardIds: [...BOARD_IDS, secret.id],
    userIds: people.map(({ id }) => id),
  }
  const { gateway } = await cluster.linkPage(clients)
  const stranger = new Stranger(gateway, named.threadIds, named.boardIds)
  const outsider = new Outsider(cluster.apiUrls, named)
  strangers.push(stranger, outsider)

  const schedule = scheduleOf(seed, seconds, cluster.parts, [...cluster.links.keys()])
  say(`${schedule.length} faults`)
  const names = people.map(({ id, username }) => ({ id, username }))
  const part = { threadIds: ownIds, movingIds, boardIds: BOARD_IDS, secret, people: names }
  const begunAt = Date.now()
  for (const [i, page] of pages.entries())
    await page.call('begin', { ...part, seed: seed * 1_000 + i, duties: [...(DUTIES[i] ?? [])] })
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
      admin,
      first,
      second,
      threadId: threadIds[THREADS + i]!,
      movingId: movingIds[0]!,
      secret,
      connected: all((page) => page.call('isConnected')),
      shown: (postId) => all((page) => page.call('showsPost', postId))(),
    })
    say(`played: ${name}`)
  }
  witnesses.push(first, second)
  const playedAt = scenes.length === 0 ? healedAt : performance.now()
  const settlings = await Promise.all(pages.map(settle))
  const stale = settlings.flatMap(({ left }, i) => left.map((one) => `page ${i}: ${one}`))
  const slowest = settlings.reduce((slow, { ms }, i) => (ms > (settlings[slow]?.ms ?? 0) ? i : slow), 0)
  const catchUpMs = performance.now() - playedAt
  say('pages compared')
  // The promise holds while the bus is up, and a client of Redis may need seconds more to find its new primary.
  const giveUpAt = performance.now() + PATIENCE_MS
  while (!(await hasBus(otherApi)) && performance.now() < giveUpAt) await wait(POLL_MS)
  const revocations = await feelRevocations(otherApi, admin, cluster.gatewayUrls[0]!)
  outsider.stop()
  const truth = new Truth(apis, admin, witnesses, { threadIds, secretIds })
  const findings = await truth.check(cluster)
  const access = new Access(
    secret,
    witnesses.flatMap(({ journal }) => journal.access),
    people.slice(0, DUTIES.length).map(({ id }) => id),
  )
  const said = witnesses.flatMap(({ journal }) =>
    journal.replies.filter(({ word }) => word in journal.secrets),
  )
  const secrets = { access, replies: said, unpublished: truth.unpublished, named }
  const readers: Reader[] = [
    { person: null, page: null, own: [] },
    ...people.map((person, i) => ({ person, page: pages[i]!, own: journals[i]!.held })),
  ]
  for (const reader of readers) findings.wrong.push(...(await wrongAccess(apis, reader, secrets)))
  const sentAt = Object.assign({}, ...witnesses.map(({ journal }) => journal.secrets)) as Record<
    string,
    number
  >
  const written = new Map(said.map(({ word, threadId }) => [word, { threadId, at: sentAt[word]! }]))
  const overheard = [
    ...stranger.overheard,
    ...leaks(access, { read: outsider.read, heard: stranger.secrets }, written),
  ]
  say(`${outsider.responses} responses to a stranger, with ${outsider.read.length} words of secret threads`)
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
    moderated: {
      held: sumOf(({ held }) => held.length),
      decisions: sumOf(({ decisions }) => decisions.length),
      moves: sumOf(({ moves }) => moves.length),
      access: sumOf((journal) => journal.access.length),
    },
    searches: sumOf(({ searches }) => searches),
    catchUpMs,
    caughtUpLast: (settlings[slowest]?.last ?? []).map((one) => `page ${slowest}: ${one}`),
    longestWaitMs: Math.max(...journals.map(({ longestWaitMs }) => longestWaitMs)),
    silenceMs,
    revocations,
    overheard,
    outputs: '',
  }
  return isClean(outcome) ? outcome : { ...outcome, outputs: cluster.outputs() }
}

async function registerModerator(community: Community, admin: Person): Promise<Person> {
  const { id, username } = await community.register('guanlin', '观林')
  await community.as(admin).call('setUserRole', { userId: id, role: 'moderator' })
  return community.signIn(username)
}

/** Makes a board that only a group may read, with one of two threads in it and one member in the group. */
async function makeSecret(
  community: Community,
  admin: Person,
  members: readonly Person[],
): Promise<SecretBoard> {
  const boss = community.as(admin)
  const openBoardId = BOARD_IDS[0]!
  const { group } = await boss.call('createGroup', { name: '自己人', joining: 'byHand' })
  const access = { see: 'groups' } as const
  const named = { name: 'Secret', name_zh: '密室', category: '1', groupIds: [group.id], access }
  const { board } = await boss.call('createBoard', named)
  const memberIds = members.map(({ id }) => id)
  await boss.call('addGroupMember', { groupId: group.id, userId: memberIds[0]! })
  const threadIds: number[] = []
  for (let i = 0; i < SECRET_THREADS; i += 1)
    threadIds.push(await community.startThread(admin, `悄悄 ${i}`, OPENING, i === 0 ? board.id : openBoardId))
  return { id: board.id, groupId: group.id, threadIds, openBoardId, memberIds }
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
