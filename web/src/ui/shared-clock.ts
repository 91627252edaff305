import { systemClock, type Clock } from '@forum/shared/clock'

/** How often relative times are updated. */
export const TICK_MS = 10_000

/** One clock for every relative time on the page: it ticks while a time is on screen, and follows the server's clock. */
export class SharedClock {
  readonly #clock: Clock
  readonly #watchers = new Set<() => void>()
  #timer: ReturnType<typeof setInterval> | undefined
  #offsetMs = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Milliseconds since 1970 by the server's clock, as far as it is known. */
  now(): number {
    return this.#clock.now().getTime() + this.#offsetMs
  }

  /** Sets how far the server's clock is ahead of this machine's, in milliseconds. */
  setOffset(offsetMs: number): void {
    this.#offsetMs = offsetMs
    this.#tick()
  }

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    this.#timer ??= setInterval(this.#tick, TICK_MS)
    return () => {
      this.#watchers.delete(watcher)
      if (this.#watchers.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }

  readonly #tick = () => {
    for (const watcher of this.#watchers) watcher()
  }
}

export const sharedClock = new SharedClock(systemClock)
