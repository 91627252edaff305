/** The only source of the current time: injected everywhere, so that tests can set it. */
export interface Clock {
  now(): Date
  /** The lead of the clock over real time, in milliseconds; 0 except in tests. */
  readonly offsetMs?: number
}

export const systemClock: Clock = { now: () => new Date() }

/** Returns the age of something that was read, in milliseconds. A clock that was set back makes it old, not young. */
export const ageMs = (clock: Clock, readAt: number): number => Math.abs(clock.now().getTime() - readAt)

export const MINUTE_MS = 60 * 1_000
export const HOUR_MS = 60 * 60 * 1_000
export const DAY_MS = 24 * HOUR_MS
