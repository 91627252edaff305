/** The limits of docs/limits.md that the gateway alone uses. */

/** Age at which a moderator's look is no longer shown to others. */
export const LOOKING_MS = 60_000
export const LOOKING_EVERY_MS = 1_000

export const ROOMS_PER_SOCKET = 20
export const PRESENCE_THREAD_EVERY_MS = 1_000
export const PRESENCE_SITE_EVERY_MS = 5_000
export const PRESENCE_PEOPLE_MAX = 20
