/** What a run is asked for, and what its process sends back. */
export interface Run {
  /** The index of the statement that is taken out; -1 for none. */
  mutant: number
  lives: number
}

/** The promise that broke; null where none did. */
export type Broken = string | null

/** Sent again and again by a process that still yields. */
export const ALIVE = 'alive'
export const ALIVE_INTERVAL_MS = 200
