import { type Author, type Post, type ThreadInList } from '@forum/shared/contract'
import { type ServerEvent, type ThreadEventName } from '@forum/shared/events'
import { type ApiError, type ForumEventOf } from '../../store'

/** A thread as lists show it; its counters and markers change in place. */
export type ThreadRow = ThreadInList & {
  /** The thread into which this one was merged while it was open. */
  mergedInto?: number
}

/** A post, and the `seq` of its thread up to which it is current: an older state never overwrites it. */
export type PostEntity = Post & { seq: number }

export type ThreadEvent = ForumEventOf<ThreadEventName>

/**
 * The applied part of a thread's log (docs/architecture.md). It covers every loaded page of the thread, not only the
 * one on the screen.
 */
export interface CopiedLog {
  /** Every event up to this `seq` is applied; null until the thread has been loaded once. */
  seq: number | null
  /** Events that arrived out of order and wait for the earlier ones. */
  held: ThreadEvent[]
  /** True if an event is or may be missing: `changes` must be called. */
  isBehind: boolean
  /** Ids of the loaded posts, by post number. */
  postIds: Record<number, number>
  /** Posts that have moved to another thread, by their former number, with the `seq` of that change. */
  moved: Record<number, { postId: number; seq: number } | null>
  /** Pages of 20 that are complete as of `seq`. */
  pages: number[]
  /** The page on the screen, which is loaded again after too many missed events. */
  openPage: number | null
}

export interface ThreadCopy {
  /** Authors as in their newest loaded post; all their posts show the same. */
  users: Record<number, Author>
  threads: Record<number, ThreadRow>
  posts: Record<number, PostEntity>
  /** What is the reader's own of posts that have left a thread, since the event by which they arrive does not say it. */
  left: Record<number, Pick<PostEntity, 'likedByMe' | 'viewer'>>
  logs: Record<number, CopiedLog>
  /** Changes from list events beyond the `seq` of a thread's row. */
  hints: Record<number, { seq: number; changes: ServerEvent<'thread:bumped'>['changes'] } | null>
  /** Counter of the reader's own likes, increased at the start and at the end of each. */
  likes: number
  /** The counter's value at the last like of each post: a load that began earlier does not include that like. */
  likedAt: Record<number, number>
  /** The thread and page to which the address of a merged thread led. */
  elsewhere: Record<number, { threadId: number; page: number }>
  /** The state of each page's load, by `threadPageKey`. */
  pages: Record<string, { status: 'loading' | 'ready' | 'error'; error: ApiError | null }>
}
