import type { Freshness, WriterCache } from '../freshness'
import type { ThreadDoc, ThreadLogCollections } from '../thread-log'

/** Reads threads in their current state: a call sees every change that was acknowledged before it. */
export class ThreadCache {
  private readonly reads: WriterCache<number, ThreadDoc>

  constructor(db: Pick<ThreadLogCollections, 'threads'>, freshness: Freshness) {
    const read = async (ids: number[]) => {
      const found = await db.threads.find({ _id: { $in: ids } }).toArray()
      return new Map(found.map((thread) => [thread._id, thread]))
    }
    this.reads = freshness.cache(read)
    freshness.on('threadChanged', (threadId) => this.reads.invalidate(threadId))
  }

  async get(threadId: number): Promise<ThreadDoc | null> {
    return (await this.reads.get(threadId)) ?? null
  }

  /** Returns those of the threads that exist. */
  getAll(threadIds: readonly number[]): Promise<ReadonlyMap<number, ThreadDoc>> {
    return this.reads.getAll(threadIds)
  }
}
