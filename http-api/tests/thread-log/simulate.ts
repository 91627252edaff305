import type * as Log from '../../src/log/thread-log'
import type { Draft, LogEvent } from '../../src/log/log-event'
import type { LogConsumer } from '../../src/log/log-store'
import {
  foldSmall,
  Lost,
  MemoryDatabase,
  MemoryStore,
  numbersOf,
  type Atomically,
  type SmallEvent,
  type SmallPost,
  type SmallThread,
} from './memory-store'
import { Schedule } from './schedule'

export type ThreadLogClass = typeof Log.ThreadLog
type SmallDraft = Draft<SmallThread, SmallPost>
type SmallLog = Log.ThreadLog<SmallThread, SmallPost>

const THREADS = [1, 2]
const BOARDS = [1, 2]
const MEMBERS = [1, 2]
const MODERATOR = 9
const MAX_STEPS = 1_500

export class Refused extends Error {}

export function assert(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}

/** Everything outside the processes. */
class World {
  readonly database = new MemoryDatabase()
  readonly bus: { threadId: number; seq: number; id: string }[] = []
  readonly noticed = new Set<string>()
  readonly insertedAt = new Map<string, number>()
  /** The acknowledged calls, with their keys. */
  readonly acknowledged: { event: SmallEvent; key: string | undefined }[] = []
  readonly broken = new Set<string>()
  /** Calls without a response. */
  readonly open = new Set<{ process: number }>()
  isBusUnavailable = false
  isQuiet = false
  private made = 0

  constructor(
    readonly schedule: Schedule,
    readonly isCalm: boolean,
  ) {
    for (const id of BOARDS) this.database.addCounter(`board:${id}`)
    for (const id of MEMBERS) this.database.addCounter(`member:${id}`)
    for (const _id of THREADS) {
      this.database.threads.set(_id, {
        _id,
        seq: 0,
        boardId: 1,
        lastNumber: 0,
        postCount: 0,
        isLocked: false,
        days: {},
      })
    }
  }

  nextId(): number {
    return ++this.made
  }

  /** One process's connection to the database and the bus, which delays or loses operations at random. */
  atomically(process: number): Atomically {
    return async (operation) => {
      await this.schedule.step(process)
      const result = operation()
      if (this.schedule.random() < 0.3) await this.schedule.step(process)
      if (!this.isQuiet && !this.isCalm && this.schedule.random() < 0.006) throw new Lost()
      return result
    }
  }
}

function consumers(world: World, atomically: Atomically): LogConsumer<SmallThread, SmallPost>[] {
  const { database } = world
  const publish = (event: SmallEvent) =>
    atomically(() => {
      if (world.isBusUnavailable) throw new Lost()
      const { threadId, seq } = event
      if ((database.threads.get(threadId)?.seq ?? 0) < seq) world.broken.add('published before projected')
      world.bus.push({ threadId, seq, id: event._id })
    })
  return [
    {
      name: 'publish',
      kinds: 'all',
      maxEvents: 1,
      handle: async (events) => {
        for (const event of events) await publish(event)
      },
    },
    {
      // Slow, and as likely as other processes to die half-way through its events.
      name: 'notice',
      kinds: ['post.created'],
      maxEvents: 3,
      handle: async (events) => {
        for (const event of events) {
          assert(event.kind === 'post.created', 'a consumer gets its own kinds')
          for (let i = 0; i < 3; i++) await atomically(() => undefined)
          await atomically(() => world.noticed.add(event._id))
        }
      },
    },
  ]
}

interface Process {
  id: number
  log: SmallLog
  store: MemoryStore
  atomically: Atomically
}

