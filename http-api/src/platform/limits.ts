/** The limits of docs/limits.md that the API alone uses. */

/**
 * Maximum number of messages with the rarest of several words, the newest first, that are searched for the other
 * words.
 */
export const MESSAGES_SEARCHED_MAX = 2_000
/** Messages found by several words are counted and listed up to this number. */
export const MESSAGES_FOUND_MAX = 1_000
/** Maximum number of search terms indexed for a message: its first words and pairs of characters. */
export const MESSAGE_TERMS_MAX = 3_000
/** An account counts as new for this long after registration. */
export const NEW_ACCOUNT_HOURS = 24

export const BODY_MAX_BYTES = 256 * 1024
/** Three levels, as the pages show them: a board, its sub-boards and theirs. */
export const BOARD_DEPTH_MAX = 3
export const ANNOUNCEMENTS_MAX = 100

/** Threads in an RSS feed. */
export const FEED_SIZE = 30
/** Addresses in one part of the sitemap; the protocol allows 50,000. */
export const SITEMAP_SIZE = 10_000

/** Posts whose times outline a thread, and own posts marked in it. */
export const OUTLINE_TIMES = 48
export const OUTLINE_OWN_MAX = 100
/** Replies listed under the posts of one page that they quote. */
export const RESPONSES_MAX = 200
/** Posts that one post can respond to. */
export const QUOTED_MAX = 20
/** Posts named by the quotes of one post whose author and state are shown; the words of further ones are withheld. */
export const QUOTES_RESOLVED_MAX = 100

/** Posts that a member keeps for later. */
export const POST_BOOKMARKS_MAX = 1_000
/** Unsent texts that an account keeps for the member's other devices, and for how many days. */
export const DRAFTS_MAX = 100
export const DRAFT_DAYS = 90

/** Maximum number of threads examined for a member's lists of watched, bookmarked and unread threads. */
export const MEMBER_THREADS_MAX = 1_000

