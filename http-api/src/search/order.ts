import { DAY_MS } from '@forum/shared/clock'
import type { Columns } from './segment'
import type { ThreadTable } from './thread-table'

/** The order of results by relevance (docs/search.md, "The order of results"). */

const AGE_HALVES_DAYS = 365
const IDLE_HALVES_DAYS = 30

/** Where a query was found, the best place first. */
export const TIERS = ['titlePhrase', 'titleWords', 'textPhrase', 'textWords'] as const
const WEIGHTS = [8, 6, 4, 2] as const

/** Beyond, nothing is left of any decay. */
const DAYS_MAX = 20_000
/** More replies make a thread no livelier. */
const REPLIES_MAX = 999

// Tables, since a query scores thousands of hits.
const tableOf = (max: number, value: (i: number) => number) =>
  Float64Array.from({ length: max + 1 }, (_, i) => value(i))
const ageFactors = tableOf(DAYS_MAX, (days) => 0.5 + 0.5 * 2 ** (-days / AGE_HALVES_DAYS))
const idleBonuses = tableOf(DAYS_MAX, (days) => 0.1 * 2 ** (-days / IDLE_HALVES_DAYS))
const repliesBonuses = tableOf(REPLIES_MAX, (replies) => (0.15 * Math.log10(1 + replies)) / 3)

const daysBetween = (time: number, now: number): number =>
  Math.min(DAYS_MAX, Math.max(0, Math.floor((now - time) / DAY_MS)))

/** Hits of one part of the index in the same tier, the newest first. */
export interface HitRun {
  columns: Pick<Columns, 'post' | 'thread' | 'time'>
  /** An index of `TIERS`. */
  tier: number
  docs: Uint32Array
}

export interface Scored {
  score: number
  postId: number
  threadId: number
}

/** Returns the score of a hit of a run. Below `least`, it may return any other number that is below. */
export type Score = (run: HitRun, doc: number, least: number) => number

const liveliness = (replies: number, lastPostAt: number, now: number): number =>
  1 + (repliesBonuses[Math.min(REPLIES_MAX, replies)] ?? 0) + (idleBonuses[daysBetween(lastPostAt, now)] ?? 0)
const LIVELIEST = liveliness(REPLIES_MAX, 0, 0)

/** Scores hits by relevance: their place, their age, and how lively their threads are. Times are in milliseconds. */
export const byRelevance =
  (threads: Pick<ThreadTable, 'repliesOf' | 'lastPostOf'>, now: number): Score =>
  ({ columns, tier }, doc, least) => {
    const quiet = (WEIGHTS[tier] ?? 0) * (ageFactors[daysBetween(columns.time[doc] ?? 0, now)] ?? 0)
    // Most hits are too old to be among the best, and their threads need not be looked up.
    if (quiet * LIVELIEST < least) return 0
    const thread = columns.thread[doc] ?? 0
    return quiet * liveliness(threads.repliesOf(thread), threads.lastPostOf(thread), now)
  }

/** Up to this many are chosen without sorting the others. */
const CHOSEN_MAX = 500

const precedes = (a: Scored, b: Scored): number => b.score - a.score || b.postId - a.postId

/** Returns the hits with the highest scores, the highest first; of equal scores the newer post comes first. */
export function best(runs: readonly HitRun[], count: number, scoreOf: Score): Scored[] {
  const chosen: Scored[] = []
  const isSorted = count <= CHOSEN_MAX
  let least = -Infinity
  for (const run of runs) {
    const { docs, columns } = run
    for (let i = 0; i < docs.length; i += 1) {
      const doc = docs[i] ?? 0
      const score = scoreOf(run, doc, least)
      if (score < least) continue
      const hit = { score, postId: columns.post[doc] ?? 0, threadId: columns.thread[doc] ?? 0 }
      chosen.splice(isSorted ? placeOf(hit, chosen) : chosen.length, 0, hit)
      if (!isSorted || chosen.length < count) continue
      chosen.length = count
      least = chosen[count - 1]?.score ?? least
    }
  }
  return (isSorted ? chosen : chosen.sort(precedes)).slice(0, count)
}

/** Returns the index of the first of sorted hits that another one precedes. */
function placeOf(hit: Scored, sorted: readonly Scored[]): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = sorted[middle]
    if (other && precedes(other, hit) < 0) low = middle + 1
    else high = middle
  }
  return low
}
