import { type Draft, eventId, type CounterKey } from '../../../src/log/log-event'
import type { CommitOutcome, LogConsumer } from '../../../src/log/log-store'
import type { ThreadLogOptions } from '../../../src/log/thread-log'
import {
  foldSmall,
  MemoryDatabase,
  MemoryStore,
  type SmallEvent,
  type SmallPost,
  type SmallThread,
} from '../memory-store'
import { Refused, type ThreadLogClass } from '../simulate'

export const BOARD: CounterKey = 'board:1'
export const NOW = 1_000_000
export const DAY = 'day 0'
/** More operations than any check needs; beyond them it loops forever. */
const MAX_OPERATIONS = 20_000

/** Lets everything run that waits only for promises. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve))
}

/** A consumer that records its events, and can be paused or made to fail. */
class Recorder implements LogConsumer<SmallThread, SmallPost> {
  readonly kinds = 'all'
  readonly calls: number[] = []
  readonly seen: string[] = []
  /** Maximum number of concurrent calls so far. */
  widest = 0
  tries = 0
  isFailing = false
  /** The thread whose events fail every call that contains one. */
  failsFor = 0
  isPaced = false
  private running = 0
  private gate: Promise<void> = Promise.resolve()

  constructor(readonly name: string) {}

  /** Pauses every call from now on until the returned function is called; with `one`, only the next call. */
  hold({ one = false } = {}): () => void {
    let release = () => {}
    this.gate = new Promise((resolve) => (release = resolve))
    this.holdsOne = one
    return release
  }
  private holdsOne = false

  async handle(events: readonly SmallEvent[]): Promise<void> {
    this.tries++
    this.widest = Math.max(this.widest, ++this.running)
    const { gate } = this
    if (this.holdsOne) this.gate = Promise.resolve()
    await gate
    this.running--
    if (this.isFailing || events.some(({ threadId }) => threadId === this.failsFor))
      throw new Error(`${this.name} fails`)
    this.calls.push(events.length)
    this.seen.push(...events.map(({ _id }) => _id))
  }
}

/** A store that counts its calls, fails on request, and lets others act right after its operations. */
class WatchedStore extends MemoryStore {
  readonly counted: Record<string, number> = {}
  readonly failing = new Set<string>()
  /** Actions of others to run once the next call of that name has done its work, before it returns. */
  readonly meanwhile = new Map<string, () => unknown>()
  readonly inserts: number[] = []
  isTaken = false

  private async watch<T>(name: string, run: () => Promise<T>, moment = name): Promise<T> {
    this.counted[name] = (this.counted[name] ?? 0) + 1
    if (this.failing.has(name)) throw new Error(`${name} fails`)
    const result = await run()
    const others = this.meanwhile.get(moment)
    this.meanwhile.delete(moment)
    await others?.()
    return result
  }

  /** Returns how often a call was made so far. */
  countOf(name: string): number {
    return this.counted[name] ?? 0
  }

  override thread(threadId: number) {
    return this.watch('thread', () => super.thread(threadId))
  }

  override async insert(events: readonly SmallEvent[]) {
    this.inserts.push(events.length)
    return this.isTaken ? { inserted: 0, taken: 'seq' as const } : super.insert(events)
  }

  /** Whether the server takes a second command to project what a commit inserted. */
  projectsLater = false

  /** Threads of which the server reports an error. */
  readonly refused = new Set<number>()
  /** The threads of each commit. */
  readonly committed: number[][] = []

  override async commit(commits: Parameters<MemoryStore['commit']>[0]) {
    this.committed.push(commits.map(({ thread }) => thread._id))
    const outcomes: CommitOutcome[] = []
    for (const commit of commits) {
      if (this.refused.has(commit.thread._id)) outcomes.push({ failure: new Error('refused') })
      else outcomes.push(...(await this.commitOne(commit)))
    }
    return outcomes
  }

