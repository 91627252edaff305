import type { Collection } from '../platform/model'
import type { ThreadEventConsumer, ThreadEventDoc } from '../thread-log'
import type { CaseDoc } from './cases.model'

/** Keeps open cases with the moderators of the board that their thread is in. */
export class CasesConsumer implements ThreadEventConsumer {
  readonly name = 'cases'
  readonly kinds = ['thread.moved'] as const

  constructor(private readonly db: { cases: Collection<CaseDoc> }) {}

  async handle(events: readonly ThreadEventDoc[]): Promise<void> {
    const last = events.at(-1)
    if (!last) return
    const { threadId, boardId } = last
    await this.db.cases.updateMany({ threadId, status: 'open' }, { $set: { boardId }, $inc: { version: 1 } })
  }
}
