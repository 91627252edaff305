import type { Clock } from '@forum/shared/clock'
import type { PlatformCollections } from '../platform/mongo/database'
import { processName, acquireLease } from '../platform/mongo/leases'
import type { SiteCalendar } from '../platform/site-calendar'
import type { Collection } from '../platform/mongo/model'
import type { ThreadLogCollections } from './collections'
import { eventId, type CounterKey } from './log-event'
import { newestNumbers } from './newest-numbers'
import { DAYS_KEPT } from './projections'
import type { ThreadDoc } from './threads.model'

export const SCRUB_INTERVAL_MS = 60_000
const LEASE_MS = 120_000
/** Number of documents that one pass checks. A walk over the whole forum takes as many passes as it needs. */
const PASS = { boards: 5, members: 50, threads: 500 } as const
type Walk = keyof typeof PASS
const WALKS = ['boards', 'members', 'threads'] as const
/** Number of documents that are checked together while all are. */
const CHECKED_AT_ONCE = 500

export type Repaired = Record<Walk, number>

/** A collection to walk over. */
type Walked = Pick<Collection<{ _id: number }>, 'find'>

export interface ScrubberDeps {
  db: Pick<ThreadLogCollections, 'threads' | 'threadEvents' | 'posts'> &
    Pick<PlatformCollections, 'leases' | 'counters'> & {
      boards: Pick<
        Collection<{ _id: number; days: Record<string, number> }>,
        'find' | 'findOne' | 'updateOne'
      >
      members: Walked
    }
  /** Returns which counters had drifted. */
  scrub: (keys: readonly CounterKey[]) => Promise<CounterKey[]>
  /** Returns whether the board showed another thread than its newest, without an event that explains it. */
  repairLastThread: (boardId: number) => Promise<boolean>
  calendar: SiteCalendar
  clock: Clock
  report: (repaired: Repaired) => void
}

/**
 * Walks over all boards, members and threads repeatedly and repairs counters that have drifted, which should never
 * happen. It writes nothing if the numbers are correct.
 */
export class Scrubber {
  constructor(private readonly deps: ScrubberDeps) {}

  /** Runs one pass and reports it, unless another process is running one. */
  async pass(): Promise<void> {
    const { db, clock, report } = this.deps
    const lease = { job: 'scrubber', holder: processName(), ms: LEASE_MS }
    if (await acquireLease(db, clock, lease)) report(await this.once())
  }

  /** Runs one pass; returns how many had drifted. */
  async once(): Promise<Repaired> {
    const repaired = { boards: 0, members: 0, threads: 0 }
    for (const walk of WALKS) repaired[walk] = await this.check[walk](await this.next(walk))
    return repaired
  }

  /** Checks everything; returns how many had drifted. */
  async all(): Promise<Repaired> {
    const repaired = { boards: 0, members: 0, threads: 0 }
    for (const walk of WALKS) {
      let ids = await this.after(walk, 0, CHECKED_AT_ONCE)
      while (ids.length > 0) {
        repaired[walk] += await this.check[walk](ids)
        ids = await this.after(walk, ids.at(-1) ?? 0, CHECKED_AT_ONCE)
      }
    }
    return repaired
  }

  private readonly check: Record<Walk, (ids: readonly number[]) => Promise<number>> = {
    boards: (ids) => this.scrubBoards(ids),
    members: async (ids) => (await this.deps.scrub(ids.map((id) => `member:${id}` as const))).length,
    threads: (ids) => this.scrubThreads(ids),
  }

  /** Returns the next ids of a walk. Its position is kept in the database, so that any process can continue it. */
  private async next(walk: Walk): Promise<number[]> {
    const { db } = this.deps
    const cursor = `scrubber.${walk}`
    const after = (await db.counters.findOne({ _id: cursor }))?.next ?? 0
    const ids = await this.after(walk, after, PASS[walk])
    const isLast = ids.length < PASS[walk]
    await db.counters.updateOne(
      { _id: cursor },
      { $set: { next: isLast ? 0 : (ids.at(-1) ?? 0) } },
      { upsert: true },
    )
    return ids
  }

  private async after(walk: Walk, id: number, limit: number): Promise<number[]> {
    const walked: Walked = this.deps.db[walk]
    const rows = await walked
      .find({ _id: { $gt: id } }, { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray()
    return rows.map(({ _id }) => _id)
  }

  private async scrubBoards(ids: readonly number[]): Promise<number> {
    let repaired = 0
    for (const _id of ids) {
      const drifted = await this.deps.scrub([`board:${_id}`])
      const lastThread = await this.deps.repairLastThread(_id)
      if (drifted.length > 0 || lastThread) repaired += 1
      await this.dropOldDays(_id)
    }
    return repaired
  }

  /** Removes the counts of days that no list covers any more. */
  private async dropOldDays(boardId: number): Promise<void> {
    const { db, calendar } = this.deps
    const oldest = calendar.lastDays(DAYS_KEPT).at(-1) ?? ''
    const board = await db.boards.findOne({ _id: boardId }, { projection: { days: 1 } })
    const old = Object.keys(board?.days ?? {}).filter((day) => day < oldest)
    if (old.length === 0) return
    const unset = Object.fromEntries(old.map((day) => [`days.${day}`, '' as const]))
    await db.boards.updateOne({ _id: boardId }, { $unset: unset })
  }

  private async scrubThreads(ids: readonly number[]): Promise<number> {
    const { db } = this.deps
    const threads = await db.threads
      .find<Pick<ThreadDoc, '_id' | 'seq' | 'postCount' | 'lastPostNumber'>>(
        { _id: { $in: ids } },
        { projection: { seq: 1, postCount: 1, lastPostNumber: 1 } },
      )
      .toArray()
    const counted = await newestNumbers(db, ids)
    let repaired = 0
    for (const { _id, seq, postCount, lastPostNumber = null } of threads) {
      const actual = counted.get(_id) ?? { postCount: 0, lastPostNumber }
      if (actual.postCount === postCount && actual.lastPostNumber === lastPostNumber) continue
      // Posts may be ahead of a thread that is about to follow, so only a thread at the end of its log is checked.
      if (await db.threadEvents.findOne({ _id: eventId(_id, seq + 1) })) continue
      const { modifiedCount } = await db.threads.updateOne(
        { _id, seq, postCount },
        { $set: { postCount: actual.postCount, ...lastPostOf(actual) } },
      )
      repaired += modifiedCount
    }
    return repaired
  }
}

const lastPostOf = ({ lastPostNumber }: { lastPostNumber: number | null }) =>
  lastPostNumber === null ? {} : { lastPostNumber }
