import type { Clock } from '@forum/shared/clock'
import type { Model } from 'mongoose'
import type { BoardDoc } from '../boards'
import type { Collections } from '../platform/database'
import { processName, takeLease } from '../platform/leases'
import type { ThreadLogCollections } from './collections'
import type { Counters } from './counters'
import type { ThreadDoc } from './threads.model'

/** A slow, endless walk: what no rule should ever let go wrong is counted again, and mended if it did. */
const SCRUB_EVERY_MS = 60_000
const LEASE_MS = 120_000
/** Threads recounted a pass, those with the newest posts first. */
const THREADS_A_PASS = 50

export interface Mended {
  boards: number
  threads: number
}

export class Scrubber {
  private timer: NodeJS.Timeout | null = null
  private running: Promise<void> = Promise.resolve()

  constructor(
    private readonly db: Pick<ThreadLogCollections, 'threads' | 'threadEvents' | 'posts'> &
      Pick<Collections, 'leases'> & { boards: Model<BoardDoc> },
    private readonly counters: Counters,
    private readonly clock: Clock,
    private readonly report: (mended: Mended) => void,
    private readonly onFailure: (error: unknown) => void,
    private readonly holder = processName(),
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      this.running = this.running.then(() => this.inTurn())
    }, SCRUB_EVERY_MS)
    this.timer.unref()
  }

  private async inTurn(): Promise<void> {
    try {
      const lease = { job: 'scrubber', holder: this.holder, ms: LEASE_MS }
      if (await takeLease(this.db, this.clock, lease)) this.report(await this.once())
    } catch (error) {
      this.onFailure(error)
    }
  }

  /** Recounts the threads that moved last and every board; answers how many it had to mend. */
  async once(): Promise<Mended> {
    const mended: Mended = { boards: 0, threads: 0 }
    const threads = await this.db.threads
      .find({ isDeleted: false })
      .sort({ lastPostAt: -1, _id: -1 })
      .limit(THREADS_A_PASS)
      .lean<ThreadDoc[]>()
    for (const thread of threads) if (await this.mendThread(thread)) mended.threads++
    for (const board of await this.db.boards.find({}, { _id: 1 }).lean()) {
      if (await this.counters.recountBoard(board._id)) mended.boards++
    }
    return mended
  }

  /** Sets a thread's count from its posts where it differs and nothing moved meanwhile. */
  private async mendThread(thread: ThreadDoc): Promise<boolean> {
    const postCount = await this.db.posts.countDocuments({ threadId: thread._id, isDeleted: false })
    if (postCount === thread.postCount) return false
    // A post may be there whose thread is about to follow: only a thread level with its log is judged.
    const ahead = await this.db.threadEvents.exists({ threadId: thread._id, seq: { $gt: thread.seq } })
    if (ahead) return false
    const mended = await this.db.threads.updateOne(
      { _id: thread._id, seq: thread.seq, postCount: thread.postCount },
      { $set: { postCount } },
    )
    return mended.modifiedCount > 0
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer)
    await this.running
  }
}
