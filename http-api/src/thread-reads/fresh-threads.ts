import type { Clock } from '@forum/shared/clock'
import { LRUCache } from 'lru-cache'
import { BatchedReads } from '../platform/batched-reads'
import type { ThreadDoc, ThreadLogCollections } from '../thread-log'

/** How long the only writer uses a thread from memory: no change is missed, but one written by hand would be. */
const MAX_AGE_MS = 30_000
const KEPT_MAX = 20_000

/**
 * Threads as they are now: read from the primary after the call, those of all callers at once in shared batches. A
 * process that is the only writer knows of every change, and takes threads that have not changed from memory.
 */
export class FreshThreads {
  private readonly kept = new LRUCache<number, { thread: ThreadDoc; at: number }>({ max: KEPT_MAX })
  /** Threads that changed while reads were under way: what these return of them is not kept. */
  private changedMeanwhile = new Set<number>()
  private readsUnderWay = 0
  private readonly reads = new BatchedReads<number, ThreadDoc>((ids) => this.read(ids))

  constructor(
    private readonly db: Pick<ThreadLogCollections, 'threads'>,
    private readonly clock: Clock,
    private readonly isOnlyWriter = false,
  ) {}

  async get(threadId: number): Promise<ThreadDoc | null> {
    const kept = this.isOnlyWriter ? this.kept.get(threadId) : undefined
    if (kept && this.clock.now().getTime() - kept.at <= MAX_AGE_MS) return kept.thread
    return (await this.reads.get(threadId)) ?? null
  }

  /** Forgets a thread that this process has changed. */
  noteChange(threadId: number): void {
    this.kept.delete(threadId)
    if (this.readsUnderWay > 0) this.changedMeanwhile.add(threadId)
  }

  private async read(ids: number[]): Promise<ReadonlyMap<number, ThreadDoc>> {
    this.readsUnderWay++
    try {
      const at = this.clock.now().getTime()
      const found = (await this.db.threads.collection
        .find({ _id: { $in: ids as never[] } })
        .toArray()) as unknown as ThreadDoc[]
      for (const thread of this.isOnlyWriter ? found : []) {
        if (!this.changedMeanwhile.has(thread._id)) this.kept.set(thread._id, { thread, at })
      }
      return new Map(found.map((thread) => [thread._id, thread]))
    } finally {
      if (--this.readsUnderWay === 0) this.changedMeanwhile = new Set()
    }
  }
}
