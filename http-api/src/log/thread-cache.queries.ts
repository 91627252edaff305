import type { Freshness } from './freshness'
import type { CurrentValues } from '../platform/work/copies'
import { foldThread } from './projections'
import type { ThreadDoc } from './threads.model'
import type { ThreadEventDoc } from './thread-events.model'
import type { ThreadLogCollections } from './collections'

/** Reads threads in their current state: a call sees every change that was acknowledged before it. */
export class ThreadCache {
  private readonly reads: CurrentValues<number, ThreadDoc>

  constructor(db: Pick<ThreadLogCollections, 'threads'>, freshness: Freshness) {
    const read = async (ids: number[]) => {
      const found = await db.threads.find({ _id: { $in: ids } }).toArray()
      return new Map(found.map((thread) => [thread._id, thread]))
    }
    this.reads = freshness.copies.values(read)
    freshness.on('threadChanged', (threadId, events) =>
      this.reads.invalidate(threadId, (thread) => afterEvents(thread, events)),
    )
  }

  async get(threadId: number): Promise<ThreadDoc | null> {
    return (await this.reads.get(threadId)) ?? null
  }

  /** Returns those of the threads that exist. */
  getAll(threadIds: readonly number[]): Promise<ReadonlyMap<number, ThreadDoc>> {
    return this.reads.getAll(threadIds)
  }
}

/** Returns the thread after the events that follow it; undefined if these are others, or only its views changed. */
function afterEvents(thread: ThreadDoc, events: readonly ThreadEventDoc[]): ThreadDoc | undefined {
  return events[0]?.seq === thread.seq + 1 ? events.reduce(foldThread, thread) : undefined
}
