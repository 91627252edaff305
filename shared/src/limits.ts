/** The limits of docs/limits.md, each defined only here. */

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
/** Number of characters of a message shown in lists. */
export const MESSAGE_PREVIEW_LENGTH = 100
/** Of the messages with the rarest of several words, the newest are searched for the other words. */
export const MESSAGES_SEARCHED_MAX = 2_000
/** Messages found by several words are counted and listed up to this number. */
export const MESSAGES_FOUND_MAX = 1_000
/** Maximum number of search terms indexed for a message: its first words and pairs of characters. */
export const MESSAGE_TERMS_MAX = 3_000
/** An account counts as new for this long after registration. */
export const NEW_ACCOUNT_HOURS = 24

export const BODY_MAX_BYTES = 256 * 1024
export const REQUEST_TIMEOUT_MS = 10_000
/** A client's time-out for the response to a file that has arrived: pictures wait for their turn to be decoded. */
export const UPLOAD_TIMEOUT_MS = 60_000

export const PAGE_SIZE = 20
export const PAGE_SIZE_MAX = 100
/** Rows that a list serves which is read by skipping within an index; pages beyond them are empty. */
export const LIST_ROWS_MAX = 100_000
/** Totals without a stored counter are counted up to this number. */
export const COUNT_MAX = 10_000
export const PAGE_BUTTONS_MAX = 5
export const POPULAR_BOARDS = 6
/** Maximum number of threads of one member on the home page who is new by `NEW_MEMBER_DAYS` or `NEW_MEMBER_POSTS`. */
export const HOME_ROWS_PER_AUTHOR = 2

/** Hot threads were started within this many days. */
export const HOT_DAYS = 4
/** Threads or replies per page of a member's own content. */
export const MY_CONTENT_PAGE_SIZE = 5

export const BOARD_NAME_MAX = 50
export const BOARD_DESCRIPTION_MAX = 300
/** Length of the rules above a board's list. */
export const BOARD_RULES_MAX = 5_000
export const CATEGORIES_MAX = 100
/** Groups of members, each of which decides which boards its members see. */
export const GROUPS_MAX = 100
/** The most that a group which fills by itself may ask for. */
export const GROUP_DAYS_MAX = 3_650
export const GROUP_POSTS_MAX = 100_000
/** Three levels, as the pages show them: a board, its sub-boards and theirs. */
export const BOARD_DEPTH_MAX = 3
export const BOARD_MODERATORS_MAX = 50
export const BOARD_POSITION_MAX = 1_000_000
export const ANNOUNCEMENT_MAX = 500
export const ANNOUNCEMENTS_MAX = 100

/** Threads in an RSS feed. */
export const FEED_SIZE = 30
/** Addresses in one part of the sitemap; the protocol allows 50,000. */
export const SITEMAP_SIZE = 10_000

export const EXCERPT_LENGTH = 200
export const QUOTE_LENGTH = 200

/** Posts whose times outline a thread, and own posts marked in it. */
export const OUTLINE_TIMES = 48
export const OUTLINE_OWN_MAX = 100
/** Replies listed under the posts of one page that they quote. */
export const RESPONSES_MAX = 200
/** Posts that one post can respond to. */
export const QUOTED_MAX = 20
/** Posts named by the quotes of one post whose author and state are shown; the words of further ones are withheld. */
export const QUOTES_RESOLVED_MAX = 100

/** Posts that a member keeps for later, and the length of a note about one. */
export const POST_BOOKMARKS_MAX = 1_000
export const BOOKMARK_NOTE_MAX = 200
/** Threads that a member opened are remembered for this many days. */
export const HISTORY_DAYS = 180
/** Unsent texts that an account keeps for the member's other devices, the length of one, and for how many days. */
export const DRAFTS_MAX = 100
export const DRAFT_MAX_BYTES = 200 * 1024
export const DRAFT_DAYS = 90

/** Maximum number of threads examined for a member's lists of watched, bookmarked and unread threads. */
export const MEMBER_THREADS_MAX = 1_000

/** Threads without a post for this many days do not count as unread for members who never opened them. */
export const NEWS_DAYS = 30

