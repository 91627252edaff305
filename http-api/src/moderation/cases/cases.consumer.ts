import type { Collection } from '../../platform/mongo/model'
import { forEachThread, type ThreadEventConsumer, type ThreadEventDoc } from '../../log'
import type { CaseDoc } from './cases.model'

/**
 * Keeps cases with their posts, and reports with the moderators of the board that these are in. A complaint is for
 * moderators of every board, wherever its post goes.
 */
export class CasesConsumer implements ThreadEventConsumer {
  readonly name = 'cases'
  readonly kinds = ['thread.moved', 'post.arrived', 'thread.branched', 'thread.unmerged'] as const

  constructor(private readonly db: { cases: Collection<CaseDoc> }) {}

  async handle(events: readonly ThreadEventDoc[]): Promise<void> {
    await forEachThread(events, async (threadEvents, threadId) => {
      const arrived = threadEvents.flatMap(({ post }) => post?._id ?? [])
      const boardId = threadEvents.at(-1)?.boardId ?? 0
      const change = { $set: { boardId, threadId }, $inc: { version: 1 } }
      if (arrived.length > 0) {
        const postId = { $in: arrived }
        await this.db.cases.updateMany({ postId, kind: 'post' }, change)
        await this.db.cases.updateMany({ postId, kind: 'complaint' }, { ...change, $set: { threadId } })
      }
      if (threadEvents.length > arrived.length)
        await this.db.cases.updateMany({ threadId, kind: 'post' }, change)
    })
  }
}
