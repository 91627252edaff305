import type { Recent } from '../../src/platform/mongo/database-time'
import {
  counterKey,
  KINDS,
  type CounterKey,
  type CounterNumbers,
  type LogEvent,
  type PostChange,
} from '../../src/log/log-event'
import {
  withoutGap,
  type Addition,
  type Commit,
  type CommitOutcome,
  type Correction,
  type CounterState,
  type Handled,
  type InsertOutcome,
  type LogStore,
  type PendingRange,
} from '../../src/log/log-store'

/** A thread small enough to be compared as a whole. */
export interface SmallThread {
  _id: number
  seq: number
  boardId: number
  lastNumber: number
  postCount: number
  isLocked: boolean
  /** Visible posts by the day they were written. */
  days: Record<string, number>
}

export interface SmallPost {
  threadId: number
  number: number
  text: string
  day: string
  isDeleted: boolean
  appliedSeq: number
}

export type SmallEvent = LogEvent<SmallThread, SmallPost>

export const foldSmall = (thread: SmallThread | null, event: SmallEvent): SmallThread => ({
  ...(thread ?? { lastNumber: 0, postCount: 0, isLocked: false, days: {}, boardId: event.boardId }),
  ...event.thread,
  _id: event.threadId,
  seq: event.seq,
})

/** Copies an event: stored events are replaced, never changed in place. */
const copyOf = (event: SmallEvent): SmallEvent => ({ ...event, pending: [...event.pending] })

interface StoredCounter {
  epoch: number
  revision: number
  marks: Map<number, number>
  numbers: Required<Pick<CounterNumbers, 'threads' | 'posts' | 'likes' | 'days'>>
}

/** The state that outlives every process. */
export class MemoryDatabase {
  readonly logs = new Map<number, SmallEvent[]>()
  readonly threads = new Map<number, SmallThread>()
  readonly posts = new Map<number, PostChange<SmallPost>>()
  readonly counters = new Map<CounterKey, StoredCounter>()

  /** Undoes each write since the journal was last written; oldest first. */
  private unjournaled: (() => void)[] = []
  crashes = 0

  journal(): void {
    this.unjournaled = []
  }

  /** Replaces an entry. */
  put<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
    const before = map.get(key)
    map.set(key, value)
    this.unjournaled.push(() => (before === undefined ? map.delete(key) : map.set(key, before)))
  }

  changeCounter(counter: StoredCounter, changes: Partial<StoredCounter>): void {
    const before = { ...counter }
    Object.assign(counter, changes)
    this.unjournaled.push(() => Object.assign(counter, before))
  }

  replaceEvent(event: SmallEvent): void {
    const log = this.log(event.threadId)
    const before = log[event.seq - 1]
    log[event.seq - 1] = event
    if (before) this.unjournaled.push(() => (log[event.seq - 1] = before))
  }

  append(log: SmallEvent[], event: SmallEvent): void {
    log.push(event)
    this.unjournaled.push(() => log.pop())
  }

  /** Loses any number of the last writes that are not journaled, as a server on one machine does when it is killed. */
  crash(keep: (unjournaled: number) => number): void {
    this.crashes++
    const lost = this.unjournaled.splice(keep(this.unjournaled.length))
    for (const undo of lost.reverse()) undo()
  }

  addCounter(key: CounterKey): void {
    const numbers = { threads: 0, posts: 0, likes: 0, days: {} }
    this.counters.set(key, { epoch: 0, revision: 0, marks: new Map(), numbers })
  }

  log(threadId: number): SmallEvent[] {
    const log = this.logs.get(threadId) ?? []
    this.logs.set(threadId, log)
    return log
  }

  get events(): SmallEvent[] {
    return [...this.logs.values()].flat()
  }

  /** Returns one thread's share of a counter's subject. */
  recount(key: CounterKey, threadId: number): SmallPost[] {
    const [subject, id] = key.split(':')
    if (subject === 'board' && this.threads.get(threadId)?.boardId !== Number(id)) return []
    return [...this.posts.values()].filter(
      (post): post is PostChange<SmallPost> & SmallPost =>
        post.threadId === threadId &&
        !post.isDeleted &&
        (subject === 'board' || post.authorId === Number(id)),
    )
  }

  get threadIds(): number[] {
    return [...this.threads.keys()]
  }
}

export function numbersOf(posts: readonly SmallPost[]): CounterNumbers {
  const days: Record<string, number> = {}
  for (const post of posts) days[post.day] = (days[post.day] ?? 0) + 1
  return { posts: posts.length, days }
}

/** The response to an operation is lost, whether it took effect or not. */
export class Lost extends Error {}

/** Runs one atomic operation of a store: at once, or when its turn comes. */
export type Atomically = <T>(operation: () => T) => Promise<T>