/** Posts, and bytes of their texts, in one response with the changes of a thread. */
export const CHANGES_MAX = 200
export const CHANGES_MAX_BYTES = 1024 * 1024
export const UNREAD_POLL_MS = 30_000
/** Notifications are removed after this many days. */
export const NOTIFICATION_DAYS = 90
/** Threads that one call moderates. */
export const BATCH_MAX = 100
/** The longest time between two replies of a member in slow mode: a day. */
export const SLOW_SECONDS_MAX = 86_400
/** A thread can be closed after at most this many days without a reply. */
export const CLOSE_AFTER_DAYS_MAX = 365
/** An erasure that no second admin has confirmed lapses after this many hours. */
export const ERASURE_HOURS = 72
/** Warnings of a member that are kept, the newest. */
export const WARNINGS_KEPT = 50
/** Entries of the log, and notes, shown about a member. */
export const DISCIPLINE_SHOWN = 100
/** Words of the filter, and the length of one. */
export const WORDS_MAX = 2_000
export const WORD_MAX = 50
/** The hits of a word are counted for this many days. */
export const WORD_HIT_DAYS = 7
/** Texts of one member that may wait for approval. */
export const HELD_MAX = 100
/** Its author sees a rejected text for this many days, and what was decided is kept for so many. */
export const REJECTED_SHOWN_DAYS = 3
export const HELD_KEPT_DAYS = 30
/** The largest values of the settings for newcomers. */
export const FIRST_POSTS_MAX = 100
export const NEWCOMER_DAYS_MAX = 365
export const NEWCOMER_POSTS_MAX = 1_000
export const NEWCOMER_BOUND_MAX = 1_000
/** What newcomers may do unless an admin has set something else. */
export const NEWCOMER_LINKS = 5
export const NEWCOMER_MENTIONS = 10
export const NEWCOMER_MESSAGES_PER_DAY = 50
/** How long a text waits for an outside review, and what of the answer is read. */
export const HOOK_TIMEOUT_MS = 5_000
export const HOOK_ANSWER_MAX_BYTES = 64 * 1024
/** Length of the address of an outside review. */
export const HOOK_URL_MAX = 500
/** Lines of the moderators' feed are removed after this many days. */
export const ACTIVITY_DAYS = 30
/** A member counts as new in the feed for this many days after registration, with fewer posts than this. */
export const NEW_MEMBER_DAYS = 7
export const NEW_MEMBER_POSTS = 10
/** So many posts of a member, or failed sign-ins to an account, within so many seconds are a burst. */
export const BURST_POSTS = 5
export const BURST_SECONDS = 120
/** Others no longer see what a moderator looks at after this time. */
export const LOOKING_MS = 60_000
export const LOOKING_EVERY_MS = 1_000
/** Entries of the moderation log are removed after this many days. */
export const MODERATION_LOG_DAYS = 365
/** A claim of a case ends after this time without an act. */
export const CLAIM_MS = 5 * 60_000
/** The copy of a reported message is removed this many days after its case was settled. */
export const REPORTED_MESSAGE_DAYS = 30
/** Complaints from outside: their fields, and how many days after their case is settled what they say is removed. */
export const COMPLAINT_URL_MAX = 1_000
export const COMPLAINT_TEXT_MAX = 3_000
export const COMPLAINT_CONTACT_MAX = 200
export const COMPLAINT_DAYS = 30
/** The answer to a complaint is mailed for so many days, should the mail server not take it. */
export const COMPLAINT_ANSWER_DAYS = 3
/**
 * Two members signed in at about the same time if no more than so many days lie between. A browser that more members
 * have says nothing. So many members of the same source are looked at.
 */
