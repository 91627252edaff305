/** The limits of docs/limits.md that both sides use. Those of one side are in its own `limits.ts`. */

export const USERNAME_MIN = 3
export const USERNAME_MAX = 20
export const USERNAME_PATTERN = /^[A-Za-z0-9]+$/

export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 128
export const PASSWORD_MAX_BYTES = 1024
/** Examples of special characters: any other printable character counts as one, too. */
export const PASSWORD_SPECIALS = '!@#$%^&'

export const EMAIL_MAX = 254
export const DISPLAY_NAME_MAX = 100
/** Limits in bytes besides those in characters: a grapheme may be arbitrarily long. */
export const DISPLAY_NAME_MAX_BYTES = 4 * 1024
export const TITLE_MAX_BYTES = 8 * 1024
export const SIGNATURE_MAX = 500
export const SIGNATURE_MAX_BYTES = 16 * 1024
/** Length of a moderator's reason, and of the reason of a report. */
export const REASON_MAX = 500
/** Maximum length of an author's summary of an edit. */
export const EDIT_NOTE_MAX = 100
export const REASON_MAX_BYTES = 8 * 1024
export const TITLE_MAX = 200
export const CONTENT_MAX = 20_000
export const CONTENT_MAX_BYTES = 100 * 1024
/** The most cells in a row of a table; the text of further ones is added to the last. */
export const TABLE_COLUMNS_MAX = 20

/** A poll: its options, the length of its question and of each option, and how far away its end may be. */
export const POLL_OPTIONS_MIN = 2
export const POLL_OPTIONS_MAX = 20
export const POLL_TEXT_MAX = 100
export const POLL_DAYS_MAX = 365

export const SUBJECT_MAX = 200
export const MESSAGE_MAX = 10_000
/** Number of members of a group conversation. */
export const CONVERSATION_MEMBERS_MAX = 10
/** Number of characters of a message shown in lists. */
export const MESSAGE_PREVIEW_LENGTH = 100

export const REQUEST_TIMEOUT_MS = 10_000

export const PAGE_SIZE = 20
export const PAGE_SIZE_MAX = 100
/** Rows that a list serves which is read by skipping within an index; pages beyond them are empty. */
export const LIST_ROWS_MAX = 100_000
/** Totals without a stored counter are counted up to this number. */
export const COUNT_MAX = 10_000
export const POPULAR_BOARDS = 6
/** Maximum number of threads of one member on the home page who is new by `NEW_MEMBER_DAYS` or `NEW_MEMBER_POSTS`. */
export const HOME_ROWS_PER_AUTHOR = 2

/** Hot threads were started within this many days. */
export const HOT_DAYS = 4

export const BOARD_NAME_MAX = 50
export const BOARD_DESCRIPTION_MAX = 300
/** Length of the rules above a board's list. */
export const BOARD_RULES_MAX = 5_000
export const CATEGORIES_MAX = 100
/** Groups of members, each of which decides which boards its members see. */
export const GROUPS_MAX = 100
/** Maximum of the days and posts that a group which fills automatically may require. */
export const GROUP_DAYS_MAX = 3_650
export const GROUP_POSTS_MAX = 100_000
export const BOARD_MODERATORS_MAX = 50
export const BOARD_POSITION_MAX = 1_000_000
export const ANNOUNCEMENT_MAX = 500

export const EXCERPT_LENGTH = 200
export const QUOTE_LENGTH = 200

/** Length of a note about a kept post, and of an unsent text. */
export const BOOKMARK_NOTE_MAX = 200
export const DRAFT_MAX_BYTES = 200 * 1024
/** The name of a form whose unsent text is kept on the account, such as `reply:12`; imported names may be Chinese. */
export const DRAFT_PLACE = /^[a-z][\p{L}\p{N}_:.-]{0,119}$/iu
/** Threads that a member opened are remembered for this many days. */
export const HISTORY_DAYS = 180

/** Threads without a post for this many days do not count as unread for members who never opened them. */
export const NEWS_DAYS = 30

