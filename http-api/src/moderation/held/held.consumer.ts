import type { HeldDoc } from '../../gate'
import type { Collection } from '../../platform/mongo/model'
import { forEachThread, type ThreadEventConsumer, type ThreadEventDoc } from '../../log'

/** Keeps what waits for approval with the moderators of the board that its thread is in. */
export class HeldConsumer implements ThreadEventConsumer {
  readonly name = 'held'
  readonly kinds = ['thread.moved'] as const

  constructor(private readonly db: { held: Collection<HeldDoc> }) {}

  async handle(events: readonly ThreadEventDoc[]): Promise<void> {
    await forEachThread(events, async (threadEvents, threadId) => {
      const boardId = threadEvents.at(-1)?.boardId ?? 0
      await this.db.held.updateMany({ threadId, status: 'pending' }, { $set: { boardId } })
    })
  }
}
