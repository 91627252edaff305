import type { Clock } from '@forum/shared/clock'
import { WriterCache } from '../platform/writer-cache'
import type { ThreadDoc, ThreadLogCollections } from '../thread-log'

/** Reads threads in their current state: a call sees every change that was acknowledged before it. */
export class ThreadCache {
  private readonly reads: WriterCache<number, ThreadDoc>

  constructor(db: Pick<ThreadLogCollections, 'threads'>, clock: Clock, isOnlyWriter: boolean) {
    const read = async (ids: number[]) => {
      const found = (await db.threads.collection
        .find({ _id: { $in: ids as never[] } })
        .toArray()) as unknown as ThreadDoc[]
      return new Map(found.map((thread) => [thread._id, thread]))
    }
    this.reads = new WriterCache({ isOnlyWriter, clock, read })
  }

  async get(threadId: number): Promise<ThreadDoc | null> {
    return (await this.reads.get(threadId)) ?? null
  }

  /** Drops the cached copy of a thread that this process has changed. */
  invalidate(threadId: number): void {
    this.reads.invalidate(threadId)
  }
}
