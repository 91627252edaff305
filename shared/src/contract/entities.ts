import * as z from 'zod/mini'
import { ADMITTED, BOARD_LEVELS, WRITERS } from '../access'
import { THREAD_FLAGS, type ThreadFlag, type ThreadValue } from '../acts'
import { id, PROFILE_TEXTS, time, type ProfileTexts } from './fields'

/**
 * The entities of the API (docs/api.md). They are strict: a field that is not named here never leaves the
 * server, so a password hash or an address cannot slip out with the rest.
 */
const count = z.int().check(z.nonnegative())

export const role = z.enum(['user', 'moderator', 'admin'])
export type Role = z.output<typeof role>

/** A member; 0 for the author of an anonymous text. */
const personId = z.int().check(z.nonnegative())

export const userSummary = z.strictObject({
  id: personId,
  username: z.string(),
  /** Never empty: falls back to the username. */
  displayName: z.string().check(z.minLength(1)),
  avatar: z.nullable(z.string()),
  role,
  /** Who wrote under a name of one thread: `id` is 0, `username` is ''. */
  isAnonymous: z.optional(z.literal(true)),
})
export type UserSummary = z.output<typeof userSummary>

export const author = z.extend(userSummary, {
  postCount: count,
  joinedAt: time,
  /** Empty while the member is banned. */
  signature: z.string(),
  status: z.enum(['active', 'inactive', 'banned']),
})
export type Author = z.output<typeof author>

/** The texts of a profile as responses have them. */
export const shownTexts = Object.fromEntries(PROFILE_TEXTS.map((name) => [name, z.string()])) as Record<
  keyof ProfileTexts,
  z.ZodMiniString
>

export const user = z.extend(author, {
  ...shownTexts,
  threadCount: count,
  likesReceived: count,
  lastLoginAt: z.nullable(time),
  /** Null for anonymous callers, and for members who hide their online status. */
  isOnline: z.nullable(z.boolean()),
})
export type User = z.output<typeof user>

/** A warning, which its member reads before writing on. */
export const warning = z.strictObject({
  id,
  text: z.string(),
  createdAt: time,
  /** From then on it need not be read any more; null for no end. */
  until: z.nullable(time),
  readAt: z.nullable(time),
})
export type Warning = z.output<typeof warning>

/** The height of the rows of thread lists. */
export const density = z.enum(['normal', 'dense'], 'invalid')

/** The size of text, on every screen. */
export const textSize = z.enum(['normal', 'large', 'larger'], 'invalid')
export type TextSize = z.output<typeof textSize>

/** The script in which Chinese is shown: as written, or converted to simplified or traditional characters. */
export const script = z.enum(['original', 'simplified', 'traditional'], 'invalid')
export type Script = z.output<typeof script>

/** A key on a device of a member that signs in without a password. */
export const passkey = z.strictObject({
  /** The id of WebAuthn's credential, in base64url. */
  id: z.string(),
  name: z.string(),
  createdAt: time,
  lastUsedAt: z.nullable(time),
})
export type PasskeyInfo = z.output<typeof passkey>

/**
 * The only shape with an e-mail address; `moderatedBoardIds` includes the sub-boards of moderated boards, and
 * `mutedUntil` may have passed.
 */
export const currentUser = z.extend(user, {
  email: z.string(),
  /** True once the member has opened a link that was mailed to the address. */
  emailVerified: z.boolean(),
  /** True if mail to the address comes back. */
  emailBounces: z.boolean(),
  /** True if the site can mail links that confirm addresses. */
  canVerifyEmail: z.boolean(),
  /** The address that replaces `email` once the member opens the link mailed to it. */
  pendingEmail: z.nullable(z.string()),
  /** From when the member may choose another username. */
  renamableAt: time,
  /** True if a password signs the member in; members who registered with another site have none until they set one. */
  hasPassword: z.boolean(),
  passkeys: z.array(passkey),
  /** Accounts of other sites with which the member signs in. */
  identities: z.array(z.strictObject({ provider: z.string(), name: z.string() })),
  moderatedBoardIds: z.array(id),
  showOnline: z.boolean(),
  mutedUntil: z.nullable(time),
  /** Boards in which the member is muted besides, each with its end; sub-boards included. Missing for none. */
  boardMutes: z.optional(z.array(z.strictObject({ boardId: id, until: time }))),
  /** Warnings that the member has not read, the oldest first. */
  warnings: z.array(warning),
  /** `due` if the site requires a second factor of staff: until it is on, the role is `user` here. */
  secondFactor: z.enum(['off', 'on', 'due']),
  density,
  textSize,
  /** Also that of mails; null if the member has never chosen one. */
  script: z.nullable(script),
  /** True if the threads that the member opens are remembered, for the member alone. */
  keepsHistory: z.boolean(),
  /** The members whom the member has blocked, most recent first: pages fold their posts and hide their threads. */
  blocked: z.array(z.extend(userSummary, { moderatedBoardIds: z.array(id) })),
})
export type CurrentUser = z.output<typeof currentUser>

