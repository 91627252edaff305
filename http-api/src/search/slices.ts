import { ForumError } from '@forum/shared/errors'
import { SEARCH_MAX_MS } from '../platform/limits'

/** Longest time for which work on the index keeps the process from anything else. */
const SLICE_MS = 5

let startedAt = -Infinity
/** Work whose slice is over: what began first goes on first. */
const waiting: { begunAt: number; resume: () => void }[] = []

/** Begins the slice of the first work. The others wait for later turns of the event loop, and requests come between. */
function begin(): void {
  startedAt = performance.now()
  waiting.shift()?.resume()
  if (waiting.length > 0) setImmediate(begin)
}

/**
 * Returns true if all work on the index together has lasted long enough, or a query waits that began before.
 * `nextSlice` then lets the process serve requests and that query. Without the second, a query that has just arrived
 * would overtake all that wait.
 */
export const isSliceOver = (begunAt = -Infinity): boolean =>
  performance.now() - startedAt > SLICE_MS || (waiting[0]?.begunAt ?? Infinity) < begunAt

/**
 * Lets the process serve other requests if a query's slice is over.
 *
 * @throws ForumError `UNAVAILABLE` once the query has lasted as long as anybody waits for it
 */
export async function continueQuery(begunAt: number): Promise<void> {
  if (performance.now() - begunAt > SEARCH_MAX_MS)
    throw new ForumError('UNAVAILABLE', { retryAfterSeconds: 5 })
  if (isSliceOver(begunAt)) await nextSlice(begunAt)
}

/**
 * Waits for another slice. A query passes the time at which it began, and goes on before those that began later: if all
 * took turns, all would end late. Other work waits for everything that waits already.
 */
export function nextSlice(begunAt = performance.now()): Promise<void> {
  return new Promise((resolve) => {
    const before = waiting.findLastIndex((other) => other.begunAt <= begunAt)
    waiting.splice(before + 1, 0, { begunAt, resume: resolve })
    if (waiting.length === 1) setImmediate(begin)
  })
}
