import { systemClock, type Clock } from '@forum/shared/clock'
import { createListeners } from '../lib/signal'

/** Interval at which relative times are updated. */
export const TICK_MS = 10_000

/** One clock for every relative time on the page: it ticks while a time is on screen, and follows the server's clock. */
export class SharedClock {
  readonly #clock: Clock
  readonly #watchers = createListeners()
  #timer: ReturnType<typeof setInterval> | undefined
  #offsetMs = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Returns the milliseconds since 1970 by the server's clock, as far as its offset is known. */
  now(): number {
    return this.#clock.now().getTime() + this.#offsetMs
  }

  /** Sets the offset of the server's clock from this machine's, in milliseconds. */
  setOffset(offsetMs: number): void {
    this.#offsetMs = offsetMs
    this.#watchers.notify()
  }

  readonly subscribe = (watcher: () => void): (() => void) => {
    const unsubscribe = this.#watchers.subscribe(watcher)
    this.#timer ??= setInterval(this.#watchers.notify, TICK_MS)
    return () => {
      unsubscribe()
      if (this.#watchers.count() > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }
}

export const sharedClock = new SharedClock(systemClock)