  private commitOne(commit: Parameters<MemoryStore['commit']>[0][number]) {
    return this.watch('commit', async () => {
      if (!this.projectsLater) return super.commit([commit])
      return [{ ...(await this.insert(commit.events)), isProjected: false }]
    })
  }

  override project(...args: Parameters<MemoryStore['project']>) {
    return this.watch('project', () => super.project(...args))
  }

  override pending(...args: Parameters<MemoryStore['pending']>) {
    return this.watch('pending', () => super.pending(...args), `pending ${args[1]}`)
  }

  override overdue(...args: Parameters<MemoryStore['overdue']>) {
    return this.watch('overdue', () => super.overdue(...args))
  }

  override anyOverdue(...args: Parameters<MemoryStore['anyOverdue']>) {
    return this.watch('anyOverdue', () => super.anyOverdue(...args))
  }

  override clear(...args: Parameters<MemoryStore['clear']>) {
    return this.watch('clear', () => super.clear(...args))
  }

  override counters(keys: readonly CounterKey[]) {
    return this.watch('counters', () => super.counters(keys))
  }

  override add(...args: Parameters<MemoryStore['add']>) {
    return this.watch('add', () => super.add(...args))
  }
}

export function setUp(
  ThreadLog: ThreadLogClass,
  more: Partial<ThreadLogOptions<SmallThread, SmallPost>> = {},
) {
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
    fold: foldSmall,
    clock: { now: () => new Date(NOW) },
    databaseTime: () => Promise.resolve(new Date(NOW)),
    pause: () => new Promise((resolve) => setImmediate(resolve)),
    rest: () => new Promise((resolve) => setImmediate(resolve)),
    onFailure: (what) => failures.push(what),
    onCounted: (keys) => counted.push(...keys),
    ...more,
  })
  log.deliverTo([publish, other])
  return { database, store, publish, other, failures, counted, log }
}
export type World = ReturnType<typeof setUp>

export function draft(thread: SmallThread | null, threadId: number): Draft<SmallThread, SmallPost> {
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

/** Locks or unlocks a thread. */
export const lockDraft = (isLocked: boolean): Draft<SmallThread, SmallPost> => ({
  kind: 'thread.locked',
  actorId: 9,
  at: new Date(NOW),
  boardId: 1,
  thread: { isLocked },
  counts: [],
})

export const reply = ({ log }: World, threadId = 1) =>
  log.change(threadId, (thread) => Promise.resolve(draft(thread, threadId)))

/** Replies unless the thread is locked. */
export const replyIfOpen = ({ log }: World, threadId = 1) =>
  log.change(threadId, (thread) => {
    if (thread?.isLocked) throw new Refused()
    return Promise.resolve(draft(thread, threadId))
  })

/** Appends events to a log that another process left behind, or has not projected yet. */
export function append(
  { database }: World,
  threadId: number,
  made: Draft<SmallThread, SmallPost>,
  pending = ['publish', 'other', 'count'],
): SmallEvent {
  const log = database.log(threadId)
  const seq = log.length + 1
  const event: SmallEvent = { ...made, _id: eventId(threadId, seq), v: 1, threadId, seq, pending }
  log.push(event)
  return event
}

/** Appends replies to a log that another process left behind. */
export function leave(world: World, threadId: number, count: number, at = new Date(NOW - 6_000)): void {
  for (let i = 0; i < count; i++) {
    const lastNumber = world.database.log(threadId).length
    const thread = lastNumber === 0 ? null : ({ lastNumber } as SmallThread)
    append(world, threadId, { ...draft(thread, threadId), at })
  }
}

/** Appends and projects, as another process does. */
export function appendProjected(
  world: World,
  threadId: number,
  made: Draft<SmallThread, SmallPost>,
): SmallEvent {
  const event = append(world, threadId, made)
  const { threads } = world.database
  threads.set(threadId, foldSmall(threads.get(threadId) ?? null, event))
  return event
}

export const ids = (threadId: number, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => eventId(threadId, from + i))

export const isSame = (a: readonly unknown[], b: readonly unknown[]) =>
  JSON.stringify(a) === JSON.stringify(b)