/** The entry of the log that undoes an act of a moderator, and the end of the time in which it can. */
export const undo = z.strictObject({ id, until: time })
export type Undo = z.output<typeof undo>
/** The undo of an act of a moderator; null if nothing changed, or nothing that the log of moderation has. */
export const acted = z.strictObject({ undo: z.nullable(undo) })
/** A deletion: 204, or the undo for a caller who sets `mustChange`. */
export const deletion = {
  status: 204 as const,
  response: z.optional(acted),
  statusOf: (response: unknown) => (response === undefined ? (204 as const) : (200 as const)),
}

export const session = z.strictObject({
  id,
  createdAt: time,
  lastSeenAt: time,
  userAgent: z.string(),
  current: z.boolean(),
})

export type SessionInfo = z.output<typeof session>

export const boardName = z.strictObject({
  id,
  name: z.string(),
  name_zh: z.string(),
  displayName: z.string(),
})
export type BoardName = z.output<typeof boardName>

export const lastThread = z.strictObject({
  id,
  title: z.string(),
  lastPostAt: time,
  lastPostUser: userSummary,
  /** The author of the thread, so that pages can hide threads of blocked members. */
  userId: personId,
})

/** The texts of a board that wait for approval: none, new threads, or all. */
export const BOARD_APPROVALS = ['none', 'threads', 'all'] as const
export type BoardApproval = (typeof BOARD_APPROVALS)[number]
export const boardAccess = z.strictObject({
  see: z.enum(ADMITTED),
  start: z.enum(WRITERS),
  reply: z.enum(WRITERS),
})

const boardFields = z.strictObject({
  id,
  name: z.string(),
  name_zh: z.string(),
  displayName: z.string(),
  description: z.string(),
  description_zh: z.string(),
  displayDescription: z.string(),
  translatedName: z.string(),
  parentId: z.nullable(id),
  parent: z.nullable(boardName),
  category: z.string(),
  /** One character, such as an emoji, or the address of a picture. */
  icon: z.nullable(z.string()),
  /** `#rrggbb` */
  color: z.nullable(z.string()),
  /** In markup; '' for none. */
  rules: z.string(),
  moderators: z.array(userSummary),
  threadCount: count,
  postCount: count,
  todayCount: count,
  position: z.int(),
  postRole: role,
  approval: z.enum(BOARD_APPROVALS),
  /** The access of the board itself; a board above it may admit fewer. */
  access: boardAccess,
  /** True if members may write in it without their name. */
  allowsAnonymous: z.boolean(),
  /** True if everyone may read what the edits of posts changed. */
  showsEdits: z.boolean(),
  /** The groups that `access` means. */
  groupIds: z.array(id),
  /** True if everyone sees the board. */
  isOpen: z.boolean(),
  /** The types that its threads can have, in display order. */
  types: z.array(z.strictObject({ key: z.string(), name: z.string(), color: z.nullable(z.string()) })),
  /** True if a new thread must have one of the types. */
  typeRequired: z.boolean(),
  /** True if new threads are questions. */
  isQuestions: z.boolean(),
  /** Null when anonymous. */
  viewer: z.nullable(
    z.strictObject({ canStart: z.boolean(), canReply: z.boolean(), level: z.enum(BOARD_LEVELS) }),
  ),
  lastThread: z.nullable(lastThread),
})
/** With its direct children, each with `children: []`. */
export type Board = z.output<typeof boardFields> & { children: Board[] }
export const board: z.ZodMiniType<Board> = z.extend(boardFields, {
  get children() {
    return z.array(board)
  },
})

