import { DAY_MS } from '@forum/shared/clock'
import type { Columns } from './segment'

/** The order of results by relevance (docs/search.md, "The order of results"). */

const AGE_HALVES_DAYS = 365
const IDLE_HALVES_DAYS = 30

/** Where a query was found, the best place first. */
export const TIERS = ['titlePhrase', 'titleWords', 'textPhrase', 'textWords'] as const
const WEIGHTS = [8, 6, 4, 2] as const

/** Returns 2^(−days / halfLife) for whole days, from a table: a query asks for thousands of them. */
function decay(halfLife: number): (days: number) => number {
  const known: number[] = []
  return (days) => (known[days] ??= 2 ** (-days / halfLife))
}
const ageDecay = decay(AGE_HALVES_DAYS)
const idleDecay = decay(IDLE_HALVES_DAYS)

const placeAndAge = (tier: number, time: number, now: number): number =>
  (WEIGHTS[tier] ?? 0) * (0.5 + 0.5 * ageDecay(daysBetween(time, now)))

/** Returns how relevant a hit is: its place, its age, and how lively its thread is. Times are in milliseconds. */
export function relevance(
  tier: number,
  time: number,
  replies: number,
  lastPostAt: number,
  now: number,
): number {
  const liveliness =
    1 + 0.15 * Math.min(1, Math.log10(1 + replies) / 3) + 0.1 * idleDecay(daysBetween(lastPostAt, now))
  return placeAndAge(tier, time, now) * liveliness
}

/** Returns how relevant a hit is at most, in the liveliest thread. */
export const maxRelevance = (tier: number, time: number, now: number): number =>
  placeAndAge(tier, time, now) * 1.25

/** Beyond, nothing is left of any decay. */
const DAYS_MAX = 20_000
const daysBetween = (time: number, now: number): number =>
  Math.min(DAYS_MAX, Math.max(0, Math.floor((now - time) / DAY_MS)))

/** Hits of one part of the index in the same tier, the newest first. */
export interface Run {
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

/** How hits are scored; `max` is quick, and never less than the score. */
export type Scoring = Record<'score' | 'max', (run: Run, doc: number) => number>

/** Up to this many are chosen without sorting the others. */
const CHOSEN_MAX = 500

const precedes = (a: Scored, b: Scored): number => b.score - a.score || b.postId - a.postId

/** Returns the hits with the highest scores, the highest first; of equal scores the newer post comes first. */
export function best(runs: readonly Run[], count: number, { score, max }: Scoring): Scored[] {
  const chosen: Scored[] = []
  const isSorted = count <= CHOSEN_MAX
  for (const run of runs) {
    for (let i = 0; i < run.docs.length; i += 1) {
      const doc = run.docs[i] ?? 0
      const last = isSorted ? chosen[count - 1] : undefined
      if (last && max(run, doc) < last.score) continue
      const { post, thread } = run.columns
      const hit = { score: score(run, doc), postId: post[doc] ?? 0, threadId: thread[doc] ?? 0 }
      if (last && precedes(last, hit) < 0) continue
      if (last) chosen.pop()
      chosen.splice(isSorted ? placeOf(hit, chosen) : chosen.length, 0, hit)
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
