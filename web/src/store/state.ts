import {
  type Author,
  type Board,
  type CurrentUser,
  type Pagination,
  type Post,
  type ThreadInList,
  type UserSummary,
} from '@forum/shared/contract'
import {
  type SocketEvent,
  type RevokedReason,
  type ServerEvent,
  type ThreadEventName,
} from '@forum/shared/events'
import { type ApiError } from '../lib/api'

/** One row of a list: a thread as lists show it; its counters and markers tick in place. */
export type ThreadRow = ThreadInList

/** A post, and the `seq` of its thread up to which it is known: what is older never overwrites it. */
export type PostEntity = Post & { seq: number }

export type ThreadMessage = Extract<SocketEvent, { name: ThreadEventName }>

/**
 * How much of a thread's log the page has applied (architecture, A thread is a log). It covers every page of
 * the thread that was read, whichever is on the screen.
 */
export interface ThreadLog {
  /** Everything up to here is applied; null until the thread has been read once. */
  seq: number | null
  /** News that came before its turn. */
  held: ThreadMessage[]
  /** Something is missing or may be: `changes` is to be asked. */
  isBehind: boolean
  /** Ids by floor, of every post that is known. */
  floors: Record<number, number>
  /** Pages of 20 that are whole as of `seq`. */
  pages: number[]
  /** The page on the screen, read anew when too much was missed. */
  openPage: number | null
}

/** A reply on its way: one at a time in a thread. The text itself stays in the draft until the server says yes. */
export interface PendingReply {
  /** The idempotency key: the same for every try. */
  key: string
  content: string
  quotedPostId: number | null
  status: 'sending' | 'failed'
  /** Floors up to here were there before it was sent. */
  afterNumber: number
  error: ApiError | null
}

export interface Session {
  /** `checking` until the server was asked at start-up whose token it is. */
  status: 'checking' | 'anonymous' | 'member'
  user: CurrentUser | null
  /** Why the last session ended without the person asking for it. */
  endedBecause: RevokedReason | null
}

export interface Connection {
  status: 'connecting' | 'connected' | 'disconnected'
  /** When it was lost, in milliseconds of this machine's clock; null while connected. */
  lostAt: number | null
}

export interface ListOfThreads {
  status: 'loading' | 'ready' | 'error'
  error: ApiError | null
  threadIds: number[]
  pagination: Pagination | null
  /** What stands above the rows. */
  boardId: number | null
  category: { name: string; displayName: string } | null
  /** The boards whose threads the list shows. */
  boardIds: number[]
  /** Threads that moved since the list was read, by the `seq` at which they did. */
  moved: Record<number, number>
}

export interface ThreadPage {
  status: 'loading' | 'ready' | 'error'
  error: ApiError | null
}

export interface Presence {
  viewers: number
  members: number
  people: UserSummary[]
}

export interface Typist {
  user: UserSummary
  /** Milliseconds of this machine's clock. */
  until: number
}

/** A board without its children, which are found by `parentId`. */
export type BoardEntity = Omit<Board, 'children'>

export interface ForumState {
  session: Session
  connection: Connection
  /** The server's clock minus this machine's, in milliseconds. */
  serverOffset: number
  /** The build that first greeted this page, and whether another has since. */
  build: string | null
  hasNewBuild: boolean
  online: { online: number; members: number } | null
  boards: Record<number, BoardEntity>
  /** Ids in display order; null until they were read. */
  boardOrder: number[] | null
  boardsError: ApiError | null
  popular: { ids: number[] | null; error: ApiError | null }
  /** Members as the newest post of theirs showed them: the same beside all their posts. */
  users: Record<number, Author>
  threads: Record<number, ThreadRow>
  posts: Record<number, PostEntity>
  logs: Record<number, ThreadLog>
  /** What lists were told of threads beyond the `seq` at which they are known. */
  hints: Record<number, { seq: number; changes: ServerEvent<'thread:bumped'>['changes'] } | null>
  /** By `threadPageKey`. */
  threadPages: Record<string, ThreadPage>
  /** By `listKey`. */
  lists: Record<string, ListOfThreads>
  replies: Record<number, PendingReply | null>
  presence: Record<number, Presence>
  typing: Record<number, Typist[]>
}

export const initialState = (): ForumState => ({
  session: { status: 'checking', user: null, endedBecause: null },
  connection: { status: 'connecting', lostAt: null },
  serverOffset: 0,
  build: null,
  hasNewBuild: false,
  online: null,
  boards: {},
  boardOrder: null,
  boardsError: null,
  popular: { ids: null, error: null },
  users: {},
  threads: {},
  posts: {},
  logs: {},
  hints: {},
  threadPages: {},
  lists: {},
  replies: {},
  presence: {},
  typing: {},
})

export const boardListKey = (boardId: number, page: number): string => `board:${boardId}:${page}`
export const categoryListKey = (name: string, page: number): string => `category:${name}:${page}`
export const threadPageKey = (threadId: number, page: number): string => `${threadId}:${page}`
