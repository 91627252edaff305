import { PRESENCE_SITE_EVERY_MS, PRESENCE_THREAD_EVERY_MS } from '@forum/shared/limits'

/** Periods of the gateway's recurring work, in milliseconds. Tests shorten them. */
export const INTERVALS = {
  /** Minimum interval between two presence events of a thread. */
  threadPresence: PRESENCE_THREAD_EVERY_MS,
  /** How often visitors of other gateways are counted while none arrive or leave on this one. */
  threadPresenceElsewhere: 5_000,
  /** Minimum interval between two presence events of the site. */
  sitePresence: PRESENCE_SITE_EVERY_MS,
  /** Arrivals and departures are gathered this long before they are written to the presence store. */
  presenceWrite: 250,
  /** Visitors are confirmed this often; well within the expiry, so that one lost write does no harm. */
  presenceRefresh: 30_000,
  /** How often sessions that are due for a check are looked for. */
  sessionCheck: 5_000,
  /** A session is due at a random time between these after its last check: spread out, and within a minute. */
  sessionDueMin: 25_000,
  sessionDueMax: 50_000,
}
export type Intervals = typeof INTERVALS
