import { DAY_MS } from '@forum/shared/clock'

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

/** Returns how relevant a hit is: its place, its age, and how lively its thread is. Times are in milliseconds. */
export function relevance(
  tier: number,
  time: number,
  replies: number,
  lastPostAt: number,
  now: number,
): number {
  const age = 0.5 + 0.5 * ageDecay(daysBetween(time, now))
  const liveliness =
    1 + 0.15 * Math.min(1, Math.log10(1 + replies) / 3) + 0.1 * idleDecay(daysBetween(lastPostAt, now))
  return (WEIGHTS[tier] ?? 0) * age * liveliness
}

/** Beyond, nothing is left of any decay. */
const DAYS_MAX = 20_000
const daysBetween = (time: number, now: number): number =>
  Math.min(DAYS_MAX, Math.max(0, Math.floor((now - time) / DAY_MS)))

/** Up to this many are chosen without sorting the others. */
const CHOSEN_MAX = 500

/** Returns the indexes of the `count` highest scores, the highest first; of equal scores the higher id comes first. */
export function best(scores: Float64Array, ids: ArrayLike<number>, count: number): number[] {
  const precedes = (a: number, b: number) =>
    (scores[b] ?? 0) - (scores[a] ?? 0) || (ids[b] ?? 0) - (ids[a] ?? 0)
  if (count > CHOSEN_MAX) return Array.from(scores.keys()).sort(precedes).slice(0, count)
  const chosen: number[] = []
  for (let i = 0; i < scores.length && count > 0; i += 1) {
    const last = chosen[count - 1]
    if (last !== undefined && precedes(last, i) < 0) continue
    let low = 0
    let high = chosen.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (precedes(chosen[middle] ?? 0, i) < 0) low = middle + 1
      else high = middle
    }
    chosen.splice(low, 0, i)
    if (chosen.length > count) chosen.pop()
  }
  return chosen
}
