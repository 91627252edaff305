import { field, defineCollection, type DocumentOf } from '../platform/mongo/model'
import type { Mention } from './posts.model'

/** A poll with the counts of its votes. */
export interface StoredPoll {
  question: string
  options: { text: string; votes: number }[]
  /** Number of options that a member may choose. */
  maxChoices: number
  /** Number of members who chose something. */
  voters: number
  /** When it stops taking votes; null for never. */
  closesAt: Date | null
}

const fields = {
  _id: field.number,
  boardId: field.number,
  /** As of its opening post. */
  authorId: field.number,
  writerId: field.optional(field.number),
  /** The co-authors of its opening post; missing if there never were any. */
  coauthorIds: field.optional(field.listOf(field.number)),
  title: field.string,
  openingPostId: field.number,
  /** Plain text of the opening post for lists, at most 200 characters. */
  excerpt: field.string,
  /** The members whom the opening post mentions, for its excerpt; missing if there are none. */
  mentions: field.optional(field.mixed<Mention[]>()),
  createdAt: field.date,
  /** When the opening post was last edited. */
  editedAt: field.nullable(field.date),
  seq: field.number,
  /** Number of posts that are not deleted, the opening post included. */
  postCount: field.number,
  /** The highest post number ever assigned; deleted posts keep theirs. */
  lastNumber: field.number,
  lastPostAt: field.date,
  lastPostUserId: field.number,
  /** The number of the newest post that is not deleted; missing from events of earlier versions. */
  lastPostNumber: field.optional(field.number),
  /** True if a member other than the author has replied. */
  hasOtherReplies: field.boolean,
  isPinned: field.boolean,
  isLocked: field.boolean,
  isDeleted: field.boolean,
  /** The purge that deleted it; null or missing unless it is deleted because of one. */
  purgeId: field.optional(field.nullable(field.number)),
  /** The transfers that moved it to its board, one after the other; missing or empty if a moderator moved it since. */
  transferIds: field.optional(field.listOf(field.number)),
  /** When its title and opening post were erased for ever. */
  erasedAt: field.optional(field.date),
  /** The thread that all its posts have gone to: it is deleted, and its addresses lead there. */
  mergedInto: field.optional(field.nullable(field.number)),
  /** True if replies have left it: numbers without a post may lead elsewhere. */
  hasDepartures: field.optional(field.boolean),
  /** True if posts of other threads have come: their times may be older than those before them. */
  hasArrivals: field.optional(field.boolean),
  /** Only in threads with a poll. */
  poll: field.optional(field.mixed<StoredPoll>()),
  /** The file of the opening post's first picture; null or missing if it has none. */
  picture: field.optional(field.nullable(field.string)),
  /** Missing in threads that were never featured. */
  isFeatured: field.optional(field.boolean),
  /** When it was last featured; missing in threads that were featured before this was stored. */
  featuredAt: field.optional(field.date),
  /** The key of a type of its board; one that the board does not have (any more) is not shown. */
  type: field.optional(field.nullable(field.string)),
  /** Only in questions: whether a reply that is not deleted is marked as the answer. */
  isSolved: field.optional(field.boolean),
  /** The reply that was marked; kept while it is deleted, since it may come back. */
  answerId: field.optional(field.nullable(field.number)),
  /** Seconds between two replies of a member; missing or null unless it is in slow mode. */
  slowSeconds: field.optional(field.nullable(field.number)),
  /** When it is locked, and when it is opened; missing or null unless a moderator has set it. */
  lockAt: field.optional(field.nullable(field.date)),
  unlockAt: field.optional(field.nullable(field.date)),
  /** It is locked after so many days without a reply. */
  closeAfterDays: field.optional(field.nullable(field.number)),
  /** Written in batches separately from the log; not covered by `seq`. */
  viewCount: field.number,
}

/** A thread as projected from its log up to `seq`. */
export type ThreadDoc = DocumentOf<typeof fields>

/** Returns the number of the newest post that is not deleted. */
export const lastPostNumberOf = (thread: Pick<ThreadDoc, 'lastNumber' | 'lastPostNumber'>): number =>
  thread.lastPostNumber ?? thread.lastNumber

