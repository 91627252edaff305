import type { BatchAction } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { mayReadModeration } from '@forum/shared/policies'
import { undoOf, type ModerationLogConsumer } from '../record'
import { authorize } from '../platform/http/authorize'
import type { Viewer } from '../platform/http/viewer'
import type { ActNotes, ThreadEventDoc } from '../log'
import type { ThreadFlag, ThreadService } from '../threads'

interface Batch {
  ids: readonly number[]
  action: BatchAction
  boardId?: number | undefined
  reason?: string | undefined
}

interface Target {
  threadId: number
  viewer: Viewer
  boardId: number
  notes: ActNotes
}
type Act = (threads: ThreadService, target: Target) => Promise<ThreadEventDoc | null>

const setFlag =
  (flag: ThreadFlag, to: boolean): Act =>
  (threads, { viewer, threadId, notes }) =>
    threads.setFlag(viewer, threadId, flag, { to, ...notes })

const ACTS: Record<BatchAction, Act> = {
  pin: setFlag('isPinned', true),
  unpin: setFlag('isPinned', false),
  lock: setFlag('isLocked', true),
  unlock: setFlag('isLocked', false),
  feature: setFlag('isFeatured', true),
  unfeature: setFlag('isFeatured', false),
  delete: (threads, { viewer, threadId, notes }) => threads.remove(viewer, threadId, notes),
  restore: (threads, { viewer, threadId, notes }) => threads.restore(viewer, threadId, notes),
  move: (threads, { viewer, threadId, boardId, notes }) =>
    threads.move(viewer, threadId, { boardId, ...notes }),
}

/** Does the same to several threads. */
export class BatchService {
  constructor(private readonly deps: { threads: ThreadService; consumer: ModerationLogConsumer }) {}

  /**
   * Moderates threads one after the other, each as the call for that one thread would, and returns what became of each.
   *
   * @throws ForumError `FORBIDDEN` for a caller who moderates nothing
   */
  async run(viewer: Viewer, { ids, action, boardId = 0, reason }: Batch) {
    authorize(mayReadModeration(viewer.actor))
    const results = []
    for (const id of new Set(ids)) {
      results.push(await this.runOne({ viewer, threadId: id, boardId, notes: { reason } }, ACTS[action]))
    }
    return { results }
  }

  private async runOne(target: Target, act: Act) {
    const { threads, consumer } = this.deps
    const { threadId: id } = target
    try {
      const event = await act(threads, target)
      // The consumer does so too; here the caller learns how to take it back.
      const [entry] = event ? await consumer.append([event]) : []
      return { id, ok: true, ...(entry ? { undo: undoOf(entry) } : {}) }
    } catch (error) {
      if (!(error instanceof ForumError)) throw error
      return { id, ok: false, code: error.code }
    }
  }
}
