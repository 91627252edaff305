import type { LogEvent, LogStore, ProjectedThread } from '../algorithm'
import { KeyedQueue } from '../../platform/keyed-queue'
import type { Schedule } from './schedule'

/** A forum small enough to be checked whole: one board, a few threads, replies and locks. */
export interface ModelEvent extends LogEvent {
  id: string
  kind: 'reply' | 'lock'
  number: number
}

export interface ModelThread extends ProjectedThread {
  lastNumber: number
  postCount: number
  isLocked: boolean
}

export class Locked extends Error {}

/** What survives every process: the database and the memory of what went over the bus. */
export class World {
  readonly log = new Map<number, ModelEvent[]>()
  readonly threads = new Map<number, ModelThread>()
  readonly posts = new Map<string, { appliedSeq: number; threadId: number; number: number }>()
  readonly counted = new Set<string>()
  readonly published = new Set<string>()
  readonly board = { postCount: 0, revision: 0, epoch: 0 }
  /** Everything sent, in order, with what was projected when it was. */
  readonly bus: { event: ModelEvent; projected: number }[] = []
  busIsAway = false

  constructor(threadIds: readonly number[]) {
    for (const id of threadIds) {
      this.log.set(id, [])
      this.threads.set(id, { seq: 0, lastNumber: 1, postCount: 1, isLocked: false })
      this.board.postCount++
    }
  }

  events(threadId: number): ModelEvent[] {
    return this.log.get(threadId) ?? []
  }

  get allEvents(): ModelEvent[] {
    return [...this.log.values()].flat()
  }
}

/** A process's hands on the world. Each method waits for its turn in the schedule and is then atomic. */
export class ModelStore implements LogStore<ModelThread, ModelEvent, number> {
  private readonly turns = new KeyedQueue<number>()
  private epoch: number | null = null
  readonly failures: string[] = []

  constructor(
    private readonly world: World,
    private readonly schedule: Schedule,
    private readonly process: number,
  ) {}

  private async atomically<T>(work: () => T): Promise<T> {
    await this.schedule.step(this.process)
    return work()
  }

  thread(threadId: number): Promise<ModelThread | null> {
    return this.atomically(() => {
      const thread = this.world.threads.get(threadId)
      return thread ? { ...thread } : null
    })
  }

  eventsAfter(threadId: number, seq: number): Promise<ModelEvent[]> {
    return this.atomically(() => this.world.events(threadId).filter((event) => event.seq > seq))
  }

  eventByKey(threadId: number, actorId: number, key: string): Promise<ModelEvent | null> {
    return this.atomically(
      () =>
        this.world
          .events(threadId)
          .find((event) => event.actorId === actorId && event.idempotencyKey === key) ?? null,
    )
  }

  insert(event: ModelEvent): Promise<'inserted' | 'seq_taken' | 'key_taken'> {
    return this.atomically(() => {
      const log = this.world.events(event.threadId)
      const { idempotencyKey: key, actorId } = event
      if (log.some((other) => other.seq === event.seq)) return 'seq_taken'
      if (
        key !== undefined &&
        log.some((other) => other.idempotencyKey === key && other.actorId === actorId)
      ) {
        return 'key_taken'
      }
      log.push(event)
      return 'inserted'
    })
  }

  applyToPost(event: ModelEvent): Promise<void> {
    return this.atomically(() => {
      if (event.kind !== 'reply') return
      const before = this.world.posts.get(event.id)
      if (before && before.appliedSeq >= event.seq) return
      this.world.posts.set(event.id, {
        appliedSeq: event.seq,
        threadId: event.threadId,
        number: event.number,
      })
    })
  }

  applyToThread(event: ModelEvent): Promise<boolean> {
    return this.atomically(() => {
      const thread = this.world.threads.get(event.threadId)
      if (thread?.seq !== event.seq - 1) return false
      thread.seq = event.seq
      if (event.kind === 'lock') thread.isLocked = true
      else {
        thread.lastNumber = event.number
        thread.postCount++
      }
      return true
    })
  }

  async fence(): Promise<number> {
    this.epoch ??= await this.atomically(() => this.world.board.epoch)
    return this.epoch
  }

  async count(event: ModelEvent, fence: number): Promise<void> {
    const added = await this.atomically(() => {
      const { board } = this.world
      if (board.epoch !== fence) return false
      if (event.kind === 'reply') board.postCount++
      board.revision++
      return true
    })
    if (!added) await this.recount()
  }

  /** Reads, sums and sets in steps of their own, as the real one does. */
  async recount(): Promise<void> {
    for (;;) {
      const before = await this.atomically(() => ({ ...this.world.board }))
      let postCount = 0
      for (const threadId of this.world.threads.keys()) {
        postCount += await this.atomically(() => this.world.threads.get(threadId)?.postCount ?? 0)
      }
      const set = await this.atomically(() => {
        const { board } = this.world
        if (board.revision !== before.revision || board.epoch !== before.epoch) return false
        Object.assign(board, { postCount, revision: board.revision + 1, epoch: board.epoch + 1 })
        return true
      })
      this.epoch = null
      if (set) return
    }
  }

  markCounted(event: ModelEvent): Promise<void> {
    return this.atomically(() => void this.world.counted.add(event.id))
  }

  unpublished(threadId: number, seq: number): Promise<ModelEvent[]> {
    return this.atomically(() =>
      this.world.events(threadId).filter((event) => event.seq <= seq && !this.world.published.has(event.id)),
    )
  }

  send(event: ModelEvent): Promise<void> {
    return this.atomically(() => {
      if (this.world.busIsAway) throw new Error('the bus is away')
      this.world.bus.push({ event, projected: this.world.threads.get(event.threadId)?.seq ?? 0 })
    })
  }

  markPublished(event: ModelEvent): Promise<void> {
    return this.atomically(() => void this.world.published.add(event.id))
  }

  /** Everything unfinished counts as overdue, work under way included: harsher than any clock. */
  overdue(): Promise<ModelEvent[]> {
    return this.atomically(() =>
      this.world.allEvents.filter(
        (event) => !this.world.published.has(event.id) || !this.world.counted.has(event.id),
      ),
    )
  }

  inTurn<T>(threadId: number, work: () => Promise<T>): Promise<T> {
    return this.turns.run(threadId, work)
  }

  failed(what: 'publish' | 'sweep'): void {
    this.failures.push(what)
  }
}