const atOnce: Atomically = async (operation) => {
  await Promise.resolve()
  return operation()
}

/** The thread log in memory. Operations that take a real database several atomic steps take several here. */
export class MemoryStore implements LogStore<SmallThread, SmallPost> {
  constructor(
    private readonly database: MemoryDatabase,
    private readonly atomically: Atomically = atOnce,
  ) {}

  /** Runs a command, which is journaled when it returns. A crash of the database ends it after any of its steps. */
  private async command<T>(run: (step: Atomically) => Promise<T>): Promise<T> {
    const { crashes } = this.database
    const goOn = () => {
      if (this.database.crashes > crashes) throw new Lost('the database was killed')
    }
    const result = await run((operation) =>
      this.atomically(() => {
        goOn()
        return operation()
      }),
    )
    goOn()
    this.database.journal()
    return result
  }

  /** Runs a read, which shows nothing that a crash takes back. */
  private read<T>(operation: () => T): Promise<T> {
    return this.atomically(() => {
      this.database.journal()
      return operation()
    })
  }

  thread(threadId: number): Promise<SmallThread | null> {
    return this.read(() => this.database.threads.get(threadId) ?? null)
  }

  eventsAfter(threadId: number, seq: number): Promise<SmallEvent[]> {
    return this.read(() => {
      const next = this.database.log(threadId).slice(seq, seq + 4)
      return withoutGap(next, seq).map((event) => copyOf(event))
    })
  }

  eventByKey(threadId: number, actorId: number, key: string): Promise<SmallEvent | null> {
    return this.read(
      () =>
        this.database
          .log(threadId)
          .find((event) => event.actorId === actorId && event.idempotencyKey === key) ?? null,
    )
  }

  insert(events: readonly SmallEvent[]): Promise<InsertOutcome> {
    return this.command(async (step) => {
      for (const [inserted, event] of events.entries()) {
        const taken = await step(() => this.insertOne(event))
        if (taken !== null) return { inserted, taken }
      }
      return { inserted: events.length, taken: null }
    })
  }

  private insertOne(event: SmallEvent): 'seq' | 'key' | null {
    const log = this.database.log(event.threadId)
    if (log.some((other) => other._id === event._id)) return 'seq'
    const { actorId, idempotencyKey } = event
    const isRepeat = log.some((other) => other.idempotencyKey === idempotencyKey && other.actorId === actorId)
    if (idempotencyKey !== undefined && isRepeat) return 'key'
    if (event.seq !== log.length + 1)
      throw new Error(`gap: the log ends at ${log.length}, not below ${event.seq}`)
    this.database.append(log, copyOf(event))
    return null
  }

  /** One command for all threads: if its response is lost, the outcome of each is unknown. */
  async commit(commits: readonly Commit<SmallThread, SmallPost>[]): Promise<CommitOutcome[]> {
    try {
      return await this.command(async () => {
        const outcomes: CommitOutcome[] = []
        for (const { from, thread, events } of commits) {
          const outcome = await this.insert(events)
          const isProjected = outcome.taken === null && (await this.project(from, thread, events))
          outcomes.push({ ...outcome, isProjected })
        }
        return outcomes
      })
    } catch (failure) {
      return commits.map(() => ({ failure }))
    }
  }

  project(from: number, thread: SmallThread, events: readonly SmallEvent[]): Promise<boolean> {
    const { posts, threads } = this.database
    return this.command(async (step) => {
      for (const { post, seq } of events) {
        if (!post) continue
        await step(() => {
          const before = posts.get(post._id)
          if ((before?.appliedSeq ?? 0) >= seq) return
          this.database.put(posts, post._id, { ...before, ...post, appliedSeq: seq })
        })
      }
      return step(() => {
        const isFirst = (threads.get(thread._id)?.seq ?? 0) === from
        if (isFirst) this.database.put(threads, thread._id, thread)
        return isFirst
      })
    })
  }

  pending(threadId: number, consumer: string, { after, upTo, limit }: PendingRange): Promise<SmallEvent[]> {
    return this.read(() =>
      this.database
        .log(threadId)
        .filter((event) => event.seq > after && event.seq <= upTo && event.pending.includes(consumer))
        .slice(0, limit)
        .map((event) => copyOf(event)),
    )
  }

  overdue(consumer: string, { after, before }: Recent, afterThreadId: number): Promise<number[]> {
    return this.read(() => {
      const waiting = this.database.events.filter(
        ({ threadId, at, pending }) =>
          threadId > afterThreadId && (at <= after || at >= before) && pending.includes(consumer),
      )
      return [...new Set(waiting.map((event) => event.threadId))].sort((a, b) => a - b).slice(0, 1)
    })
  }

  anyOverdue({ after, before }: Recent): Promise<boolean> {
    return this.read(() =>
      this.database.events.some(({ at, pending }) => (at <= after || at >= before) && pending.length > 0),
    )
  }

