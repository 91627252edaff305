import { type Author, type Post, type ThreadInList } from '@forum/shared/contract'
import { type ServerEvent, type ThreadEventName } from '@forum/shared/events'
import { type ApiError, type ForumEventOf } from '../../store'

/** A thread as lists show it; its counters and markers change in place. */
export type ThreadRow = ThreadInList & {
  /** The thread that all its posts have gone to, while it was open. */
  mergedInto?: number
}

/** A post, and the `seq` of its thread up to which it is known: an older state never overwrites it. */
export type PostEntity = Post & { seq: number }

export type ThreadEvent = ForumEventOf<ThreadEventName>

/**
 * How much of a thread's log the page has applied (docs/architecture.md). It covers every page of the thread that
 * was read, whichever is on the screen.
 */
export interface CopiedLog {
  /** Every event up to this `seq` is applied; null until the thread has been read once. */
  seq: number | null
  /** Events that arrived before their turn. */
  held: ThreadEvent[]
  /** An event is or may be missing: `changes` must be called. */
  isBehind: boolean
  /** Ids of the known posts, by post number. */
  postIds: Record<number, number>
  /** The posts that are known to have left their number for another thread, and the `seq` by which they had. */
  moved: Record<number, { postId: number; seq: number } | null>
  /** Pages of 20 that are complete as of `seq`. */
  pages: number[]
  /** The page on the screen, which is read again after too many missed events. */
  openPage: number | null
}

export interface ThreadCopy {
  /** Members as in their newest known post, which is what all their posts show. */
  users: Record<number, Author>
  threads: Record<number, ThreadRow>
  posts: Record<number, PostEntity>
  /** What is the reader's own of posts that have left a thread, since the event by which they arrive does not say it. */
  left: Record<number, Pick<PostEntity, 'likedByMe' | 'viewer'>>
  logs: Record<number, CopiedLog>
  /** Changes from list events beyond the `seq` at which a thread is known. */
  hints: Record<number, { seq: number; changes: ServerEvent<'thread:bumped'>['changes'] } | null>
  /** Numbers the reader's own likes, each at its start and at its end. */
  likes: number
  /** The number of the last like of each post: a read that began before it does not know of it. */
  likedAt: Record<number, number>
  /** Where the address of a merged thread led. */
  elsewhere: Record<number, { threadId: number; page: number }>
  /** How each page was read, by `threadPageKey`. */
  pages: Record<string, { status: 'loading' | 'ready' | 'error'; error: ApiError | null }>
}
