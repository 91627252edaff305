/** The numbers of docs/limits.md, each in this one place. */

export const USERNAME_MIN = 3
export const USERNAME_MAX = 20
export const USERNAME_PATTERN = /^[A-Za-z0-9]+$/

export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 128
export const PASSWORD_SPECIALS = '!@#$%^&'
export const PASSWORD_PATTERN = /^[A-Za-z0-9!@#$%^&]+$/

export const EMAIL_MAX = 254
export const DISPLAY_NAME_MAX = 100
/** Ceilings in bytes beside those in characters: a grapheme may be arbitrarily long. */
export const DISPLAY_NAME_MAX_BYTES = 4 * 1024
export const TITLE_MAX_BYTES = 8 * 1024
export const SIGNATURE_MAX = 500
export const SIGNATURE_MAX_BYTES = 16 * 1024
/** Why a moderator did something. */
export const REASON_MAX = 500
export const REASON_MAX_BYTES = 8 * 1024
export const TITLE_MAX = 200
export const CONTENT_MAX = 20_000
export const CONTENT_MAX_BYTES = 100 * 1024

export const SUBJECT_MAX = 200
export const MESSAGE_MAX = 10_000
/** Characters of a message that lists show. */
export const MESSAGE_PREVIEW_LENGTH = 100
/** A message is found by at most this many of its words and pairs of characters, the first ones. */
export const MESSAGE_TERMS_MAX = 3_000
/** An account is new for this long after it was opened. */
export const NEW_ACCOUNT_HOURS = 24

export const BODY_MAX_BYTES = 256 * 1024
export const REQUEST_TIMEOUT_MS = 10_000

export const PAGE_SIZE = 20
export const PAGE_SIZE_MAX = 100
/** Numbered pages of lists skip within an index, and no deeper than this. */
export const PAGE_MAX = 1_000
/** Totals that no counter keeps are counted up to here. */
export const COUNT_MAX = 10_000
export const PAGE_BUTTONS_MAX = 5
export const POPULAR_BOARDS = 6

/** Hot threads were started within this many days. */
export const HOT_DAYS = 4
/** Threads, and replies, that a member's own content loads at a time. */
export const MY_CONTENT_PAGE_SIZE = 5

export const BOARD_NAME_MAX = 50
export const BOARD_DESCRIPTION_MAX = 300
/** A board, its sub-boards and theirs: what the screens show. */
export const BOARD_DEPTH_MAX = 3
export const BOARD_MODERATORS_MAX = 50
export const BOARD_POSITION_MAX = 1_000_000
export const ANNOUNCEMENT_MAX = 500

/** Threads in an RSS feed. */
export const FEED_SIZE = 30
/** Addresses in one part of the sitemap; the protocol allows 50,000. */
export const SITEMAP_SIZE = 10_000

export const EXCERPT_LENGTH = 200
export const QUOTE_LENGTH = 200

/** Threads that lists of one member's watched, bookmarked and unread threads look at. */
export const MEMBER_THREADS_MAX = 1_000

export const CHANGES_MAX = 200
export const UNREAD_POLL_MS = 30_000
/** Older notifications are removed. */
export const NOTIFICATION_DAYS = 90
export const NOTIFICATIONS_READ_AT_ONCE = 100
/** Browsers that a member gets push messages on; beyond it, the one that was subscribed first gets none. */
export const PUSH_SUBSCRIPTIONS_PER_MEMBER = 20
/** Characters of the address of a push service. */
export const PUSH_ENDPOINT_MAX = 1_000
export const SESSION_DAYS = 30
/** Sessions an account may have: beyond it, the least recently used one ends. */
export const SESSIONS_PER_MEMBER = 50
/** Members seen within this time count as online: gateways look at every session once a minute. */
export const ONLINE_WITHIN_MS = 3 * 60_000
export const USER_SEARCH_LIMIT = 10
export const QUERY_MAX = 100
export const BLOCKED_LISTED_MAX = 1_000
/** A mailed link for a new password is good for this long. */
export const RESET_HOURS = 1
export const IDEMPOTENCY_HOURS = 24
export const VIEW_WINDOW_MS = 60 * 60 * 1000

export const ROOMS_PER_SOCKET = 20
export const TYPING_EVERY_MS = 3_000
export const PRESENCE_THREAD_EVERY_MS = 1_000
export const PRESENCE_SITE_EVERY_MS = 5_000
export const PRESENCE_PEOPLE_MAX = 20

/** Password hashes computed at once in a process, how many more may wait, and for how long. */
export const HASHES_AT_ONCE = 2
export const HASHES_WAITING_MAX = 50
export const HASH_WAIT_MS = 4_000

/** One attempt of a database operation; with the driver's one retry it ends inside `REQUEST_TIMEOUT_MS`. */
export const DATABASE_TIMEOUT_MS = 4_000

/** Bounds of an uploaded picture: pixels of all its frames, frames, and its longest side. */
export const IMAGE_PIXELS_MAX = 50_000_000
export const IMAGE_FRAMES_MAX = 400
export const IMAGE_SIDE_MAX = 20_000
/** Widths of the smaller versions of a larger picture, by the `size` that a request names. */
export const THUMBNAIL_WIDTHS = { small: 480, large: 1_280 }
export const ATTACHMENT_MAX_BYTES = 10 * 1024 * 1024
export const ATTACHMENTS_PER_POST = 20
/** What a member may upload in 24 hours. */
export const DAILY_UPLOADS_MAX_BYTES = 100 * 1024 * 1024
/** Files that no post has claimed are deleted after this. */
export const ORPHAN_HOURS = 24
/** Members whom one post can mention. */
export const MENTIONS_MAX = 20
/** Width and height of a member's picture. */
export const AVATAR_MAX_BYTES = 2 * 1024 * 1024
/** Pictures that a member was given and may go back to, the newest. */
export const AVATARS_KEPT = 5
export const AVATAR_SIDE = 200

interface RateLimit {
  points: number
  seconds: number
  /** Moderators and admins are not limited. */
  staffExempt: boolean
  /** Counted in each process, without a round trip: for what protects the process itself. */
  inProcess?: boolean
}

/**
 * How often something may be done (docs/limits.md). Counted per account, and per address when anonymous.
 * `loginName` and `loginAddress` count failed sign-ins alone, `signIn` counts all of them.
 */
export const RATE_LIMITS = {
  address: { points: 3_000, seconds: 60, staffExempt: false, inProcess: true },
  badToken: { points: 300, seconds: 60, staffExempt: false, inProcess: true },
  loginName: { points: 10, seconds: 15 * 60, staffExempt: false },
  loginAddress: { points: 50, seconds: 15 * 60, staffExempt: false },
  signIn: { points: 60, seconds: 15 * 60, staffExempt: false },
  register: { points: 5, seconds: 60 * 60, staffExempt: false },
  post: { points: 10, seconds: 60, staffExempt: true },
  thread: { points: 5, seconds: 10 * 60, staffExempt: true },
  edit: { points: 30, seconds: 60, staffExempt: true },
  like: { points: 60, seconds: 60, staffExempt: true },
  upload: { points: 30, seconds: 60 * 60, staffExempt: true },
  password: { points: 10, seconds: 15 * 60, staffExempt: false },
  forgot: { points: 10, seconds: 60 * 60, staffExempt: false },
  resetMail: { points: 3, seconds: 60 * 60, staffExempt: false },
  avatar: { points: 20, seconds: 60 * 60, staffExempt: false },
  export: { points: 5, seconds: 60 * 60, staffExempt: false },
  discipline: { points: 60, seconds: 60, staffExempt: false },
  message: { points: 20, seconds: 60, staffExempt: true },
  newContact: { points: 10, seconds: 60 * 60, staffExempt: true },
  read: { points: 1_200, seconds: 60, staffExempt: false },
} as const satisfies Record<string, RateLimit>
export type RateLimitName = keyof typeof RATE_LIMITS

/** Open connections of one address to one gateway; IPv6 addresses count by their /64. */
export const CONNECTIONS_PER_ADDRESS = { anonymous: 100, total: 200 }