/** Threads that one call moderates. */
export const BATCH_MAX = 100
/** Posts of a thread that can be merged into another one. */
export const MERGED_POSTS_MAX = 2_000
/** The longest time between two replies of a member in slow mode: a day. */
export const SLOW_SECONDS_MAX = 86_400
/** A thread can be closed after at most this many days without a reply. */
export const CLOSE_AFTER_DAYS_MAX = 365
/** An erasure that no second admin has confirmed lapses after this many hours. */
export const ERASURE_HOURS = 72
/** Entries of the log, and notes, shown about a member. */
export const DISCIPLINE_SHOWN = 100
/** Words of the filter, and the length of one. */
export const WORDS_MAX = 2_000
export const WORD_MAX = 50
/** The hits of a word are counted for this many days. */
export const WORD_HIT_DAYS = 7
/** The largest values of the settings for newcomers. */
export const FIRST_POSTS_MAX = 100
export const NEWCOMER_DAYS_MAX = 365
export const NEWCOMER_POSTS_MAX = 1_000
export const NEWCOMER_BOUND_MAX = 1_000
export const NEWCOMER_MESSAGES_PER_DAY = 50
/** Length of the address of an outside review. */
export const HOOK_URL_MAX = 500
/** Complaints from outside: their fields, and how many days after their case is settled what they say is removed. */
export const COMPLAINT_URL_MAX = 1_000
export const COMPLAINT_TEXT_MAX = 3_000
export const COMPLAINT_CONTACT_MAX = 200
export const COMPLAINT_DAYS = 30
export const NOTIFICATIONS_READ_AT_ONCE = 100
/** Maximum length of a push service's address. */
export const PUSH_ENDPOINT_MAX = 1_000
/** The most tries that solve the challenge of a registration, and how long it is valid. */
export const CHALLENGE_TRIES_MAX = 2_000
export const CHALLENGE_MINUTES = 10
/** The question that newcomers are asked, the answers that count, and the length of one. */
export const SHIELD_QUESTION_MAX = 200
export const SHIELD_ANSWERS_MAX = 20
export const SHIELD_ANSWER_MAX = 50
/** Domains whose mail addresses may not register. */
export const BLOCKED_DOMAINS_MAX = 1_000
export const TOKEN_NAME_MAX = 50
export const WEBHOOK_URL_MAX = 1_000
export const PASSKEY_NAME_MAX = 50
export const USER_SEARCH_LIMIT = 10
export const QUERY_MAX = 100
/** Length of a query for threads, posts and members. */
export const SEARCH_QUERY_MAX = 200
/** Rows of the table of synonyms, words in a row, and characters of a word. */
export const SYNONYM_ROWS_MAX = 1_000
export const SYNONYMS_PER_ROW_MAX = 20
export const SYNONYM_MAX = 30
/** A mailed password-reset link is valid for this long. */
export const RESET_HOURS = 1
/** A mailed link that confirms an address, and one that takes a change back, are valid for this long. */
export const VERIFY_EMAIL_HOURS = 48
export const UNDO_EMAIL_DAYS = 7
/** Hours after registering during which an address that is not verified gets links for a new password. */
export const FIRST_DAY_HOURS = 24

export const TYPING_EVERY_MS = 3_000

/** Widths of the smaller versions of a larger picture, by the `size` that a request names. */
export const THUMBNAIL_WIDTHS = { small: 480, large: 1_280 }
export const ATTACHMENT_MAX_BYTES = 10 * 1024 * 1024
export const ATTACHMENTS_PER_POST = 20
/** Members who write a post with its author, with those who are invited to. */
export const COAUTHORS_MAX = 10
/** Uploaded files that are not attached to a post are deleted after this time. */
export const ORPHAN_HOURS = 24
/** Maximum size of an uploaded member picture. */
export const AVATAR_MAX_BYTES = 2 * 1024 * 1024
/** Days between two changes of a member's username, and for which nobody else gets the old one. */
export const RENAME_DAYS = 90
/** Width and height of a member's picture, in pixels. */
export const AVATAR_SIDE = 200

