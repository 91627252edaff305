import type { Draft } from '../log-event'
import { eventId, type CounterKey } from '../log-event'
import type { LogConsumer } from '../log-store'
import type { ThreadLogOptions } from '../thread-log'
import {
  foldSmall,
  MemoryDatabase,
  MemoryStore,
  type SmallEvent,
  type SmallPost,
  type SmallThread,
} from './memory-store'
import { demand, type ThreadLogClass } from './simulate'

const BOARD: CounterKey = 'board:1'
const NOW = 1_000_000
const DAY = 'day 0'
/** More than any check needs; beyond them it loops for ever. */
const MAX_OPERATIONS = 20_000
const MAX_TURNS = 3_000

type Consumer = LogConsumer<SmallThread, SmallPost>

/** Lets everything happen that waits for no more than promises. */
async function settled(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve))
}

/** A consumer that notes what it gets, and can be held up or made to fail. */
class Recorder implements Consumer {
  readonly kinds = 'all'
  readonly calls: number[] = []
  readonly seen: string[] = []
  isFailing = false
  private gate: Promise<void> = Promise.resolve()

  constructor(readonly name: string) {}

  /** Holds up every call from now on until the returned function is called. */
  hold(): () => void {
    let release = () => {}
    this.gate = new Promise((resolve) => (release = resolve))
    return release
  }

  async handle(events: readonly SmallEvent[]): Promise<void> {
    await this.gate
    if (this.isFailing) throw new Error(`${this.name} fails`)
    this.calls.push(events.length)
    this.seen.push(...events.map(({ _id }) => _id))
  }
}

/** A store whose calls are counted, and that fails where a test says so. */
class WatchedStore extends MemoryStore {
  readonly counted: Record<string, number> = {}
  readonly failing = new Set<string>()
  readonly inserts: number[] = []
  isTaken = false

  private note(name: string): void {
    this.counted[name] = (this.counted[name] ?? 0) + 1
    if (this.failing.has(name)) throw new Error(`${name} fails`)
  }

  override async thread(threadId: number) {
    this.note('thread')
    return super.thread(threadId)
  }

  override async insert(events: readonly SmallEvent[]) {
    this.inserts.push(events.length)
    return this.isTaken ? { inserted: 0, taken: 'seq' as const } : super.insert(events)
  }

  override async pending(...args: Parameters<MemoryStore['pending']>) {
    this.note('pending')
    return super.pending(...args)
  }

  override async overdue(...args: Parameters<MemoryStore['overdue']>) {
    this.note('overdue')
    return super.overdue(...args)
  }

  override async clear(...args: Parameters<MemoryStore['clear']>) {
    this.note('clear')
    return super.clear(...args)
  }

  override async counters(keys: readonly CounterKey[]) {
    this.note('counters')
    return super.counters(keys)
  }
}

function setUp(ThreadLog: ThreadLogClass, more: Partial<ThreadLogOptions<SmallThread, SmallPost>> = {}) {
  const database = new MemoryDatabase()
  database.addCounter(BOARD)
  let operations = 0
  const store = new WatchedStore(database, async (operation) => {
    await Promise.resolve()
    if (++operations > MAX_OPERATIONS) throw new Error('it never comes to rest')
    return operation()
  })
  const publish = new Recorder('publish')
  const other = new Recorder('other')
  const failures: string[] = []
  const counted: CounterKey[] = []
  const log = new ThreadLog<SmallThread, SmallPost>({
    store,
    consumers: [publish, other],
    fold: foldSmall,
    clock: { now: () => new Date(NOW) },
    pause: () => new Promise((resolve) => setImmediate(resolve)),
    onFailure: (what) => failures.push(what),
    onCounted: (keys) => counted.push(...keys),
    ...more,
  })
  return { database, store, publish, other, failures, counted, log }
}
type World = ReturnType<typeof setUp>

function draft(thread: SmallThread | null, threadId: number): Draft<SmallThread, SmallPost> {
  const number = (thread?.lastNumber ?? 0) + 1
  return {
    kind: 'post.created',
    actorId: 1,
    at: new Date(NOW),
    boardId: 1,
    thread: { lastNumber: number, postCount: number, boardId: 1 },
    post: {
      _id: threadId * 1_000 + number,
      authorId: 1,
      threadId,
      number,
      text: '',
      day: DAY,
      isDeleted: false,
    },
    counts: [{ subject: 'board', id: 1, posts: 1, days: { [DAY]: 1 } }],
  }
}

const reply = ({ log }: World, threadId = 1) =>
  log.change(threadId, (thread) => Promise.resolve(draft(thread, threadId)))

