import type { Collections } from '../../collections'

type Name = keyof Collections

/**
 * - `thread`: the log and its projections, of which each thread is read as one state (`BackupReader`)
 * - `content`: everything else that members see
 * - `secret`: only in a backup, not in an export: it signs members in, or means nothing elsewhere
 * - `bookkeeping`: read last, so that no id in a backup is given out again
 * - `derived`: in neither; a restored forum derives it from the rest
 */
type Role = 'thread' | 'content' | 'secret' | 'bookkeeping' | 'derived'

/**
 * The role of each collection in a backup, in the order in which it reads them. A document is read after those that
 * refer to it, and the writes of a consumer of the log are read after the log, so that no reference in a backup lacks
 * its target. An act that is kept in a document (docs/decisions/0029-acts-kept-in-the-document.md) is read before the
 * log of such acts.
 */
const ROLES: Readonly<Record<Name, Role>> = {
  threads: 'thread',
  posts: 'thread',
  likes: 'thread',
  pollVotes: 'thread',
  movedPosts: 'thread',
  threadEvents: 'thread',
  aliases: 'content',
  attachments: 'content',
  notifications: 'content',
  notificationSettings: 'content',
  outgoingMails: 'bookkeeping',
  readStates: 'content',
  drafts: 'content',
  postBookmarks: 'content',
  visits: 'content',
  messages: 'content',
  blocks: 'content',
  follows: 'content',
  boardLevels: 'content',
  groups: 'content',
  groupRequests: 'content',
  discipline: 'content',
  erasures: 'content',
  staffNotes: 'content',
  wordHits: 'content',
  emptySearches: 'content',
  retiredUsernames: 'content',
  shieldRefusals: 'content',
  purges: 'content',
  transfers: 'content',
  // An approval that is still to be carried out is carried out once, whether the log has it or not.
  held: 'content',
  idempotency: 'secret',
  oidcResults: 'secret',
  passwordResets: 'secret',
  emailLinks: 'secret',
  personalTokens: 'secret',
  formerNames: 'content',
  pushKeys: 'secret',
  pushSubscriptions: 'secret',
  sessions: 'secret',
  spentChallenges: 'secret',
  tokenSecret: 'secret',
  webhooks: 'secret',
  webhookDeliveries: 'secret',
  cases: 'content',
  announcements: 'content',
  wordLists: 'content',
  siteSettings: 'content',
  agreements: 'content',
  sitePages: 'content',
  // After the pages: a text is here before another takes its place there.
  pageVersions: 'content',
  searchSynonyms: 'content',
  invitations: 'content',
  boards: 'content',
  // After the boards, which name them.
  categories: 'content',
  members: 'content',
  groupConversations: 'content',
  moderationLog: 'content',
  activities: 'content',
  imports: 'bookkeeping',
  movedThreads: 'content',
  counters: 'bookkeeping',
  migrations: 'bookkeeping',
  conversations: 'derived',
  dailyStats: 'derived',
  mailboxEntries: 'derived',
  searchFeed: 'derived',
  searchPages: 'derived',
  searchSegments: 'derived',
  searchState: 'derived',
  unreadCounts: 'derived',
  leases: 'derived',
}

/** Returns the collections with these roles, in the order in which a backup reads them. */
export const collectionsOf = (...roles: Role[]): Name[] =>
  (Object.keys(ROLES) as Name[]).filter((name) => roles.includes(ROLES[name]))