export const SAME_SOURCE_DAYS = 7
export const SAME_BROWSER_MEMBERS_MAX = 10
export const SAME_SOURCE_MEMBERS_MAX = 200
/** Acts of moderators can be taken back for this many days. */
export const UNDO_DAYS = 7
export const NOTIFICATIONS_READ_AT_ONCE = 100
/** Maximum number of push subscriptions per member; beyond it, the oldest one is removed. */
export const PUSH_SUBSCRIPTIONS_PER_MEMBER = 20
/** Failures in a row that end a push subscription. */
export const PUSH_FAILURES_MAX = 8
/** Maximum length of a push service's address. */
export const PUSH_ENDPOINT_MAX = 1_000
/** Codes that replace an authenticator app which was lost, each once. */
export const RECOVERY_CODES = 10
/** After this time without a typed password, the acts that hurt most ask for it again. */
export const FRESH_PASSWORD_MS = 15 * 60_000
export const SESSION_DAYS = 30
/** Tries that solve the challenge of a registration, and hashes of a try: about a third of a second on a slow phone. */
export const CHALLENGE_TRIES_MIN = 1_000
export const CHALLENGE_TRIES_MAX = 2_000
export const CHALLENGE_HASHES = 50
export const CHALLENGE_MINUTES = 10
/** The question that newcomers are asked, the answers that count, and the length of one. */
export const SHIELD_QUESTION_MAX = 200
export const SHIELD_ANSWERS_MAX = 20
export const SHIELD_ANSWER_MAX = 50
/** Domains whose mail addresses may not register. */
export const BLOCKED_DOMAINS_MAX = 1_000
/** Refused registrations are counted for this many days. */
export const SHIELD_REFUSAL_DAYS = 30
/** Personal tokens of a member, the length of their names, and the days after which one ends unless its end is given. */
export const TOKENS_PER_MEMBER = 20
export const TOKEN_NAME_MAX = 50
export const TOKEN_DAYS = 365
/** Webhooks of a site, the length of their addresses, and their latest deliveries that are shown. */
export const WEBHOOKS_MAX = 20
export const WEBHOOK_URL_MAX = 1_000
export const WEBHOOK_DELIVERIES_SHOWN = 50
/** Seconds until a delivery is tried again, after each failure; then it has failed. */
export const WEBHOOK_RETRIES_S = [5, 5 * 60, 30 * 60, 2 * 3_600, 5 * 3_600, 10 * 3_600]
/** Deliveries are removed after this many days. */
export const WEBHOOK_DAYS = 14
/** Signing in with an account of another site takes at most this long, at each of its two steps. */
export const OIDC_MINUTES = 10
/** Passkeys of a member, the length of their names, and the time in which one is created or used once it was begun. */
export const PASSKEYS_PER_MEMBER = 20
export const PASSKEY_NAME_MAX = 50
export const PASSKEY_MINUTES = 10
/** Maximum number of sessions per account; beyond it, the least recently used one ends. */
export const SESSIONS_PER_MEMBER = 50
/** Addresses of a member's latest sign-ins that are remembered; `loginAccount` does not count there. */
export const SIGN_IN_ADDRESSES_KEPT = 10
/** Members seen within this time count as online: gateways check every session once a minute. */
export const ONLINE_WITHIN_MS = 3 * 60_000
export const USER_SEARCH_LIMIT = 10
export const QUERY_MAX = 100
/** Length of a query for threads, posts and members. */
export const SEARCH_QUERY_MAX = 200
/** Number of words of such a query that are used; further ones are ignored. */
export const SEARCH_WORDS_MAX = 16
/** Searches of a process that run at the same time, and that wait for their turn; others are refused. */
export const SEARCHES_AT_ONCE = 16
export const SEARCHES_WAITING = 64
/** A search ends after this time: the page waits no longer. */
export const SEARCH_MAX_MS = 10_000
/** Hits of each kind when all kinds are searched. */
export const SEARCH_BEST = 10
/** Where fewer than this are found, a search also returns what is near the query. */
export const NEARBY_BELOW = 3
/** Number of threads and of posts near a query. */
export const NEARBY_SHOWN = 10
/** What is near is looked for during this time; what was found until then is shown. */
export const NEARBY_MAX_MS = 1_000
/** Lengths of the excerpts around what was found, in threads and in posts. */
export const THREAD_SNIPPET_LENGTH = 200
export const POST_SNIPPET_LENGTH = 300
/** Members found by a search are counted and listed up to this number. */
export const MEMBERS_FOUND_MAX = 1_000
/** Threads offered to the writer of a title, and below a thread. */
export const SIMILAR_THREADS = 5
/** Rows of the table of synonyms, words in a row, and characters of a word. */
export const SYNONYM_ROWS_MAX = 1_000
export const SYNONYMS_PER_ROW_MAX = 20
export const SYNONYM_MAX = 30
export const BLOCKED_LISTED_MAX = 1_000
export const FOLLOWING_LISTED_MAX = 1_000
/** A mailed password-reset link is valid for this long. */
export const RESET_HOURS = 1
/** A mailed link that confirms an address, and one that takes a change back, are valid for this long. */
export const VERIFY_EMAIL_HOURS = 48
export const UNDO_EMAIL_DAYS = 7
/** Hours after registering during which an address that is not verified gets links for a new password. */
export const FIRST_DAY_HOURS = 24
/** How long a mail about a notification waits for it to be read, and how often sending it is tried. */
export const MAIL_WAIT_MINUTES = 10
export const MAIL_TRIES_MAX = 14
/** Threads in a digest. */
export const DIGEST_THREADS = 10
export const IDEMPOTENCY_HOURS = 24
export const VIEW_WINDOW_MS = 60 * 60 * 1000