/** Appends to a log what another process left behind. */
function leave({ database }: World, threadId: number, count: number, at = new Date(NOW - 6_000)): void {
  const log = database.log(threadId)
  for (let i = 0; i < count; i++) {
    const seq = log.length + 1
    const pending = ['publish', 'other', 'count']
    const lastNumber = seq - 1
    const thread = lastNumber === 0 ? null : ({ lastNumber } as SmallThread)
    log.push({ ...draft(thread, threadId), at, _id: eventId(threadId, seq), v: 1, threadId, seq, pending })
  }
}

const ids = (threadId: number, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => eventId(threadId, from + i))

const isSame = (a: readonly unknown[], b: readonly unknown[]) => JSON.stringify(a) === JSON.stringify(b)

const isUnavailable = (result: PromiseSettledResult<unknown>) =>
  result.status === 'rejected' && String(result.reason).includes('UNAVAILABLE')

async function givesUpAfterEightTries(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  world.store.isTaken = true
  const [result] = await Promise.allSettled([reply(world)])
  demand(isUnavailable(result), 'a thread that keeps moving is refused')
  demand(world.store.inserts.length === 8, 'a call is decided eight times')
}

async function boundsItsQueue(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  const first = world.log.change(1, async (thread) => {
    await gate
    return draft(thread, 1)
  })
  const others = Array.from({ length: 300 }, () => reply(world))
  const results = Promise.allSettled([first, ...others])
  release()
  const refused = (await results).filter(isUnavailable)
  demand(refused.length === 300 - 256, 'so many calls wait for a thread and no more')
  demand(Math.max(...world.store.inserts) === 64, 'so many events are committed at once and no more')
  await world.log.drain()
  demand(isSame(world.publish.seen, ids(1, 1, 257)), 'what waited is delivered once and in order')
  demand(Math.max(...world.publish.calls) <= 50, 'a consumer gets so many events at once and no more')
}

async function readsNothingWhenWarm(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  await reply(world)
  await world.log.drain()
  const before = { ...world.store.counted }
  await reply(world)
  await world.log.drain()
  for (const name of ['thread', 'counters', 'pending']) {
    demand(world.store.counted[name] === before[name], `a warm call reads no ${name}`)
  }
  // A refusal confirms the copy that it rests on.
  for (const reads of [1, 1]) {
    const already = world.store.counted['thread'] ?? 0
    await world.log.change(1, () => Promise.resolve(null))
    demand(world.store.counted['thread'] === already + reads, 'a refusal reads the thread once')
  }
  demand(isSame(world.counted, [BOARD, BOARD]), 'counting is reported')
}

async function reportsFailures(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  world.publish.isFailing = true
  await reply(world)
  await world.log.drain()
  demand(isSame(world.failures, ['publish']), 'a failing consumer is reported')
  demand(isSame(world.other.seen, ids(1, 1, 1)), 'a failing consumer delays no other')
  world.store.failing.add('overdue')
  await world.log.sweep()
  demand(world.failures.filter((what) => what === 'sweep').length === 3, 'a failing sweep is reported')
  world.store.failing.clear()
  world.publish.isFailing = false
  leave(world, 2, 1)
  world.store.failing.add('thread')
  await world.log.sweep()
  demand(world.failures.length > 4, 'a thread that cannot be projected is reported')
  world.store.failing.clear()
  await world.log.sweep()
  await world.log.drain()
  demand(world.publish.seen.includes('2:1'), 'the next sweep tries again')
  world.store.failing.add('clear')
  await reply(world)
  await world.log.drain()
  demand(world.failures.includes('clear'), 'a failing clear is reported')
}

async function sweepsWhatIsOverdue(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  leave(world, 1, 1, new Date(NOW - 4_000))
  leave(world, 2, 250)
  for (let threadId = 3; threadId <= 20; threadId++) leave(world, threadId, 1)
  await world.log.sweep()
  await world.log.drain()
  demand(!world.publish.seen.includes('1:1'), 'what is under way is not overdue')
  const ofSecond = world.publish.seen.filter((_id) => _id.startsWith('2:'))
  demand(isSame(ofSecond, ids(2, 1, 250)), 'a long backlog is delivered in order')
  demand(world.publish.seen.length === 268, 'every thread is swept')
  demand(world.database.counters.get(BOARD)?.numbers.posts === 268, 'a backlog is counted')
  demand((world.store.counted['pending'] ?? 0) < 500, 'a backlog is read in batches')
}

