import type { ActivityKind } from '@forum/shared/acts'
import type { Activity, ActivityFlag } from '@forum/shared/contract'
import { type Clock, MINUTE_MS, DAY_MS } from '@forum/shared/clock'
import type { Language } from '@forum/shared/errors'
import { isStaff, mayReadModeration, type Actor } from '@forum/shared/policies'
import { LRUCache } from 'lru-cache'
import type { Collection } from '../../platform/mongo/model'
import type { BoardQueries } from '../../boards'
import type { MemberQueries } from '../../members'
import { authorize } from '../../platform/http/authorize'
import type { ThreadLogCollections } from '../../log'
import { boardsInSight, inSightOf } from '../in-sight'
import type { Viewer } from '../../platform/http/viewer'
import type { CaseQueries } from '../cases/cases.queries'
import type { HeldQueueQueries } from '../held/held-queue.queries'
import type { ActivityDoc } from './activities.model'
import { peopleOf, presentActivity } from './activities.presenter'

const MINUTES = 60
/** Scopes whose counts of posts are kept: the whole forum, and the boards of each board moderator. */
const SCOPES_MAX = 200

export interface ActivityFilter {
  before?: number | undefined
  since?: number | undefined
  limit: number
  kind?: ActivityKind | undefined
  flag?: ActivityFlag | undefined
  boardId?: number | undefined
  actor?: number | undefined
}

/** Reads of the moderators' feed. */
export class ActivityQueries {
  /** Posts by minute, for each scope; a minute that is over no longer changes. */
  private readonly counted = new LRUCache<string, Map<number, number>>({ max: SCOPES_MAX })

  constructor(
    private readonly deps: {
      db: { activities: Collection<ActivityDoc> } & Pick<ThreadLogCollections, 'threads'>
      cases: CaseQueries
      held: HeldQueueQueries
      boards: BoardQueries
      members: MemberQueries
      /** Returns how many people are online, and how many of them are members; null if no process can know it. */
      countOnline: (() => Promise<{ online: number; members: number }>) | null
      clock: Clock
    },
  ) {}

  /**
   * Returns lines of the feed that the caller may read, the newest first: those after `since`, the oldest of them if
   * there are more than `limit`, or those before `before`.
   *
   * @throws ForumError `FORBIDDEN`
   */
  async list(
    filter: ActivityFilter,
    { viewer, language }: { viewer: Viewer; language: Language },
  ): Promise<{ activity: Activity[]; nextBefore: number | null; nextSince: number }> {
    const { actor } = viewer
    authorize(mayReadModeration(actor, filter.boardId))
    const { db, members, boards } = this.deps
    const { before, since, limit, kind, flag } = filter
    const tree = await boards.wholeStructure()
    const moderatedIds = isStaff(actor) ? undefined : [...actor.moderatedBoardIds]
    const boardIds = filter.boardId === undefined ? moderatedIds : tree.withDescendants(filter.boardId)
    const isCatchUp = since !== undefined
    const conditions = {
      ...(isCatchUp ? { _id: { $gt: since } } : before === undefined ? {} : { _id: { $lt: before } }),
      ...(kind === undefined ? {} : { kind }),
      ...(flag === undefined ? {} : { flags: flag }),
      $and: [boardIds === undefined ? {} : { boardIds: { $in: boardIds } }, boardsInSight(actor)],
      ...(filter.actor === undefined ? {} : { actorId: filter.actor }),
      ...hiddenFrom(actor),
    }
    const found = await db.activities
      .find<ActivityDoc>(conditions, { sort: { _id: isCatchUp ? 1 : -1 }, limit })
      .toArray()
    const ordered = isCatchUp ? found.toReversed() : found
    const lines = await inSightOf(actor, ordered, db)
    const people = await members.people(peopleOf(lines))
    return {
      activity: lines.map((line) => presentActivity(line, { people, tree, language })),
      nextBefore: found.length < limit ? null : (ordered.at(-1)?._id ?? null),
      nextSince: ordered[0]?._id ?? since ?? 0,
    }
  }

  /**
   * Returns the gauges of the feed: people online, posts in each of the last sixty minutes and of those a day before,
   * the oldest first, and the open reports and held texts that the caller decides on.
   *
   * @throws ForumError `FORBIDDEN`
   */
  async stats({ actor }: Viewer) {
    authorize(mayReadModeration(actor))
    const { cases, held, countOnline, clock } = this.deps
    const nobody = { online: 0, members: 0 }
    const thisMinute = minuteOf(clock.now())
    const [online, reports, waiting, counts] = await Promise.all([
      // The presence store may be unavailable, in which case the other numbers are still right.
      countOnline?.().catch(() => nobody) ?? nobody,
      cases.countOpen(actor),
      held.countPending(actor),
      this.postsByMinute(actor, thisMinute),
    ])
    const series = (last: number) =>
      Array.from({ length: MINUTES }, (_, i) => counts.get(last - MINUTES + 1 + i) ?? 0)
    return {
      ...online,
      ...reports,
      ...waiting,
      postsPerMinute: series(thisMinute),
      postsPerMinuteYesterday: series(thisMinute - DAY_MS / MINUTE_MS),
    }
  }

  private async postsByMinute(actor: Actor, thisMinute: number): Promise<ReadonlyMap<number, number>> {
    const boardIds = isStaff(actor) ? null : [...actor.moderatedBoardIds]
    const scope = boardIds === null ? '' : boardIds.join()
    const cached = this.counted.get(scope) ?? new Map<number, number>()
    const yesterday = thisMinute - DAY_MS / MINUTE_MS
    const wanted = [yesterday, thisMinute].flatMap((last) =>
      Array.from({ length: MINUTES }, (_, i) => last - i),
    )
    // Late lines, which may belong to the minute before too, are counted with the next call.
    const missing = wanted.filter((minute) => minute >= thisMinute - 1 || !cached.has(minute))
    const counts = new Map(wanted.map((minute) => [minute, cached.get(minute) ?? 0]))
    for (const minute of missing) counts.set(minute, 0)
    for (const [first, last] of runsOf(missing)) {
      const rows = this.deps.db.activities.aggregate<{ _id: number; posts: number }>([
        {
          $match: {
            at: { $gte: new Date(first * MINUTE_MS), $lt: new Date((last + 1) * MINUTE_MS) },
            kind: { $in: ['thread', 'post'] },
            ...(boardIds === null ? {} : { boardIds: { $in: boardIds } }),
          },
        },
        {
          $group: {
            _id: { $floor: { $divide: [{ $toLong: '$at' }, MINUTE_MS] } },
            posts: { $sum: 1 },
          },
        },
      ])
      for await (const { _id, posts } of rows) counts.set(Number(_id), posts)
    }
    this.counted.set(scope, counts)
    return counts
  }
}

/** Reports on staff are for admins, and nobody reads of a report on themselves. */
const hiddenFrom = ({ id, role }: Actor) => ({
  $nor: [
    { kind: 'report' as const, userId: id },
    { kind: 'report' as const, writerId: id },
  ],
  ...(role === 'admin' ? {} : { isForAdmins: { $exists: false } }),
})

const minuteOf = (time: Date): number => Math.floor(time.getTime() / MINUTE_MS)

/** Returns the runs of consecutive numbers, each with its first and its last. */
function runsOf(numbers: readonly number[]): [number, number][] {
  const runs: [number, number][] = []
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run && run[1] === number - 1) run[1] = number
    else runs.push([number, number])
  }
  return runs
}
