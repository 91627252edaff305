import { PRESENCE_SITE_EVERY_MS, PRESENCE_THREAD_EVERY_MS } from '@forum/shared/limits'

/** How often the gateway does what it does by itself, all in milliseconds. Tests may quicken it. */
export const PACE = {
  /** Presence of a thread is told at most this often (contract §4). */
  threadPresence: PRESENCE_THREAD_EVERY_MS,
  /** Where nothing moved here, other gateways' people are looked for this often. */
  threadPresenceElsewhere: 5_000,
  /** Presence on the site is told at most this often (contract §4). */
  sitePresence: PRESENCE_SITE_EVERY_MS,
  /** Everyone here is confirmed this often; well within the expiry, so that one lost beat harms nobody. */
  heartbeat: 30_000,
  /** How often the sessions that are due are looked for. */
  sessionCheck: 5_000,
  /** A session is due between these after its last check: spread out, and within a minute (contract §4). */
  sessionDueMin: 25_000,
  sessionDueMax: 50_000,
}
export type Pace = typeof PACE
