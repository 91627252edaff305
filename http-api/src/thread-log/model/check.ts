import type * as Algorithm from '../algorithm'
import { Schedule } from './schedule'
import { Locked, ModelStore, World, type ModelEvent, type ModelThread } from './world'

type ThreadLogClass = typeof Algorithm.ThreadLog

const THREADS = [1, 2]
const PROCESSES = 3

function demand(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}

let made = 0
const decideReply =
  (threadId: number, actorId: number, idempotencyKey?: string) =>
  (thread: ModelThread | null): Promise<ModelEvent | null> => {
    if (!thread) return Promise.resolve(null)
    if (thread.isLocked) return Promise.reject(new Locked())
    return Promise.resolve({
      id: `event-${made++}`,
      threadId,
      seq: thread.seq + 1,
      actorId,
      kind: 'reply',
      number: thread.lastNumber + 1,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    })
  }

const decideLock =
  (threadId: number) =>
  (thread: ModelThread | null): Promise<ModelEvent | null> =>
    Promise.resolve(
      !thread || thread.isLocked
        ? null
        : { id: `event-${made++}`, threadId, seq: thread.seq + 1, actorId: 9, kind: 'lock', number: 0 },
    )

/** What holds of a world in which nothing is under way any more. */
function checkSettled(world: World): void {
  for (const threadId of THREADS) {
    const log = world.events(threadId)
    const thread = world.threads.get(threadId)
    demand(
      log.every((event, i) => event.seq === i + 1),
      'seqs are consecutive',
    )
    const replies = log.filter((event) => event.kind === 'reply')
    demand(
      replies.every((event, i) => event.number === i + 2),
      'floors are consecutive',
    )
    const lock = log.findIndex((event) => event.kind === 'lock')
    demand(lock < 0 || lock === log.length - 1, 'nothing overtakes a lock')
    if (!thread) throw new Error('the thread is there')
    demand(thread.seq === log.length, 'the thread is projected up to its log')
    demand(thread.postCount === replies.length + 1, 'the thread counts its posts')
    const posts = [...world.posts.values()].filter((post) => post.threadId === threadId)
    demand(posts.length === replies.length, 'every reply has its post')
    const sent = world.bus.filter(({ event }) => event.threadId === threadId)
    const firsts = [...new Map(sent.map(({ event }) => [event.seq, event])).keys()]
    demand(firsts.length === log.length, 'every event was published')
    demand(
      firsts.every((seq, i) => seq === i + 1),
      'events appear first in the order of their seq',
    )
    demand(
      sent.every(({ event, projected }) => projected >= event.seq),
      'what is published is projected',
    )
  }
  const standing = [...world.threads.values()].reduce((sum, thread) => sum + thread.postCount, 0)
  demand(world.board.postCount === standing, 'the board counts the posts of its threads')
  demand(
    world.allEvents.every((event) => world.counted.has(event.id)),
    'every event is marked as counted',
  )
  demand(
    world.allEvents.every((event) => world.published.has(event.id)),
    'every event is marked as published',
  )
}