function startProcess(ThreadLog: ThreadLogClass, world: World, id: number): Process {
  const atomically = world.atomically(id)
  const store = new MemoryStore(world.database, atomically)
  const log = new ThreadLog({
    store,
    fold: foldSmall,
    clock: { now: () => new Date(world.schedule.now) },
    // Treats everything pending as overdue, work in progress included, which is harsher than any clock.
    databaseTime: () => Promise.resolve(new Date(world.schedule.now + 1_000_000)),
    pause: () => world.schedule.step(id),
    rest: () => world.schedule.step(id),
    onFailure: (what, error) => {
      if (!(error instanceof Lost) || world.isCalm) {
        world.broken.add(`failure: ${what} ${error instanceof Error ? error.message : String(error)}`)
      }
    },
    maxMarks: 1,
    remembered: 8,
  })
  log.deliverTo(consumers(world, atomically))
  return { id, log, store, atomically }
}

const day = (number: number) => `day ${number % 2}`

const withDay = (days: Record<string, number>, written: string, by: number): Record<string, number> => ({
  ...days,
  [written]: (days[written] ?? 0) + by,
})

function replyTo(world: World, thread: SmallThread, actorId: number, idempotencyKey?: string): SmallDraft {
  if (thread.isLocked) throw new Refused()
  const number = thread.lastNumber + 1
  const post = {
    _id: world.nextId(),
    authorId: actorId,
    threadId: thread._id,
    number,
    text: '',
    day: day(number),
    isDeleted: false,
  }
  return {
    kind: 'post.created',
    actorId,
    at: new Date(world.schedule.now),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    boardId: thread.boardId,
    thread: {
      lastNumber: number,
      postCount: thread.postCount + 1,
      days: withDay(thread.days, day(number), 1),
    },
    post,
    counts: [
      { subject: 'board', id: thread.boardId, posts: 1, days: { [day(number)]: 1 } },
      { subject: 'member', id: actorId, posts: 1, days: { [day(number)]: 1 } },
    ],
  }
}

function moderate(
  world: World,
  thread: SmallThread,
  kind: SmallDraft['kind'],
  change: Partial<SmallThread>,
): SmallDraft {
  const at = new Date(world.schedule.now)
  return { kind, actorId: MODERATOR, at, boardId: thread.boardId, thread: change, counts: [] }
}

/** Deletes or edits the post with this number, in its state after the earlier events of the same commit. */
async function changePost(
  world: World,
  process: Process,
  thread: SmallThread,
  number: number,
  earlier: readonly SmallEvent[],
): Promise<SmallDraft | null> {
  let post = await process.atomically(() =>
    [...world.database.posts.values()].find(
      (other) => other.threadId === thread._id && other.number === number,
    ),
  )
  for (const event of earlier) {
    if (event.post && (event.post._id === post?._id || event.post.number === number)) {
      post = { ...post, ...event.post }
    }
  }
  if (number > thread.lastNumber) return null
  if (!post) throw new Error('a post that its thread covers is there')
  if (post.isDeleted) return null
  return {
    ...moderate(world, thread, 'post.deleted', {
      postCount: thread.postCount - 1,
      days: withDay(thread.days, day(number), -1),
    }),
    post: { _id: post._id, authorId: post.authorId, isDeleted: true },
    counts: [
      { subject: 'board', id: thread.boardId, posts: -1, days: { [day(number)]: -1 } },
      { subject: 'member', id: post.authorId, posts: -1, days: { [day(number)]: -1 } },
    ],
  }
}

function moveTo(world: World, thread: SmallThread, boardId: number): SmallDraft | null {
  if (thread.boardId === boardId) return null
  const fromBoardId = thread.boardId
  const { days } = thread
  const taken = Object.fromEntries(Object.entries(days).map(([written, posts]) => [written, -posts]))
  return {
    ...moderate(world, thread, 'thread.moved', { boardId }),
    boardId,
    fromBoardId,
    counts: [
      { subject: 'board', id: fromBoardId, posts: -thread.postCount, days: taken },
      { subject: 'board', id: boardId, posts: thread.postCount, days },
    ],
  }
}

