import type { ThreadEventConsumer, ThreadEventDoc } from '../log'
import type { Collection } from '../platform/mongo/model'
import type { HeldDoc } from './held.model'

/** Keeps what waits for approval with the thread that it belongs to, and its moderators, when posts move. */
export class MovedTexts implements ThreadEventConsumer {
  readonly name = 'moved-held'
  readonly kinds = ['thread.merged', 'post.arrived', 'thread.branched', 'thread.unmerged'] as const

  constructor(private readonly db: { held: Collection<HeldDoc> }) {}

  async handle(events: readonly ThreadEventDoc[]): Promise<void> {
    const { held } = this.db
    for (const { kind, threadId, boardId, post, departure, arrival } of events) {
      if (departure) {
        const { to, toBoardId } = departure
        await held.updateMany(
          { threadId, kind: 'post', status: 'pending' },
          { $set: { threadId: to, boardId: toBoardId }, $addToSet: { mergedFrom: threadId } },
        )
      } else {
        if (kind === 'thread.unmerged' && arrival) {
          // Texts written for the other thread return to it.
          await held.updateMany(
            { threadId: arrival.from, mergedFrom: threadId, kind: 'post', status: 'pending' },
            { $set: { threadId, boardId }, $pull: { mergedFrom: threadId } },
          )
        }
        await held.updateMany(
          { kind: 'edit', subjectId: post?._id ?? 0, status: 'pending' },
          { $set: { threadId, boardId } },
        )
      }
    }
  }
}
