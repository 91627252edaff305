/** The order of results by relevance (docs/search.md, "The order of results"). */

const DAY_MS = 24 * 60 * 60 * 1_000
const AGE_HALVES_DAYS = 365
const IDLE_HALVES_DAYS = 30

/** Where a query was found, the best place first. */
export const TIERS = ['titlePhrase', 'titleWords', 'textPhrase', 'textWords'] as const
const WEIGHTS = [8, 6, 4, 2] as const

/** Returns how relevant a hit is: its place, its age, and how lively its thread is. Times are in milliseconds. */
export function relevance(
  tier: number,
  post: { time: number; replies: number; lastPostAt: number },
  now: number,
): number {
  const days = Math.max(0, now - post.time) / DAY_MS
  const idleDays = Math.max(0, now - post.lastPostAt) / DAY_MS
  const age = 0.5 + 0.5 * 2 ** (-days / AGE_HALVES_DAYS)
  const liveliness =
    1 + 0.15 * Math.min(1, Math.log10(1 + post.replies) / 3) + 0.1 * 2 ** (-idleDays / IDLE_HALVES_DAYS)
  return (WEIGHTS[tier] ?? 0) * age * liveliness
}

/** Returns the indexes of the `count` highest scores, the highest first; of equal scores the higher id comes first. */
export function best(scores: Float64Array, ids: ArrayLike<number>, count: number): number[] {
  const sorted = scores.slice().sort()
  const least = sorted[Math.max(0, sorted.length - count)] ?? -Infinity
  const chosen: number[] = []
  for (const [i, score] of scores.entries()) if (score >= least) chosen.push(i)
  return chosen
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || (ids[b] ?? 0) - (ids[a] ?? 0))
    .slice(0, count)
}