export const category = z.strictObject({
  key: z.string(),
  slug: z.string(),
  name: z.string(),
  name_zh: z.string(),
  displayName: z.string(),
  boardCount: count,
  position: count,
})
export type Category = z.output<typeof category>

/**
 * The announcement above the home page; its text may contain `[url=…]…[/url]`, and is '' if there is none. It ends at
 * `until`, also in copies that are kept longer.
 */
export const announcement = z.strictObject({
  text: z.string(),
  updatedAt: z.nullable(time),
  until: z.nullable(time),
})
export type Announcement = z.output<typeof announcement>

/** The identity of the site, which admins set. A text that is '' is not shown. */
export const site = z.strictObject({
  name: z.string(),
  /** One character, which stands for the site where it has no logo. */
  seal: z.string(),
  /** The address of the logo; null if there is none. */
  logo: z.nullable(z.string()),
  /** `#rrggbb`; `accentPair` derives the shades of both themes. */
  accent: z.string(),
  description: z.string(),
  /** The greeting for strangers. */
  welcome: z.string(),
  /** The operator's address or a note on how to reach the operator. */
  contact: z.string(),
  /** The board for feedback; null if there is none. */
  feedbackBoardId: z.nullable(id),
  footer: z.strictObject({
    text: z.string(),
    links: z.array(z.strictObject({ label: z.string(), url: z.string() })),
  }),
  /** Where its days begin, such as America/New_York. */
  timeZone: z.string(),
  /** The pages that the site has, in order. */
  pages: z.array(z.strictObject({ slug: z.string(), title: z.string() })),
})
export type SiteInfo = z.output<typeof site>