/** Whether the log had the thread locked at some time between two moments, as far as a response may depend on it. */
function wasLocked(world: World, threadId: number, from: number): boolean {
  let isLocked = false
  let was = false
  for (const event of world.database.log(threadId)) {
    if (event.kind !== 'thread.locked') continue
    const next = event.thread.isLocked ?? false
    // The projection may trail the log, so an unlock counts from its acknowledgement.
    if (isLocked && !next && (world.insertedAt.get(event._id) ?? Infinity) >= from) was = true
    isLocked = next
  }
  return was || isLocked
}

class Life {
  private readonly schedule: Schedule
  private readonly world: World
  private processes: Process[] = []
  private started = 0
  private hasCutPower = false
  private hasKilledDatabase = false
  private readonly retries: { threadId: number; actorId: number; key: string }[] = []

  constructor(
    private readonly ThreadLog: ThreadLogClass,
    seed: number,
  ) {
    this.schedule = new Schedule(seed)
    this.world = new World(this.schedule, seed % 5 === 0)
    for (let i = 0; i < 3; i++) this.startProcess()
  }

  private startProcess(): Process {
    const process = startProcess(this.ThreadLog, this.world, this.started++)
    this.processes.push(process)
    return process
  }

  private call(
    process: Process,
    threadId: number,
    decide: (thread: SmallThread, earlier: readonly SmallEvent[]) => Promise<SmallDraft | null>,
    key?: { actorId: number; idempotencyKey: string },
  ): void {
    const { world } = this
    const { database } = world
    const startedAt = this.schedule.now
    const call = { process: process.id }
    world.open.add(call)
    const ofKey = () =>
      database
        .log(threadId)
        .find((event) => event.actorId === key?.actorId && event.idempotencyKey === key.idempotencyKey)
    const committedBefore = key && ofKey()
    process.log
      .change(
        threadId,
        async (thread, earlier) => {
          if (!thread) throw new Error('the thread is there')
          return decide(thread, earlier)
        },
        key,
      )
      .finally(() => world.open.delete(call))
      .then(({ event, isRepeat }) => {
        if (!event) return
        world.insertedAt.set(event._id, this.schedule.now)
        checkIn(
          world,
          (database.threads.get(threadId)?.seq ?? 0) >= event.seq,
          'acknowledged before projected',
        )
        if (key) checkIn(world, ofKey()?._id === event._id, 'a retry got another event')
        if (committedBefore) checkIn(world, isRepeat, 'a repeat passed for the first call')
        world.acknowledged.push({ event, key: key?.idempotencyKey })
      })
      .catch((error: unknown) => {
        if (error instanceof Lost) checkIn(world, !world.isCalm, 'a call failed in a calm life')
        else if (error instanceof Refused) {
          checkIn(world, !committedBefore, 'a committed reply was refused')
          checkIn(world, wasLocked(world, threadId, startedAt), 'refused for a state that was over')
        } else if (world.isCalm || !(error instanceof Error && error.message === 'UNAVAILABLE')) {
          world.broken.add(error instanceof Error ? error.message : String(error))
        }
      })
  }

  private reply(process: Process, threadId: number, actorId: number, key?: string): void {
    this.call(
      process,
      threadId,
      (thread) => Promise.resolve(replyTo(this.world, thread, actorId, key)),
      key === undefined ? undefined : { actorId, idempotencyKey: key },
    )
  }

  private startSomething(process: Process): void {
    const { schedule, world } = this
    const threadId = schedule.pick(THREADS)
    const actorId = schedule.pick(MEMBERS)
    const kind = schedule.random()
    if (kind < 0.55) {
      const key = schedule.random() < 0.5 ? `${threadId}/${schedule.below(4)}` : undefined
      this.reply(process, threadId, actorId, key)
      if (key !== undefined && schedule.random() < 0.7) this.retries.push({ threadId, actorId, key })
    } else if (kind < 0.7) {
      const number = 1 + schedule.below(4)
      this.call(process, threadId, (thread, earlier) => changePost(world, process, thread, number, earlier))
    } else if (kind < 0.74) {
      this.call(process, threadId, (thread) => Promise.resolve(moderate(world, thread, 'thread.pinned', {})))
    } else if (kind < 0.87) {
      const isLocked = schedule.random() < 0.45
      this.call(process, threadId, (thread) =>
        Promise.resolve(
          thread.isLocked === isLocked ? null : moderate(world, thread, 'thread.locked', { isLocked }),
        ),
      )
    } else {
      const boardId = schedule.pick(BOARDS)
      this.call(process, threadId, (thread) => Promise.resolve(moveTo(world, thread, boardId)))
    }
  }

