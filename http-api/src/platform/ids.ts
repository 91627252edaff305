import { DURABLE, type Collections } from './database'

export type Sequence =
  | 'users'
  | 'sessions'
  | 'boards'
  | 'threads'
  | 'posts'
  | 'attachments'
  | 'messages'
  | 'notifications'

/** Number of ids a process reserves at once: a restart leaves at most this many unused. */
const BLOCK = 20

/** Integer ids from a counters collection, reserved in small blocks; their order does not reflect time. */
export class Ids {
  private readonly blocks = new Map<Sequence, { next: number; end: number }>()
  private readonly pending = new Map<Sequence, Promise<void>>()

  constructor(private readonly db: Pick<Collections, 'counters'>) {}

  async next(sequence: Sequence): Promise<number> {
    for (;;) {
      const block = this.blocks.get(sequence)
      if (block && block.next < block.end) return block.next++
      await (this.pending.get(sequence) ?? this.reserve(sequence))
    }
  }

  private reserve(sequence: Sequence): Promise<void> {
    const reserving = this.db.counters
      .findOneAndUpdate(
        { _id: sequence },
        { $inc: { next: BLOCK } },
        { upsert: true, returnDocument: 'after', writeConcern: DURABLE },
      )
      .lean()
      .then((counter) => {
        const end = (counter?.next ?? BLOCK) + 1
        this.blocks.set(sequence, { next: end - BLOCK, end })
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