export const attachment = z.strictObject({
  id,
  filename: z.string(),
  originalName: z.string(),
  fileSize: count,
  mimeType: z.string(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  url: z.string(),
})
export type Attachment = z.output<typeof attachment>

/** A member whom a post mentions; `username` is the name used in the text, in lower case. */
export const mention = z.strictObject({ id, username: z.string() })

export const quotedPost = z.strictObject({
  id,
  number: z.int(),
  author: userSummary,
  content: z.string(),
  isDeleted: z.boolean(),
})

/** A reply under a post that it quotes. */
export const quotingPost = z.strictObject({
  id,
  number: z.int(),
  author: userSummary,
  /** The beginning of its own words. */
  excerpt: z.string(),
  /** The posts that it quotes. */
  quotedIds: z.array(id),
})
export type QuotingPost = z.output<typeof quotingPost>

/** A post as events carry it: the same for every reader, so without fields that depend on the reader. */
export const publicPost = z.strictObject({
  id,
  threadId: id,
  /** Position in the thread: 1 is the opening post; never reused, never shifted. */
  number: z.int().check(z.positive()),
  page: z.int().check(z.positive()),
  isOpeningPost: z.boolean(),
  content: z.string(),
  author,
  createdAt: time,
  isEdited: z.boolean(),
  editedAt: z.nullable(time),
  editedBy: z.nullable(userSummary),
  /** Members who write the post with its author; missing if there are none. */
  coauthors: z.optional(z.array(userSummary)),
  /** The note of the last edit, if it has one. */
  editNote: z.optional(z.string()),
  version: z.int(),
  isDeleted: z.boolean(),
  quotedPostId: z.nullable(id),
  quotedPost: z.nullable(quotedPost),
  attachments: z.array(attachment),
  /** The members behind the @names of its text. */
  mentions: z.array(mention),
  likeCount: count,
  deletedBy: z.nullable(z.enum(['author', 'moderator', 'law'])),
})
export type PublicPost = z.output<typeof publicPost>

export const postViewer = z.strictObject({
  canEdit: z.boolean(),
  canDelete: z.boolean(),
  /** The reader is invited to write the post with its author, and has not answered. */
  isInvited: z.optional(z.literal(true)),
  /** The reader wrote this anonymous post. */
  isOwn: z.optional(z.literal(true)),
})

export const post = z.extend(publicPost, {
  likedByMe: z.boolean(),
  viewer: z.nullable(postViewer),
  /** In feeds and search only. */
  thread: z.optional(z.strictObject({ id, title: z.string(), boardId: id })),
})
export type Post = z.output<typeof post>

/** An earlier text of a post, with its author and time. */
export const postVersion = z.strictObject({
  version: z.int().check(z.positive()),
  content: z.string(),
  editedAt: time,
  editedBy: userSummary,
  /** The note of the edit that made it. */
  note: z.optional(z.string()),
})
export type PostVersion = z.output<typeof postVersion>

/** Counts only: who voted for what is never told. */
export const poll = z.strictObject({
  question: z.string(),
  options: z.array(z.strictObject({ text: z.string(), votes: count })),
  maxChoices: z.int().check(z.positive()),
  /** Members who voted; with several choices, less than the sum of the votes. */
  voters: count,
  closesAt: z.nullable(time),
  isClosed: z.boolean(),
})
export type Poll = z.output<typeof poll>

export const threadViewer = z.strictObject({
  canEdit: z.boolean(),
  canDelete: z.boolean(),
  canReply: z.boolean(),
  canModerate: z.boolean(),
  isWatching: z.boolean(),
  isBookmarked: z.boolean(),
  /** The posts of the thread that the reader keeps for later. */
  bookmarkedPostIds: z.array(id),
  /** True if the reader has muted the thread's notifications. */
  isMuted: z.boolean(),
  lastReadNumber: count,
  firstUnreadNumber: z.nullable(z.int()),
  unreadCount: count,
  /** Positions of the options that the reader chose in the thread's poll. */
  votes: z.array(count),
  /**
   * True if the reader has written anonymously in the thread; a reply that does not choose is then anonymous too.
   * Only on the thread's page, in a board that allows it.
   */
  writesAnonymously: z.optional(z.boolean()),
})

/** The values of a thread that moderators change; null for none (docs/moderation.md#threads-under-fire). */
export const threadValues = {
  /** Seconds between two replies of one member; moderators do not wait. */
  slowSeconds: z.nullable(z.int()),
  lockAt: z.nullable(time),
  unlockAt: z.nullable(time),
  /** The thread is locked after so many days without a reply. */
  closeAfterDays: z.nullable(z.int()),
} satisfies Record<ThreadValue, unknown>
export type ThreadValues = z.output<z.ZodMiniObject<typeof threadValues>>

export const publicThread = z.strictObject({
  id,
  /** Present in a board that not everyone sees: the addresses of its files alone do not open them. */
  isClosed: z.optional(z.literal(true)),
  /** Present where everyone may read what the edits of posts changed. */
  showsEdits: z.optional(z.literal(true)),
  title: z.string(),
  /** The opening post's source; in lists a plain-text excerpt of at most 200 characters. */
  content: z.string(),
  board: boardName,
  boardId: id,
  author,
  userId: personId,
  user_id: personId,
  createdAt: time,
  postCount: count,
  post_count: count,
  replyCount: count,
  reply_count: count,
  viewCount: count,
  view_count: count,
  /** `isPinned`, `isLocked`, and `isFeatured` for one of the best of its board (精华). */
  ...(Object.fromEntries(THREAD_FLAGS.map((flag) => [flag, z.boolean()])) as Record<
    ThreadFlag,
    z.ZodMiniBoolean
  >),
  ...threadValues,
  /** The key of one of the board's types. */
  type: z.nullable(z.string()),
  isQuestion: z.boolean(),
  /** The reply that answers the question. */
  answerId: z.nullable(id),
  isDeleted: z.boolean(),
  lastPostAt: time,
  lastPostUser: userSummary,
  /** The number of the newest post that is not deleted. */
  lastPostNumber: z.int(),
  lastNumber: z.int(),
  totalPages: z.int(),
  seq: z.int(),
  isEdited: z.boolean(),
  editedAt: z.nullable(time),
  openingPostId: id,
  poll: z.nullable(poll),
  /** The address of the opening post's first picture, in a small size; null if it has none. */
  picture: z.nullable(z.string()),
})
export type PublicThread = z.output<typeof publicThread>

export const threadInList = z.extend(publicThread, { viewer: z.nullable(threadViewer) })
export type ThreadInList = z.output<typeof threadInList>

/** A post that has moved to another thread, and the number that it had; `GET /posts/:id` says where it is. */
export const movedPost = z.strictObject({ number: z.int(), postId: id })
export type MovedPost = z.output<typeof movedPost>

export const thread = z.extend(threadInList, {
  /** Present only on the thread's own page. */
  openingPost: z.optional(post),
})
export type Thread = z.output<typeof thread>
