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
  searches: 0,
  unfound: [],
  writes: 0,
  writtenAt: [],
  longestWaitMs: 0,
  acts: [],
  refused: [],
})