/** The indexes of hot lists: the threads of some days with the most replies. They cover every filter of a list. */
export const THREADS_BY_REPLIES = {
  isDeleted: 1,
  postCount: -1,
  lastPostAt: -1,
  _id: -1,
  createdAt: -1,
} as const
export const THREADS_OF_BOARDS_BY_REPLIES = { boardId: 1, ...THREADS_BY_REPLIES } as const

/** Returns the indexes of lists of a board's threads that have a field, in each order. Those without it are not in them. */
const listsBy = (field: 'type' | 'isSolved') =>
  [
    { lastPostAt: -1, _id: -1 },
    { createdAt: -1, _id: -1 },
    { postCount: -1, lastPostAt: -1, _id: -1 },
    { viewCount: -1, _id: -1 },
  ].map((order) => ({
    key: { boardId: 1, [field]: 1, isDeleted: 1, ...order } as const,
    partialFilterExpression: { [field]: { $exists: true } },
  }))

const FEATURED_ONLY = { partialFilterExpression: { isFeatured: true } }

export const threadCollection = defineCollection('threads', fields, [
  // A board's pinned threads, of which there are few; they precede all others.
  { key: { boardId: 1, isPinned: 1 }, partialFilterExpression: { isPinned: true } },
  // A board's featured threads in each order. They are few, so these indexes stay small.
  { key: { boardId: 1, isFeatured: 1, isDeleted: 1, lastPostAt: -1, _id: -1 }, ...FEATURED_ONLY },
  { key: { boardId: 1, isFeatured: 1, isDeleted: 1, createdAt: -1, _id: -1 }, ...FEATURED_ONLY },
  {
    key: { boardId: 1, isFeatured: 1, isDeleted: 1, postCount: -1, lastPostAt: -1, _id: -1 },
    ...FEATURED_ONLY,
  },
  { key: { boardId: 1, isFeatured: 1, isDeleted: 1, viewCount: -1, _id: -1 }, ...FEATURED_ONLY },
  // Featured threads of the whole forum.
  { key: { isFeatured: 1, isDeleted: 1, featuredAt: -1, _id: -1 }, ...FEATURED_ONLY },
  ...listsBy('type'),
  ...listsBy('isSolved'),
  // Questions of the whole forum.
  {
    key: { isSolved: 1, isDeleted: 1, lastPostAt: -1, _id: -1 },
    partialFilterExpression: { isSolved: { $exists: true } },
  },
  // A reply rewrites only the entries that contain the last post or the number of posts: four. Lists of one or several
  // merged boards, in each order; a board's newest thread.
  { key: { boardId: 1, isDeleted: 1, lastPostAt: -1, _id: -1 } },
  { key: { boardId: 1, isDeleted: 1, createdAt: -1, _id: -1 } },
  { key: THREADS_OF_BOARDS_BY_REPLIES },
  { key: { boardId: 1, isDeleted: 1, viewCount: -1, _id: -1 } },
  // Lists of the whole forum.
  { key: { isDeleted: 1, lastPostAt: -1, _id: -1 } },
  { key: { isDeleted: 1, createdAt: -1, _id: -1 } },
  { key: THREADS_BY_REPLIES },
  { key: { isDeleted: 1, viewCount: -1, _id: -1 } },
  // A member's own threads, and their recount.
  { key: { authorId: 1, isDeleted: 1, createdAt: -1, _id: -1 } },
  // Threads that are to be locked or opened at a time: few have one.
  { key: { lockAt: 1 }, partialFilterExpression: { lockAt: { $exists: true } } },
  { key: { unlockAt: 1 }, partialFilterExpression: { unlockAt: { $exists: true } } },
  {
    key: { closeAfterDays: 1, lastPostAt: 1 },
    partialFilterExpression: { closeAfterDays: { $exists: true } },
  },
  // The threads that a transfer has moved.
  { key: { transferIds: 1, _id: 1 }, partialFilterExpression: { transferIds: { $type: 'number' } } },
  // The threads that a purge has deleted.
  { key: { purgeId: 1, _id: 1 }, partialFilterExpression: { purgeId: { $type: 'number' } } },
])
