import { CHANGES_WAITING_MAX, CHANGE_WAIT_MS } from '@forum/shared/limits'
import { WorkQueue } from './work-queue'

/**
 * Runs the work for one key one after the other, in the order it came; different keys do not wait for each
 * other. Work beyond the bounds of the queue is refused with `UNAVAILABLE`.
 */
export class KeyedQueue<Key> {
  private readonly queues = new Map<Key, WorkQueue>()

  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const queue = this.queues.get(key) ?? newQueue()
    this.queues.set(key, queue)
    try {
      return await queue.run(work)
    } finally {
      if (queue.isIdle) this.queues.delete(key)
    }
  }
}

const newQueue = () =>
  new WorkQueue({ atOnce: 1, maxWaiting: CHANGES_WAITING_MAX, maxWaitMs: CHANGE_WAIT_MS })
