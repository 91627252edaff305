/** The only source of the current time: injected everywhere, so that tests can set it. */
export interface Clock {
  now(): Date
  /** How far the clock runs ahead of real time, in milliseconds; 0 except in tests. */
  readonly offsetMs?: number
}

export const systemClock: Clock = { now: () => new Date() }

/** How long ago something was read, in milliseconds. It is old, not young, once the clock has been set back. */
export const ageMs = (clock: Clock, readAt: number): number => Math.abs(clock.now().getTime() - readAt)

export const MINUTE_MS = 60 * 1_000
export const HOUR_MS = 60 * 60 * 1_000
export const DAY_MS = 24 * HOUR_MS
