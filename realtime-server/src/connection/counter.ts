import type { Clock } from '@forum/shared/clock'

/** Returns a function that counts one more and returns the number in the current window. */
export function createCounter(clock: Clock, windowMs: number): () => number {
  let since = 0
  let count = 0
  return () => {
    const now = clock.now().getTime()
    if (now - since >= windowMs) {
      since = now
      count = 0
    }
    count += 1
    return count
  }
}
