import type { Collection } from '../../platform/mongo/model'
import { forEachThread, type ThreadEventConsumer, type ThreadEventDoc } from '../../log'
import type { CaseDoc } from './cases.model'

/** Keeps cases with the moderators of the board that their thread is in. */
export class CasesConsumer implements ThreadEventConsumer {
  readonly name = 'cases'
  readonly kinds = ['thread.moved'] as const

  constructor(private readonly db: { cases: Collection<CaseDoc> }) {}

  async handle(events: readonly ThreadEventDoc[]): Promise<void> {
    await forEachThread(events, async (own, threadId) => {
      const boardId = own.at(-1)?.boardId ?? 0
      await this.db.cases.updateMany({ threadId, kind: 'post' }, { $set: { boardId }, $inc: { version: 1 } })
    })
  }
}