export const ROOMS_PER_SOCKET = 20
export const TYPING_EVERY_MS = 3_000
export const PRESENCE_THREAD_EVERY_MS = 1_000
export const PRESENCE_SITE_EVERY_MS = 5_000
export const PRESENCE_PEOPLE_MAX = 20

/** Number of password hashes computed concurrently per process, how many more may wait, and for how long. */
export const HASHES_AT_ONCE = 2
export const HASHES_WAITING_MAX = 50
export const HASH_WAIT_MS = 4_000

/**
 * Timeout of one attempt at a database operation; with the driver's single retry it ends within `REQUEST_TIMEOUT_MS`.
 */
export const DATABASE_TIMEOUT_MS = 4_000

/** Bounds of an uploaded picture: pixels of all its frames, frames, and its longest side. */
export const IMAGE_PIXELS_MAX = 50_000_000
export const IMAGE_FRAMES_MAX = 400
export const IMAGE_SIDE_MAX = 20_000
/** Widths of the smaller versions of a larger picture, by the `size` that a request names. */
export const THUMBNAIL_WIDTHS = { small: 480, large: 1_280 }
export const ATTACHMENT_MAX_BYTES = 10 * 1024 * 1024
export const ATTACHMENTS_PER_POST = 20
/** Maximum size of the uploads that arrive at the same time, for one account and for one process. */
export const UPLOADING_PER_ACCOUNT_MAX_BYTES = 32 * 1024 * 1024
export const UPLOADING_MAX_BYTES = 128 * 1024 * 1024
/** Maximum total size of a member's uploads in 24 hours. */
export const DAILY_UPLOADS_MAX_BYTES = 100 * 1024 * 1024
/** Uploaded files that are not attached to a post are deleted after this time. */
export const ORPHAN_HOURS = 24
/** Maximum number of members that one post can mention. */
export const MENTIONS_MAX = 20
/** Maximum size of an uploaded member picture. */
export const AVATAR_MAX_BYTES = 2 * 1024 * 1024
/** Number of a member's newest pictures that are kept, so that the member can return to one. */
export const AVATARS_KEPT = 5
/** Days between two changes of a member's username, and for which nobody else gets the old one. */
export const RENAME_DAYS = 90
export const FORMER_NAME_DAYS = 365
/** Width and height of a member's picture, in pixels. */
export const AVATAR_SIDE = 200

/** Days in the numbers of the site, unless given, and at most. */
/** Addresses of others that the content security policy may name. */
export const EXTERNAL_SOURCES_MAX = 20
export const EXTERNAL_SOURCE_MAX = 200
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
/** Pages that admins can write, and earlier texts of one that are shown. */
export const SITE_PAGES_MAX = 50
export const PAGE_VERSIONS_SHOWN = 50
/** Maximum size of an uploaded logo, and of its longer side once it is stored, in pixels. */
export const LOGO_MAX_BYTES = 2 * 1024 * 1024
export const LOGO_SIDE = 512
/** Codes with which newcomers register while registration is by invitation (docs/operating.md#settings). */
export const INVITATION_CODE_LENGTH = 10
export const INVITATION_USES_MAX = 1_000
export const INVITATION_DAYS_MAX = 365
export const INVITATIONS_MAX = 100
/** How long an invitation is listed after it has ended or was used up. */
export const INVITATION_KEPT_DAYS = 30
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
 * How often something may be done (docs/limits.md). Counted per account, and per address when anonymous.
 * `loginName`, `loginAddress` and `loginAccount` count only failed sign-ins, `signIn` counts all sign-ins. `addressMail`
 * counts, per address, the links mailed to one that is to be confirmed.
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

/** Open connections of one address to one gateway; IPv6 addresses count by their /64. */
export const CONNECTIONS_PER_ADDRESS = { anonymous: 100, total: 200 }
/** Open connections of one remote address to the HTTP server of a process, unless configured (docs/operating.md). */
export const HTTP_CONNECTIONS_PER_ADDRESS = 500
/** Handshakes in a minute from one address to one gateway; each may cost the lookup of a token. */
export const HANDSHAKES_PER_MINUTE = 600
