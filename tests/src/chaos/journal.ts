/** A reply whose author got an acknowledgement, as it must be at the end. */
export interface WrittenReply {
  id: number
  number: number
  threadId: number
  /** The word of its text that no other text contains. */
  word: string
  content: string
  isDeleted: boolean
  /** The member whom it mentioned when it was written. */
  mentions: number | null
  /** True once an edit of it was held; its author does not change it from then on. */
  hasHeldEdit?: boolean
}

/** A reply, a thread or an edit that was held. */
export interface HeldText {
  heldId: number
  kind: 'thread' | 'post' | 'edit'
  /** The post that an edit changes. */
  postId: number | null
  /** The possible texts: two if it is unknown whether the latter was accepted. */
  versions: { word: string; content: string }[]
  isWithdrawn: boolean
}

/** A moderator's decision about a held text; `return` undoes a rejection. */
export interface Decision {
  heldId: number
  action: 'approve' | 'reject' | 'return'
}

/** Posts that went to another thread. */
export interface Move {
  from: number
  to: number
  /** Null for all posts of the thread, which was merged. */
  postIds: number[] | null
  /** Where the move that it takes back stands in the journal. */
  undoes: number | null
}

/** A change of who may read the threads of the secret board; times in milliseconds since 1970. */
export interface AccessChange {
  begunAt: number
  endedAt: number
  change:
    | { of: 'board'; isOpen: boolean }
    | { of: 'group'; userId: number; isIn: boolean }
    | { of: 'thread'; threadId: number; isInside: boolean }
}

/** An attempt at an act that had to be repeated; times in milliseconds since 1970, by the clock of the page. */
export interface Attempt {
  begunAt: number
  endedAt: number
  /** The refusal or error that ended it. */
  refusal: string
}

/** An act of a member, until it was acknowledged or had become pointless. */
export interface Act {
  doing: string
  begunAt: number
  attempts: Attempt[]
  endedAt: number | null
}

/** For a finding: the attempts of an act and what they were answered. */
export function describeAct({ doing, begunAt, attempts, endedAt }: Act): string {
  const time = (at: number) => new Date(at).toISOString().slice(11, -1)
  const refused = attempts.map((one) => `${time(one.begunAt)} to ${time(one.endedAt)}: ${one.refusal}`)
  const end = endedAt === null ? 'not acknowledged' : `acknowledged at ${time(endedAt)}`
  return [`${doing} from ${time(begunAt)}`, ...refused, end].join('\n    ')
}

/** Returns the description of a like or its removal. */
export const describeLike = (postId: number, liked: boolean): string => `like ${postId}: ${liked}`

/** Everything that the server has acknowledged to one member. */
export interface Journal {
  /** In the order in which they were written, one after the other. */
  replies: WrittenReply[]
  /** True for the ids of posts that the member likes. */
  likes: Record<number, boolean>
  /** Posts whose like was changed after an attempt at the opposite had no answer; that attempt may have come later. */
  doubtfulLikes: number[]
  messages: { id: number; recipientId: number; subject: string }[]
  /** Received messages that the member threw away. */
  deletedMessages: number[]
  /** The ids of posts. */
  reports: number[]
  held: HeldText[]
  decisions: Decision[]
  /** In the order of the moves, since one moderator makes them all; so does one admin with changes of access. */
  moves: Move[]
  access: AccessChange[]
  /** When each reply in a secret thread was first sent, in milliseconds since 1970, by its word. */
  secrets: Record<string, number>
  /** Words of texts that may have been accepted before they were refused: their threads were gone meanwhile. */
  doubtfulWords: string[]
  searches: number
  /** Words of acknowledged posts that a search did not find. */
  unfound: string[]
  writes: number
  /** When writes were acknowledged, in milliseconds since 1970. */
  writtenAt: number[]
  longestWaitMs: number
  acts: Act[]
  /** Acts that were refused although nothing was wrong with them. */
  refused: string[]
}

/** A journal in which nothing stands yet. */
export const emptyJournal = (): Journal => ({
  replies: [],
  likes: {},
  doubtfulLikes: [],
  messages: [],
  deletedMessages: [],
  reports: [],
  held: [],
  decisions: [],
  moves: [],
  access: [],
  secrets: {},
  doubtfulWords: [],
  searches: 0,
  unfound: [],
  writes: 0,
  writtenAt: [],
  longestWaitMs: 0,
  acts: [],
  refused: [],
})
