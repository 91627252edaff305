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

/** What the server has acknowledged to one member. */
export interface Journal {
  /** In the order in which they were written, one after the other. */
  replies: WrittenReply[]
  /** Whether the member likes a post, by its id. */
  likes: Record<number, boolean>
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
  /** Acts that were refused although nothing was wrong with them. */
  refused: string[]
}

/** A journal in which nothing stands yet. */
export const emptyJournal = (): Journal => ({
  replies: [],
  likes: {},
  messages: [],
  deletedMessages: [],
  reports: [],
  searches: 0,
  unfound: [],
  writes: 0,
  writtenAt: [],
  longestWaitMs: 0,
  refused: [],
})