/** Posts, and bytes of their texts, in one response with the changes of a thread. */
export const CHANGES_MAX = 200
export const CHANGES_MAX_BYTES = 1024 * 1024
/** Notifications are removed after this many days. */
export const NOTIFICATION_DAYS = 90
/** Transfers of threads between boards that are listed. */
export const TRANSFERS_SHOWN = 10
/** Warnings of a member that are kept, the newest. */
export const WARNINGS_KEPT = 50
/** Texts of one member that may wait for approval. */
export const HELD_MAX = 100
/** Its author sees a rejected text for this many days, and what was decided is kept for so many. */
export const REJECTED_SHOWN_DAYS = 3
export const HELD_KEPT_DAYS = 30
/** The bounds of newcomers unless an admin has set others. */
export const NEWCOMER_LINKS = 5
export const NEWCOMER_MENTIONS = 10
/** Maximum duration of an outside review, and the part of its response that is read. */
export const HOOK_TIMEOUT_MS = 5_000
export const HOOK_ANSWER_MAX_BYTES = 64 * 1024
/** Lines of the moderators' feed are removed after this many days. */
export const ACTIVITY_DAYS = 30
/** A member counts as new in the feed for this many days after registration, with fewer posts than this. */
export const NEW_MEMBER_DAYS = 7
export const NEW_MEMBER_POSTS = 10
/** So many posts of a member, or failed sign-ins to an account, within so many seconds are a burst. */
export const BURST_POSTS = 5
export const BURST_SECONDS = 120
/** Entries of the moderation log are removed after this many days. */
export const MODERATION_LOG_DAYS = 365
/** A claim of a case ends after this time without an act. */
export const CLAIM_MS = 5 * 60_000
/** The copy of a reported message is removed this many days after its case was settled. */
export const REPORTED_MESSAGE_DAYS = 30
/** The answer to a complaint is mailed for so many days, should the mail server not take it. */
export const COMPLAINT_ANSWER_DAYS = 3
/** Acts of moderators can be taken back for this many days. */
export const UNDO_DAYS = 7
/** Maximum number of push subscriptions per member; beyond it, the oldest one is removed. */
export const PUSH_SUBSCRIPTIONS_PER_MEMBER = 20
/** Failures in a row that end a push subscription. */
export const PUSH_FAILURES_MAX = 8
/** Codes that replace an authenticator app which was lost, each once. */
export const RECOVERY_CODES = 10
/** After this time without a typed password, the acts that hurt most ask for it again. */
export const FRESH_PASSWORD_MS = 15 * 60_000
export const SESSION_DAYS = 30
/** The fewest tries that solve the challenge of a registration, and hashes of a try: about a third of a second on a slow phone. */
export const CHALLENGE_TRIES_MIN = 1_000
export const CHALLENGE_HASHES = 50
/** Refused registrations are counted for this many days. */
export const SHIELD_REFUSAL_DAYS = 30
/** Personal tokens of a member, and the days after which one ends unless its end is given. */
export const TOKENS_PER_MEMBER = 20
export const TOKEN_DAYS = 365
/** Webhooks of a site, and their latest deliveries that are shown. */
export const WEBHOOKS_MAX = 20
export const WEBHOOK_DELIVERIES_SHOWN = 50
/** Seconds until a delivery is tried again, after each failure; then it has failed. */
export const WEBHOOK_RETRIES_S = [5, 5 * 60, 30 * 60, 2 * 3_600, 5 * 3_600, 10 * 3_600]
/** Deliveries are removed after this many days. */
export const WEBHOOK_DAYS = 14
/** Signing in with an account of another site takes at most this long, at each of its two steps. */
export const OIDC_MINUTES = 10
/** Passkeys of a member, and the time in which one is created or used once it was begun. */
export const PASSKEYS_PER_MEMBER = 20
export const PASSKEY_MINUTES = 10
/** Maximum number of sessions per account; beyond it, the least recently used one ends. */
export const SESSIONS_PER_MEMBER = 50
/** Addresses of a member's latest sign-ins that are remembered; `loginAccount` does not count there. */
export const SIGN_IN_ADDRESSES_KEPT = 10
/** Members seen within this time count as online: gateways check every session once a minute. */
export const ONLINE_WITHIN_MS = 3 * 60_000
/** Number of words of a query that are used; further ones are ignored. */
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
/** Time for which a search looks for near results; it shows those that it found until then. */
export const NEARBY_MAX_MS = 1_000
/** Lengths of the excerpts around what was found, in threads and in posts. */
export const THREAD_SNIPPET_LENGTH = 200
export const POST_SNIPPET_LENGTH = 300
/** Members found by a search are counted and listed up to this number. */
export const MEMBERS_FOUND_MAX = 1_000
/** Threads offered to the writer of a title, and below a thread. */
export const SIMILAR_THREADS = 5
export const BLOCKED_LISTED_MAX = 1_000
export const FOLLOWING_LISTED_MAX = 1_000
/** The minutes that a mail about a notification waits for it to be read, and the number of attempts to send it. */
export const MAIL_WAIT_MINUTES = 10
export const MAIL_TRIES_MAX = 14
/** Threads in a digest. */
export const DIGEST_THREADS = 10
export const IDEMPOTENCY_HOURS = 24
export const VIEW_WINDOW_MS = 60 * 60 * 1000

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
/** Maximum size of the uploads that arrive at the same time, for one account and for one process. */
export const UPLOADING_PER_ACCOUNT_MAX_BYTES = 32 * 1024 * 1024
export const UPLOADING_MAX_BYTES = 128 * 1024 * 1024
/** Maximum total size of a member's uploads in 24 hours. */
export const DAILY_UPLOADS_MAX_BYTES = 100 * 1024 * 1024
/** Maximum number of members that one post can mention. */
export const MENTIONS_MAX = 20
/** Number of a member's newest pictures that are kept, so that the member can return to one. */
export const AVATARS_KEPT = 5
export const FORMER_NAME_DAYS = 365
/** Pages that admins can write, and earlier texts of one that are shown. */
export const SITE_PAGES_MAX = 50
export const PAGE_VERSIONS_SHOWN = 50
/** The longer side of a logo once it is stored, in pixels. */
export const LOGO_SIDE = 512
export const INVITATIONS_MAX = 100
/** Days for which an invitation is listed after it has ended or was used up. */
export const INVITATION_KEPT_DAYS = 30

/**
 * Two members signed in at about the same time if no more than so many days lie between. A browser that more members
 * have says nothing. So many members of the same source are looked at.
 */
export const SAME_SOURCE_DAYS = 7
export const SAME_BROWSER_MEMBERS_MAX = 10
export const SAME_SOURCE_MEMBERS_MAX = 200
