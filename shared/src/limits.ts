/** The numbers of specification §5 and §9 and contract §5, each in this one place. */

export const USERNAME_MIN = 3
export const USERNAME_MAX = 20
export const USERNAME_PATTERN = /^[A-Za-z0-9]+$/

export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 128
export const PASSWORD_SPECIALS = '!@#$%^&'
export const PASSWORD_PATTERN = /^[A-Za-z0-9!@#$%^&]+$/

export const EMAIL_MAX = 254
export const DISPLAY_NAME_MAX = 100
export const SIGNATURE_MAX = 500
export const TITLE_MAX = 200
export const CONTENT_MAX = 20_000
/** A ceiling in bytes beside the one in characters: a grapheme may be arbitrarily long. */
export const CONTENT_MAX_BYTES = 100 * 1024

export const BODY_MAX_BYTES = 256 * 1024
export const REQUEST_TIMEOUT_MS = 10_000

export const PAGE_SIZE = 20
export const PAGE_SIZE_MAX = 100
/** Numbered pages of lists skip within an index, and no deeper than this (architecture, Data). */
export const PAGE_MAX = 1_000
/** Totals that no counter keeps are counted up to here. */
export const COUNT_MAX = 10_000
export const PAGE_BUTTONS_MAX = 5
export const POPULAR_BOARDS = 6

export const EXCERPT_LENGTH = 200
export const QUOTE_LENGTH = 200

export const CHANGES_MAX = 200
export const UNREAD_POLL_MS = 30_000
export const SESSION_DAYS = 30
export const IDEMPOTENCY_HOURS = 24
export const VIEW_WINDOW_MS = 60 * 60 * 1000

export const ROOMS_PER_SOCKET = 20
export const TYPING_EVERY_MS = 3_000
export const PRESENCE_THREAD_EVERY_MS = 1_000
export const PRESENCE_SITE_EVERY_MS = 5_000
export const PRESENCE_PEOPLE_MAX = 20

/**
 * How often something may be done (contract §5). Counted per account, and per address when anonymous.
 * `staffExempt`: moderators and admins are not held back in writing.
 */
export const RATE_LIMITS = {
  loginName: { points: 10, seconds: 15 * 60, staffExempt: false },
  loginAddress: { points: 50, seconds: 15 * 60, staffExempt: false },
  register: { points: 5, seconds: 60 * 60, staffExempt: false },
  post: { points: 10, seconds: 60, staffExempt: true },
  thread: { points: 5, seconds: 10 * 60, staffExempt: true },
  like: { points: 60, seconds: 60, staffExempt: true },
  read: { points: 1_200, seconds: 60, staffExempt: false },
} as const
export type RateLimitName = keyof typeof RATE_LIMITS

/** Open connections of one address to one gateway; IPv6 addresses count by their /64. */
export const CONNECTIONS_PER_ADDRESS = { anonymous: 100, total: 200 }