async function survivesAHungConsumer(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog, { remembered: 12 })
  const release = world.publish.hold()
  for (let threadId = 1; threadId <= 30; threadId++) await reply(world, threadId)
  for (let i = 0; i < 20; i++) await Promise.all(Array.from({ length: 20 }, () => reply(world)))
  await settled()
  demand(world.publish.seen.length === 0, 'it hangs')
  demand(world.other.seen.includes('30:1'), 'a hung consumer delays no other')
  const looks = world.store.counted['overdue'] ?? 0
  leave(world, 40, 1)
  const sweeps = [world.log.sweep(), world.log.sweep()]
  await settled()
  const hung = world.log.sweep()
  await settled()
  demand(world.other.seen.includes('40:1'), 'a sweep reaches the others')
  // Three lanes look once or more each, but the one that hangs does not pile up.
  demand((world.store.counted['overdue'] ?? 0) - looks < 12, 'sweeps of a hung consumer do not pile up')
  release()
  await Promise.all([...sweeps, hung])
  await world.log.drain()
  // More waited than a lane remembers: the next event brings the rest.
  await reply(world)
  await world.log.drain()
  const ofFirst = world.publish.seen.filter((_id) => _id.startsWith('1:'))
  demand(isSame(ofFirst, ids(1, 1, 402)), 'what waited is delivered in order')
}

async function repairsDrift(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog)
  await reply(world)
  await world.log.drain()
  demand(!(await world.log.scrub(BOARD)), 'right numbers are left alone')
  demand(!(await world.log.scrub('board:9')), 'an unknown counter is left alone')
  const counter = world.database.counters.get(BOARD)
  if (!counter) throw new Error('there is a counter')
  for (const drift of [{ posts: 5 }, { threads: 2 }, { likes: 3 }, { days: { [DAY]: 7 } }]) {
    counter.numbers = { ...counter.numbers, ...drift }
    demand(await world.log.scrub(BOARD), 'drift is repaired')
    demand(counter.numbers.posts === 1 && counter.numbers.days[DAY] === 1, 'drift is repaired rightly')
    demand(counter.numbers.threads === 0 && counter.numbers.likes === 0, 'drift is repaired wholly')
  }
  leave(world, 2, 1)
  counter.numbers = { ...counter.numbers, posts: 9 }
  demand(!(await world.log.scrub(BOARD)), 'nothing is judged while an event waits to be counted')
}

async function boundsMarks(ThreadLog: ThreadLogClass): Promise<void> {
  const world = setUp(ThreadLog, { maxMarks: 4 })
  for (let threadId = 1; threadId <= 30; threadId++) {
    await reply(world, threadId)
    await world.log.drain()
  }
  const counter = world.database.counters.get(BOARD)
  demand(counter !== undefined && counter.marks.size <= 6, 'marks are evicted')
  demand(counter?.numbers.posts === 30, 'eviction counts nothing twice')
  demand((counter?.epoch ?? 0) < 15, 'marks are evicted in groups')
}

async function reportsProjectionsBeforeAnswers(ThreadLog: ThreadLogClass): Promise<void> {
  const projected: string[] = []
  const world = setUp(ThreadLog, {
    onProjected: (threadId, events) => projected.push(...events.map(({ seq }) => eventId(threadId, seq))),
  })
  await reply(world)
  demand(isSame(projected, ids(1, 1, 1)), 'an own change is reported before it is answered')
  leave(world, 2, 2, new Date(NOW))
  await world.log.change(2, (thread) => Promise.resolve(thread ? null : draft(thread, 2)))
  demand(isSame(projected, [...ids(1, 1, 1), ...ids(2, 1, 2)]), 'projected changes of others are reported')
  await world.log.drain()
  demand(
    isSame(world.publish.seen.slice(-2), ids(2, 1, 2)),
    'projected changes of others are delivered at once',
  )
}

const CHECKS = [
  boundsMarks,
  reportsProjectionsBeforeAnswers,
  givesUpAfterEightTries,
  boundsItsQueue,
  readsNothingWhenWarm,
  reportsFailures,
  sweepsWhatIsOverdue,
  survivesAHungConsumer,
  repairsDrift,
]

/** What random lives meet too seldom, or cannot see. */
export async function checkDirected(ThreadLog: ThreadLogClass): Promise<void> {
  for (const check of CHECKS) {
    let isOver = false
    const running = check(ThreadLog).finally(() => (isOver = true))
    const hang = async () => {
      for (let turns = 0; turns < MAX_TURNS && !isOver; turns++) {
        await new Promise((resolve) => setImmediate(resolve))
      }
      demand(isOver, `${check.name} never comes to rest`)
    }
    await Promise.race([running, hang().then(() => running)])
  }
}
