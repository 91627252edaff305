import { LOOKING_EVERY_MS, PRESENCE_SITE_EVERY_MS, PRESENCE_THREAD_EVERY_MS } from './limits'

/** Periods of the gateway's recurring work, in milliseconds. Tests shorten them. */
export const INTERVALS = {
  /** Minimum interval between two presence events of a thread. */
  threadPresence: PRESENCE_THREAD_EVERY_MS,
  /** Interval at which visitors on other gateways are counted while none arrive or leave on this one. */
  threadPresenceElsewhere: 5_000,
  /** Minimum interval between two presence events of the site. */
  sitePresence: PRESENCE_SITE_EVERY_MS,
  /** Minimum interval between two lists of the posts that moderators look at. */
  looking: LOOKING_EVERY_MS,
  /** Arrivals and departures are collected for this long before they are written to the presence store. */
  presenceWrite: 250,
  /** Visitors are confirmed at this interval, well within the expiry, so that one lost write is harmless. */
  presenceRefresh: 30_000,
  /** Interval at which sessions due for a check are looked up. */
  sessionCheck: 5_000,
  /** A session is due at a random time between these after its last check: spread out, and within a minute. */
  sessionDueMin: 25_000,
  sessionDueMax: 50_000,
}
export type Intervals = typeof INTERVALS