  private async lookLost(): Promise<void> {
    const { schedule } = this
    const process = schedule.pick(this.processes)
    try {
      const key = schedule.pick([...this.world.database.counters.keys()])
      const drifted = await process.log.scrub([key])
      checkIn(this.world, drifted.length === 0, 'a scrub changed right numbers')
    } catch (error) {
      if (!(error instanceof Lost)) throw error
    }
  }

  async run(): Promise<void> {
    const { schedule, world } = this
    let left = 10
    for (let steps = 0; steps < MAX_STEPS; steps++) {
      if (left > 0 && schedule.random() < 0.06) {
        left--
        const process = schedule.pick(this.processes)
        const burst = 1 + schedule.below(3)
        for (let i = 0; i < burst; i++) {
          this.startSomething(schedule.random() < 0.5 ? process : schedule.pick(this.processes))
        }
      }
      if (this.retries.length > 0 && schedule.random() < 0.05) {
        const [retry] = this.retries.splice(schedule.below(this.retries.length), 1)
        if (retry) this.reply(schedule.pick(this.processes), retry.threadId, retry.actorId, retry.key)
      }
      if (schedule.random() < 0.02) void this.lookLost()
      const isBusy = await schedule.next()
      if (!isBusy && left === 0 && this.retries.length === 0) break
      if (!world.isCalm) await this.disturb()
    }
    world.isQuiet = true
    world.isBusUnavailable = false
    await schedule.drain()
    if (world.isCalm) {
      for (const event of world.database.events) {
        assert(event.pending.length === 0, 'in a calm life nothing is left to a sweep')
      }
    }
    const alive = this.processes.map(({ id }) => id)
    assert(
      ![...world.open].some((call) => alive.includes(call.process)),
      'every call of a live process returns',
    )
    const last = this.startProcess()
    for (let i = 0; i < 2; i++) {
      void last.log.sweep()
      await schedule.drain()
    }
    this.check()
  }

  private async disturb(): Promise<void> {
    const { schedule, world } = this
    if (!this.hasCutPower && schedule.random() < 0.004) await this.cutPower()
    if (!this.hasKilledDatabase && schedule.random() < 0.01) this.killDatabase()
    if (schedule.random() < 0.01) world.isBusUnavailable = !world.isBusUnavailable
    if (schedule.random() < 0.006 && this.started < 9) {
      const process = schedule.pick(this.processes)
      schedule.kill(process.id)
      this.processes = this.processes.filter((other) => other !== process)
      this.startProcess()
    }
    if (schedule.random() < 0.006) schedule.stall(schedule.pick(this.processes).id, 100 + schedule.below(400))
    if (schedule.random() < 0.02) void schedule.pick(this.processes).log.sweep()
  }

  /** Kills the database, which loses what is not in its journal and starts again while the processes go on. */
  private killDatabase(): void {
    const { schedule, world } = this
    this.hasKilledDatabase = true
    world.database.crash((unjournaled) => schedule.below(unjournaled + 1))
  }

