/** Counts the cost of parsing, in characters read and tokens moved, so that tests can show that it is linear. */
export interface Meter {
  steps: number
}
