/** Counts what parsing costs, in characters looked at and tokens moved, so that tests can see it is linear. */
export interface Meter {
  steps: number
}
