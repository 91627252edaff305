/** Longest time for which work on the index keeps the process from anything else. */
const SLICE_MS = 5

let startedAt = -Infinity
/** Work whose slice is over, the oldest first. */
const waiting: (() => void)[] = []

/** Begins the slice of the oldest work. The others wait for later turns of the event loop, and requests come between. */
function begin(): void {
  startedAt = performance.now()
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(begin)
}

/** Whether all work on the index together has lasted long enough; `nextSlice` then lets the process serve requests. */
export const isSliceOver = (): boolean => performance.now() - startedAt > SLICE_MS

export function nextSlice(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(begin)
  })
}
