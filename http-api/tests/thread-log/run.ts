/** The parameters of a run, and the messages that its process sends back. */
export interface Run {
  /** The index of the statement to skip; -1 for none. */
  mutant: number
  lives: number
}

/** The property that was violated; null for none. */
export type Broken = string | null

/** Sent repeatedly by a process that still yields. */
export const ALIVE = 'alive'
export const ALIVE_INTERVAL_MS = 200
