import type { Clock } from '@forum/shared/clock'
import { VIEW_WINDOW_MS } from '../platform/limits'
import type { Redis } from 'ioredis'
import type { Freshness, ThreadLogCollections } from '../log'

export const VIEWS_INTERVAL_MS = 2_000
/** Number of views of the last hour that are remembered; the oldest are dropped first. */
const SEEN_MAX = 200_000

/**
 * Counts views of threads, one per hour for a member or an address. They are buffered and written in batches, never
 * while a read waits; a crash loses a few seconds of them.
 */
export class Views {
  /** When each view may count again, the earliest first. */
  private readonly seen = new Map<string, number>()
  private readonly waiting = new Map<number, number>()
  private flushing: Promise<void> = Promise.resolve()

  constructor(
    private readonly db: Pick<ThreadLogCollections, 'threads'>,
    private readonly clock: Clock,
    private readonly redis: Redis | null,
    private readonly onFailure: (error: unknown) => void,
    private readonly freshness: Freshness,
  ) {}

  /** Records a view without waiting for anything. */
  record(threadId: number, who: string): void {
    const key = `${threadId}:${who}`
    if (!this.isFirstHere(key)) return
    if (this.redis?.status !== 'ready') {
      this.count(threadId)
      return
    }
    this.redis.set(`forum:viewed:${key}`, '1', 'PX', VIEW_WINDOW_MS, 'NX').then((set) => {
      if (set === 'OK') this.count(threadId)
    }, this.onFailure)
  }

  private count(threadId: number): void {
    this.waiting.set(threadId, (this.waiting.get(threadId) ?? 0) + 1)
  }

  /** Returns true if this process sees the first view; a repeat needs no Redis command. */
  private isFirstHere(key: string): boolean {
    const now = this.clock.now().getTime()
    const until = this.seen.get(key)
    if (until !== undefined && until > now) return false
    this.seen.delete(key)
    for (const [oldest, oldestUntil] of this.seen) {
      if (oldestUntil > now && this.seen.size < SEEN_MAX) break
      this.seen.delete(oldest)
    }
    this.seen.set(key, now + VIEW_WINDOW_MS)
    return true
  }

  /** Resolves once all recorded views are written, including a batch that is already on its way. */
  flush(): Promise<void> {
    const before = this.flushing.catch(() => undefined)
    this.flushing = before.then(() => this.write())
    return this.flushing
  }

  private async write(): Promise<void> {
    const batch = [...this.waiting]
    this.waiting.clear()
    if (batch.length === 0) return
    await this.db.threads.bulkWrite(
      batch.map(([_id, views]) => ({
        updateOne: { filter: { _id }, update: { $inc: { viewCount: views } } },
      })),
      { ordered: false },
    )
    for (const [threadId] of batch) this.freshness.emit('threadChanged', threadId, [])
  }
}
