/** The only source of the present moment: injected everywhere, so that tests decide what time it is. */
export interface Clock {
  now(): Date
  /** How far the clock runs ahead of real time, in milliseconds; 0, but for the clocks of tests. */
  readonly offsetMs?: number
}

export const systemClock: Clock = { now: () => new Date() }