/** One random life: several processes, kills at any step, stalls, sweeps in between, a bus that goes away. */
async function randomLife(ThreadLog: ThreadLogClass, seed: number): Promise<void> {
  const schedule = new Schedule(seed)
  const world = new World(THREADS)
  const isCalm = seed % 4 === 0
  const stores = Array.from({ length: PROCESSES }, (_, process) => new ModelStore(world, schedule, process))
  const processes = stores.map((store) => new ThreadLog(store))
  const acknowledged: { event: ModelEvent; key: string | undefined }[] = []
  const unexpected: unknown[] = []

  const reply = (process: number, threadId: number, actorId: number, key?: string) => {
    processes[process]
      ?.change(
        threadId,
        decideReply(threadId, actorId, key),
        key === undefined ? undefined : { actorId, idempotencyKey: key },
      )
      .then((event) => {
        if (!event) throw new Error('a reply is never nothing to do')
        const seen = world.threads.get(threadId)?.seq ?? 0
        if (seen < event.seq) throw new Error('an answered change is projected')
        acknowledged.push({ event, key })
      })
      .catch((error: unknown) => {
        if (!(error instanceof Locked)) unexpected.push(error)
      })
  }

  for (let i = 0; i < 8; i++) {
    const threadId = THREADS[schedule.below(THREADS.length)] ?? 1
    const actorId = 1 + schedule.below(3)
    const key = schedule.random() < 0.5 ? `key-${schedule.below(3)}-of-${threadId}` : undefined
    reply(schedule.below(PROCESSES), threadId, actorId, key)
    // The same request again, at another process, as after a lost answer.
    if (key !== undefined && schedule.random() < 0.7) reply(schedule.below(PROCESSES), threadId, actorId, key)
  }
  if (schedule.random() < 0.3) {
    processes[schedule.below(PROCESSES)]
      ?.change(1, decideLock(1))
      .catch((error: unknown) => unexpected.push(error))
  }

  let alive = PROCESSES
  for (let steps = 0; steps < 2_000 && (await schedule.next()); steps++) {
    if (isCalm) continue
    if (schedule.random() < 0.01) world.busIsAway = !world.busIsAway
    if (schedule.random() < 0.02 && alive > 1) {
      alive--
      schedule.kill(alive)
    }
    if (schedule.random() < 0.03) void processes[0]?.sweep()
  }
  if (isCalm) {
    // Without faults nothing is left to a sweep.
    demand(
      stores.every((store) => store.failures.length === 0),
      'nothing fails in a calm life',
    )
    checkSettled(world)
  }
  world.busIsAway = false
  const last = new ThreadLog(new ModelStore(world, schedule, PROCESSES))
  const sweeping = last.sweep()
  await schedule.drain()
  await sweeping
  if (unexpected.length > 0) throw unexpected[0]
  checkSettled(world)
  for (const { event, key } of acknowledged) {
    demand(
      world.events(event.threadId).some((other) => other.id === event.id),
      'what was answered is kept',
    )
    const same = world
      .events(event.threadId)
      .filter((other) => key !== undefined && other.idempotencyKey === key && other.actorId === event.actorId)
    demand(key === undefined || same.length === 1, 'a key makes one reply')
  }
}

/** Things that random lives meet too seldom. */
async function directed(ThreadLog: ThreadLogClass): Promise<void> {
  const world = new World(THREADS)
  const schedule = new Schedule(1)
  const store = new ModelStore(world, schedule, 0)
  const log = new ThreadLog(store)
  const settle = async <T>(work: Promise<T>): Promise<T | Error> => {
    const outcome = work.catch((error: unknown) => error as Error)
    await schedule.drain()
    return outcome
  }

  demand(
    (await settle(log.change(1, () => Promise.resolve(null)))) === null,
    'nothing to do is answered as such',
  )

  world.busIsAway = true
  await settle(log.change(1, decideReply(1, 1)))
  demand(store.failures.join() === 'publish', 'a failed publish is told')
  await settle(log.sweep())
  demand(store.failures.join() === 'publish,sweep', 'a failed sweep is told')
  world.busIsAway = false

  // Always too late: somebody else appends between the decision and the insert.
  let tries = 0
  const outrun = await settle(
    log.change(2, async (thread) => {
      tries++
      world.events(2).push({
        id: `event-${made++}`,
        threadId: 2,
        seq: (thread?.seq ?? 0) + 1,
        actorId: 8,
        kind: 'reply',
        number: (thread?.lastNumber ?? 0) + 1,
      })
      return decideReply(2, 1)(thread)
    }),
  )
  const gaveUp = outrun instanceof Error && outrun.constructor.name === 'TooMuchContention'
  demand(gaveUp && tries === 8, 'a change that is always outrun gives up after eight tries')

  // A repeat finds the first event committed but projected by nobody, its process having died at once.
  const orphan: ModelEvent = {
    id: `event-${made++}`,
    threadId: 1,
    seq: (world.threads.get(1)?.seq ?? 0) + 1,
    actorId: 5,
    kind: 'reply',
    number: (world.threads.get(1)?.lastNumber ?? 1) + 1,
    idempotencyKey: 'orphan',
  }
  world.events(1).push(orphan)
  const again = await settle(
    log.change(1, decideReply(1, 5, 'orphan'), { actorId: 5, idempotencyKey: 'orphan' }),
  )
  demand(again === orphan, 'a repeat is answered with the first event')
  demand(world.threads.get(1)?.seq === orphan.seq, 'and with the first event projected')
  await settle(log.sweep())
  checkSettled(world)
}

/**
 * Runs the algorithm through directed cases and random lives.
 *
 * @throws the first broken promise, with the seed that shows it
 */
export async function checkAlgorithm(
  ThreadLog: ThreadLogClass,
  seeds: { from: number; to: number },
): Promise<void> {
  await directed(ThreadLog)
  for (let seed = seeds.from; seed < seeds.to; seed++) {
    try {
      await randomLife(ThreadLog, seed)
    } catch (error) {
      throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      })
    }
  }
}