  unprojected(): Promise<number[]> {
    return this.read(() => {
      const seqOf = (threadId: number) => this.database.threads.get(threadId)?.seq ?? 0
      const behind = this.database.events.filter(
        ({ pending, seq, threadId }) => pending.length > 0 && seqOf(threadId) < seq,
      )
      return [...new Set(behind.map(({ threadId }) => threadId))]
    })
  }

  clear(handled: readonly Handled<SmallEvent>[]): Promise<void> {
    return this.command(async (step) => {
      for (const { event, names } of handled) {
        await step(() => {
          const stored = this.database.log(event.threadId)[event.seq - 1]
          if (!stored) return
          const pending = stored.pending.filter((name) => !names.includes(name))
          const isTrimmed = pending.length === 0 && KINDS[stored.kind].isTransient
          const { post: _post, like: _like, ...others } = stored
          const cleared = isTrimmed ? { ...others, thread: {}, counts: [], pending } : { ...stored, pending }
          this.database.replaceEvent(cleared)
        })
      }
    })
  }

  counters(keys: readonly CounterKey[]): Promise<Map<CounterKey, CounterState>> {
    return this.read(() => {
      const found = new Map<CounterKey, CounterState>()
      for (const key of keys) {
        const counter = this.database.counters.get(key)
        if (counter)
          found.set(key, { key, ...counter, marks: new Map(counter.marks), numbers: { ...counter.numbers } })
      }
      return found
    })
  }

  add(additions: readonly Addition[]): Promise<boolean[]> {
    return this.command(async (step) => {
      const added: boolean[] = []
      for (const addition of additions) added.push(await step(() => this.addOne(addition)))
      return added
    })
  }

  private addOne({ key, epoch, threadId, from, to, sum }: Addition): boolean {
    const counter = this.database.counters.get(key)
    if (counter?.epoch !== epoch || (counter.marks.get(threadId) ?? 0) >= from) return false
    const numbers = { ...counter.numbers }
    for (const name of ['threads', 'posts', 'likes'] as const) numbers[name] += sum[name] ?? 0
    for (const [day, posts] of Object.entries(sum.days ?? {})) {
      numbers.days = { ...numbers.days, [day]: (numbers.days[day] ?? 0) + posts }
    }
    const marks = new Map(counter.marks).set(threadId, to)
    this.database.changeCounter(counter, {
      revision: counter.revision + 1,
      marks,
      numbers,
    })
    return true
  }

  evict(key: CounterKey, epoch: number, marks: ReadonlyMap<number, number>): Promise<void> {
    return this.command((step) =>
      step(() => {
        const counter = this.database.counters.get(key)
        if (counter?.epoch !== epoch) return
        for (const [threadId, mark] of marks) if (counter.marks.get(threadId) !== mark) return
        const rest = new Map([...counter.marks].filter(([threadId]) => !marks.has(threadId)))
        this.database.changeCounter(counter, {
          epoch: counter.epoch + 1,
          revision: counter.revision + 1,
          marks: rest,
        })
      }),
    )
  }

  lowestUncounted(threadIds: readonly number[]): Promise<Map<number, number>> {
    return this.read(() => {
      const lowest = new Map<number, number>()
      for (const threadId of threadIds) {
        const first = this.database.log(threadId).find((event) => event.pending.includes('count'))
        if (first) lowest.set(threadId, first.seq)
      }
      return lowest
    })
  }

  async recount(keys: readonly CounterKey[]): Promise<Map<CounterKey, CounterNumbers>> {
    const counted = new Map<CounterKey, CounterNumbers>()
    for (const key of keys) {
      const posts: SmallPost[] = []
      for (const threadId of this.database.threadIds) {
        posts.push(...(await this.read(() => this.database.recount(key, threadId))))
      }
      counted.set(key, numbersOf(posts))
    }
    return counted
  }

  uncounted(keys: readonly CounterKey[]): Promise<Set<CounterKey>> {
    return this.read(() => {
      const waiting = this.database.events.filter(({ pending }) => pending.includes('count'))
      const touched = new Set(waiting.flatMap(({ counts }) => counts.map(counterKey)))
      return new Set(keys.filter((key) => touched.has(key)))
    })
  }

  setCounters(corrections: readonly Correction[]): Promise<boolean[]> {
    return this.command(async (step) => {
      const set: boolean[] = []
      for (const { key, revision, numbers } of corrections) {
        const isSet = step(() => {
          const counter = this.database.counters.get(key)
          if (!counter || counter.revision !== revision) return false
          this.database.changeCounter(counter, {
            revision: counter.revision + 1,
            numbers: { threads: 0, posts: 0, likes: 0, days: {}, ...numbers },
          })
          return true
        })
        set.push(await isSet)
      }
      return set
    })
  }
}