/** Addresses of others that the content security policy may name. */
export const EXTERNAL_SOURCES_MAX = 20
export const EXTERNAL_SOURCE_MAX = 200
/** Days in the numbers of the site, unless given, and at most. */
export const STATS_DAYS = 30
export const STATS_DAYS_MAX = 2_000
/** Length of the name of the site. */
export const SITE_NAME_MAX = 50
/** Lengths of its description, its welcome and its contact. */
export const SITE_TEXT_MAX = 200
/** Length of the text in its footer, links there, and the length of a link's label and address. */
export const FOOTER_TEXT_MAX = 500
export const FOOTER_LINKS_MAX = 12
export const FOOTER_LABEL_MAX = 50
export const FOOTER_URL_MAX = 500
/** Maximum size of an uploaded logo. */
export const LOGO_MAX_BYTES = 2 * 1024 * 1024
/** Codes with which newcomers register while registration is by invitation (docs/operating.md#settings). */
export const INVITATION_CODE_LENGTH = 10
export const INVITATION_USES_MAX = 1_000
export const INVITATION_DAYS_MAX = 365
/** The largest rate limit that admins can set. */
export const RATE_POINTS_MAX = 1_000_000
export const RATE_SECONDS_MAX = 86_400

interface RateLimit {
  points: number
  seconds: number
  /** Moderators and admins are not limited. */
  staffExempt: boolean
  /** Counted in each process, without a round trip: for limits that protect the process itself. */
  inProcess?: boolean
  /** Counted per session and address instead of per account, so that guessing locks nobody else out. */
  perSession?: boolean
}

/**
 * Rate limits (docs/limits.md), counted per account, and per address when anonymous. `loginName`, `loginAddress` and
 * `loginAccount` count only failed sign-ins, `signIn` counts all sign-ins. `addressMail` counts, per address, the
 * links mailed to one that is to be confirmed.
 */
export const RATE_LIMITS = {
  address: { points: 3_000, seconds: 60, staffExempt: false, inProcess: true },
  badToken: { points: 300, seconds: 60, staffExempt: false, inProcess: true },
  loginName: { points: 10, seconds: 15 * 60, staffExempt: false },
  loginAddress: { points: 50, seconds: 15 * 60, staffExempt: false },
  loginAccount: { points: 100, seconds: 24 * 60 * 60, staffExempt: false },
  signIn: { points: 60, seconds: 15 * 60, staffExempt: false },
  register: { points: 5, seconds: 60 * 60, staffExempt: false },
  post: { points: 10, seconds: 60, staffExempt: true },
  thread: { points: 5, seconds: 10 * 60, staffExempt: true },
  edit: { points: 30, seconds: 60, staffExempt: true },
  draft: { points: 60, seconds: 60, staffExempt: true },
  like: { points: 60, seconds: 60, staffExempt: true },
  report: { points: 10, seconds: 60 * 60, staffExempt: true },
  complaint: { points: 5, seconds: 60 * 60, staffExempt: false },
  upload: { points: 30, seconds: 60 * 60, staffExempt: true },
  search: { points: 30, seconds: 60, staffExempt: false },
  secondFactor: { points: 10, seconds: 15 * 60, staffExempt: false },
  passkey: { points: 30, seconds: 15 * 60, staffExempt: false },
  password: { points: 10, seconds: 15 * 60, staffExempt: false, perSession: true },
  forgot: { points: 10, seconds: 60 * 60, staffExempt: false },
  resetMail: { points: 3, seconds: 60 * 60, staffExempt: false },
  changeEmail: { points: 5, seconds: 60 * 60, staffExempt: false },
  resendEmail: { points: 1, seconds: 60, staffExempt: false },
  mailedLink: { points: 20, seconds: 60 * 60, staffExempt: false },
  addressMail: { points: 10, seconds: 24 * 60 * 60, staffExempt: false },
  avatar: { points: 20, seconds: 60 * 60, staffExempt: false },
  export: { points: 5, seconds: 60 * 60, staffExempt: false },
  discipline: { points: 60, seconds: 60, staffExempt: false },
  message: { points: 20, seconds: 60, staffExempt: true },
  typing: { points: 30, seconds: 60, staffExempt: false },
  newcomer: { points: NEWCOMER_MESSAGES_PER_DAY, seconds: 24 * 60 * 60, staffExempt: true },
  newContact: { points: 10, seconds: 60 * 60, staffExempt: true },
  read: { points: 1_200, seconds: 60, staffExempt: false },
} as const satisfies Record<string, RateLimit>
export type RateLimitName = keyof typeof RATE_LIMITS

/** Number of thread types of a board, and characters of a type's name. */
export const THREAD_TYPES_MAX = 20
export const THREAD_TYPE_NAME_MAX = 12
