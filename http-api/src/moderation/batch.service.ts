import type { BatchAction } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { mayReadModeration } from '@forum/shared/policies'
import { authorize } from '../platform/http/authorize'
import type { Viewer } from '../platform/http/viewer'
import { undoOf } from '../record'
import type { ActCall, Acts } from './acts'

interface Batch {
  ids: readonly number[]
  action: BatchAction
  boardId?: number | undefined
  type?: string | null | undefined
  reason?: string | undefined
}

/** Does the same to several threads. */
export class BatchService {
  constructor(private readonly acts: Acts) {}

  /**
   * Moderates threads one after the other, each as the call for that one thread would, and returns what became of each.
   *
   * @throws ForumError `FORBIDDEN` for a caller who moderates nothing
   */
  async run(viewer: Viewer, { ids, action, boardId = 0, type = null, reason }: Batch) {
    authorize(mayReadModeration(viewer.actor))
    const results = []
    for (const threadId of new Set(ids)) {
      const call = { viewer, threadId, to: { boardId, type }, notes: { reason } }
      results.push({ id: threadId, ...(await this.runOne(action, call)) })
    }
    return { results }
  }

  private async runOne(action: BatchAction, call: ActCall) {
    try {
      const undo = undoOf(await this.acts[`${action}_thread`](call))
      return { ok: true, ...(undo ? { undo } : {}) }
    } catch (error) {
      if (!(error instanceof ForumError)) throw error
      return { ok: false, code: error.code }
    }
  }
}