  /** Kills all processes and the database at once, and starts again. */
  private async cutPower(): Promise<void> {
    const { schedule, world } = this
    this.hasCutPower = true
    // What was answered before is acknowledged first.
    await new Promise((resolve) => setImmediate(resolve))
    const { length } = this.processes
    for (const { id } of this.processes) schedule.kill(id)
    world.database.crash((unjournaled) => schedule.below(unjournaled + 1))
    this.processes = []
    world.isQuiet = true
    while (this.processes.length < length) {
      const { log } = this.startProcess()
      void log.recover().then(() => {
        for (const { event } of world.acknowledged) {
          const { seq = 0 } = world.database.threads.get(event.threadId) ?? {}
          checkIn(world, seq >= event.seq, 'what was acknowledged is not shown after a crash')
        }
      })
      await schedule.drain()
    }
    world.isQuiet = false
  }

  private check(): void {
    const { world } = this
    const { database } = world
    for (const broken of world.broken) throw new Error(broken)
    for (const threadId of THREADS) checkThread(world, threadId)
    for (const [key, { numbers, marks }] of database.counters) {
      const expected = numbersOf(THREADS.flatMap((threadId) => database.recount(key, threadId)))
      assert(numbers.posts === expected.posts, `${key} holds ${numbers.posts} posts of ${expected.posts}`)
      for (const [written, posts] of Object.entries(numbers.days)) {
        assert(posts === (expected.days?.[written] ?? 0), `${key} counts days`)
      }
      if (world.isCalm) assert(marks.size <= 2, 'marks are evicted')
    }
    for (const { event, key } of world.acknowledged) {
      const kept = database.log(event.threadId)[event.seq - 1]
      assert(kept?.at.getTime() === event.at.getTime(), 'what was acknowledged is kept')
      assert(kept?.idempotencyKey === (key ?? kept?.idempotencyKey), 'a key is kept')
    }
  }
}

function checkIn(world: World, holds: boolean, what: string): void {
  if (!holds) world.broken.add(what)
}

function checkThread(world: World, threadId: number): void {
  const { database } = world
  const log = database.log(threadId)
  const thread = database.threads.get(threadId)
  assert(thread?.seq === log.length, 'the thread is projected up to its log')
  const replies = log.filter((event) => event.kind === 'post.created')
  const posts = [...database.posts.values()].filter((post) => post.threadId === threadId)
  assert(
    replies.every((event, i) => event.post?.number === i + 1),
    'post numbers are consecutive',
  )
  assert(posts.length === replies.length, 'every reply has its post')
  assert(thread?.postCount === posts.filter((post) => !post.isDeleted).length, 'the thread counts its posts')
  let isLocked = false
  for (const event of log) {
    if (event.kind === 'thread.locked') isLocked = event.thread.isLocked ?? isLocked
    assert(event.kind !== 'post.created' || !isLocked, 'no reply follows a lock')
    assert(event.pending.length === 0, `nothing stays pending: ${event.pending.join()}`)
    assert(event.kind !== 'post.created' || world.noticed.has(event._id), 'each consumer sees each event')
  }
  const firsts = [...new Set(world.bus.filter((sent) => sent.threadId === threadId).map((sent) => sent.seq))]
  assert(firsts.length === log.length, 'every event is published')
  assert(
    firsts.every((seq, i) => seq === i + 1),
    'events appear first in the order of their seq',
  )
  const keys = log.flatMap((event) =>
    event.idempotencyKey === undefined ? [] : `${event.actorId} ${event.idempotencyKey}`,
  )
  assert(new Set(keys).size === keys.length, 'a key makes one event')
}

/**
 * Runs the log through random lives: several processes, kills and stalls at any step, lost and late responses, partial
 * inserts, a bus that goes away, sweeps and scrubs in between.
 *
 * @throws the first broken promise, with the seed that shows it
 */
export async function simulate(
  ThreadLog: ThreadLogClass,
  seeds: { from: number; to: number },
): Promise<void> {
  for (let seed = seeds.from; seed < seeds.to; seed++) {
    try {
      await new Life(ThreadLog, seed).run()
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      throw new Error(`seed ${seed}: ${message}`, { cause: error })
    }
  }
}

export type { LogEvent }
