import { DURABLE, type PlatformCollections } from './database'

export type Sequence =
  | 'users'
  | 'sessions'
  | 'personalTokens'
  | 'warnings'
  | 'erasures'
  | 'webhooks'
  | 'webhookDeliveries'
  | 'boards'
  | 'threads'
  | 'posts'
  | 'announcements'
  | 'attachments'
  | 'messages'
  | 'notifications'
  | 'reports'
  | 'cases'
  | 'held'
  | 'staffNotes'
  | 'purges'
  | 'transfers'

/** Number of ids a process reserves at once: a restart leaves at most this many unused. */
const BLOCK = 100

/** Integer ids from a counters collection, reserved in small blocks; their order does not reflect time. */
export class Ids {
  private readonly blocks = new Map<Sequence, { next: number; end: number }>()
  private readonly pending = new Map<Sequence, Promise<void>>()

  constructor(private readonly db: Pick<PlatformCollections, 'counters'>) {}

  async next(sequence: Sequence): Promise<number> {
    for (;;) {
      const block = this.blocks.get(sequence)
      if (block && block.next < block.end) return block.next++
      await (this.pending.get(sequence) ?? this.reserve(sequence))
    }
  }

  /** Returns several ids, for which at most one block is reserved. */
  async many(sequence: Sequence, count: number): Promise<number[]> {
    const ids: number[] = []
    while (ids.length < count) {
      const block = this.blocks.get(sequence)
      if (block && block.next < block.end) ids.push(block.next++)
      else await (this.pending.get(sequence) ?? this.reserve(sequence, Math.max(BLOCK, count - ids.length)))
    }
    return ids
  }

  private reserve(sequence: Sequence, size = BLOCK): Promise<void> {
    const reserving = this.db.counters
      .findOneAndUpdate(
        { _id: sequence },
        { $inc: { next: size } },
        { upsert: true, returnDocument: 'after', writeConcern: DURABLE },
      )
      .then((counter) => {
        const end = (counter?.next ?? size) + 1
        this.blocks.set(sequence, { next: end - size, end })
      })
      .finally(() => this.pending.delete(sequence))
    this.pending.set(sequence, reserving)
    return reserving
  }

  /** Never returns an id up to `used` from now on: for seeds and imports that bring their own ids. */
  async skipPast(sequence: Sequence, used: number): Promise<void> {
    await this.db.counters.updateOne(
      { _id: sequence },
      { $max: { next: used } },
      { upsert: true, writeConcern: DURABLE },
    )
    this.blocks.delete(sequence)
  }
}
