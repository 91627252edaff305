import type { Collections } from './database'

export type Sequence = 'users' | 'sessions' | 'boards' | 'threads' | 'posts'

/** How many ids a process takes at a time: a restart leaves at most so many unused. */
const BLOCK = 20

/** Integer ids from a counters collection, reserved in small blocks; their order says nothing of time. */
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
        { upsert: true, returnDocument: 'after' },
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

  /** Makes sure that no id up to `used` is ever given: for seeds and imports that bring their own. */
  async skipPast(sequence: Sequence, used: number): Promise<void> {
    await this.db.counters.updateOne({ _id: sequence }, { $max: { next: used } }, { upsert: true })
    this.blocks.delete(sequence)
  }
}
