import type { ThreadFlag, ValueAction } from '@forum/shared/acts'

/**
 * The kinds of events: every visible change of a thread is one of these. Once all consumers have handled a transient
 * event, only its place in the log is kept (docs/decisions/0014-the-log-as-stored.md).
 */
export const KINDS = {
  'thread.created': { isTransient: false },
  'thread.renamed': { isTransient: false },
  'thread.pinned': { isTransient: true },
  'thread.locked': { isTransient: false },
  'thread.featured': { isTransient: false },
  'thread.slowed': { isTransient: false },
  'thread.scheduled': { isTransient: false },
  'thread.typed': { isTransient: false },
  'thread.answered': { isTransient: false },
  'thread.moved': { isTransient: false },
  'thread.deleted': { isTransient: false },
  'thread.erased': { isTransient: false },
  'thread.restored': { isTransient: false },
  'thread.branched': { isTransient: false },
  'thread.split': { isTransient: false },
  'thread.merged': { isTransient: false },
  'thread.unmerged': { isTransient: false },
  'post.created': { isTransient: false },
  'post.edited': { isTransient: false },
  'post.shared': { isTransient: false },
  'post.deleted': { isTransient: false },
  'post.erased': { isTransient: false },
  'post.scrubbed': { isTransient: false },
  'post.restored': { isTransient: false },
  'post.arrived': { isTransient: false },
  'post.liked': { isTransient: true },
  'poll.voted': { isTransient: true },
} as const

export type Kind = keyof typeof KINDS

/** The kind of event that sets each flag. */
export const FLAG_KINDS = {
  isPinned: 'thread.pinned',
  isLocked: 'thread.locked',
  isFeatured: 'thread.featured',
} as const satisfies Record<ThreadFlag, Kind>
/** The kind of event by which each act changes its values. */
export const VALUE_KINDS = {
  set_slow_mode: 'thread.slowed',
  set_schedule: 'thread.scheduled',
} as const satisfies Record<ValueAction, Kind>
/** The kinds of events that set what moderators decide about a thread. */
export type SettingKind = (typeof FLAG_KINDS)[ThreadFlag] | (typeof VALUE_KINDS)[ValueAction]

export type CounterSubject = 'board' | 'member'
export type CounterKey = `${CounterSubject}:${number}`

/** The numbers of a counter. */
export interface CounterNumbers {
  threads?: number
  posts?: number
  likes?: number
  /** A board's posts by the site's calendar day (`2026-11-20`). */
  days?: Record<string, number>
  /** A member's numbers by board: others see those of boards that everyone sees. */
  threadsIn?: Record<string, number>
  postsIn?: Record<string, number>
  likesIn?: Record<string, number>
}

export const TOTALS = ['threads', 'posts', 'likes'] as const
export const BREAKDOWNS = ['days', 'threadsIn', 'postsIn', 'likesIn'] as const

/**
 * The addition of an event to a counter. Without numbers it only raises the revision of the lists that show its
 * subject. A member's numbers are those in the event's board too, unless `postsIn` names the boards.
 */
export interface CounterDelta extends CounterNumbers {
  subject: CounterSubject
  id: number
}

/** A post after an event: its id and every field that the event changed. */
export type PostChange<Post> = Partial<Post> & { _id: number; authorId: number }

/** An act on several posts: what the log of moderation knows it by, and the posts. */
export interface PostBatch {
  key: string
  postIds: number[]
}

/** A post that leaves its thread: its number there, and the one it has had in the other thread before, if any. */
export interface DepartingPost {
  _id: number
  number: number
  returnsTo?: number
}

/**
 * Posts that leave a thread for another one (docs/decisions/0056-posts-move-between-logs.md). It says everything that
 * their arrival needs, so that any process can finish it.
 */
export interface Departure {
  /** The thread that they go to, and its board at that time. */
  to: number
  toBoardId: number
  posts: DepartingPost[]
  /** The thread is begun with the first of them, as a question where the board has only these. */
  branch?: { title: string; isQuestion?: boolean }
  /** The thread had been merged into the one that they leave, and is there again with the first of them. */
  revives?: true
  /** The heading that the first post gets when it had opened a thread of this title, and loses again if it returns. */
  heading?: string
}

/** Where a post that arrives in a thread comes from: the event by which it left, and its number there. */
export interface Arrival {
  from: number
  seq: number
  number: number
}

/** The result of a command: an event without its place in the log. */
export interface Draft<Thread, Post> {
  kind: Kind
  actorId: number
  at: Date
  /** The moderator's reason. */
  reason?: string
  idempotencyKey?: string
  /** Shared by all events of one command on many threads or posts, such as removing everything a spammer wrote. */
  commandId?: string
  /** Several posts of the thread that one act of a moderator deletes or restores, of which the event changes one. */
  batch?: PostBatch
  /** The thread's board after the event. */
  boardId: number
  /** The board of a moved thread before the event. */
  fromBoardId?: number
  /** The fields of the thread that the event changed, with their values after it. */
  thread: Partial<Thread>
  post?: PostChange<Post>
  /** The newest number before a new post whose post is not deleted, unless it is the number right before it. */
  previousNumber?: number
  /** The text that an edit replaced; a post's history consists of these. */
  replacedContent?: string
  /** The posts that an edit quotes and no earlier version did. */
  newlyQuotedIds?: number[]
  /** The title that a new one replaced. */
  replacedTitle?: string
  /** The values of the thread that new ones replaced; flags need none. */
  replacedValues?: Partial<Thread>
  /** The entry of the moderation log that the event takes back. */
  undoes?: number
  like?: { userId: number; liked: boolean }
  /** True if a co-author of the text did it, who may: it is no act of a moderator. */
  byCoauthor?: true
  /** A member whom the author asks to write a post too, or whose invitation has ended. */
  invitation?: { userId: number; isOpen: boolean }
  /** A member's choice in the thread's poll, in place of an earlier one. */
  vote?: { userId: number; options: number[] }
  departure?: Departure
  arrival?: Arrival
  counts: CounterDelta[]
}

/** One document of `threadEvents`. Inserting it is the commit; everything else is derived from it. */
export interface LogEvent<Thread, Post> extends Draft<Thread, Post> {
  /** `threadId:seq`; also the id of the event's message on the bus, by which receivers recognise a repeat. */
  _id: string
  v: 1
  threadId: number
  seq: number
  /** The consumers that have not handled the event yet. */
  pending: string[]
}

/** A thread as projected up to `seq`. */
export interface ProjectedThread {
  seq: number
}

export const eventId = (threadId: number, seq: number): string => `${threadId}:${seq}`

export const counterKey = ({ subject, id }: CounterDelta): CounterKey => `${subject}:${id}`

/** Returns the counters that the events touch, each once. */
export function countersOf(events: readonly LogEvent<unknown, unknown>[]): CounterKey[] {
  return [...new Set(events.flatMap((event) => event.counts.map(counterKey)))]
}

/** The addition of the event with a seq to a counter. */
export interface Touch {
  seq: number
  delta: CounterDelta
}

/** Returns what the events add to each counter, in order; a thread of thousands of authors touches as many. */
export function touchesOf(
  events: readonly Pick<LogEvent<unknown, unknown>, 'seq' | 'boardId' | 'counts'>[],
): Map<CounterKey, Touch[]> {
  const touches = new Map<CounterKey, Touch[]>()
  for (const { seq, boardId, counts } of events) {
    for (const counted of counts) {
      const delta = withBoard(counted, boardId)
      const key = counterKey(delta)
      const earlier = touches.get(key)
      if (earlier) earlier.push({ seq, delta })
      else touches.set(key, [{ seq, delta }])
    }
  }
  return touches
}

/** Adds the board to the numbers of a member. */
function withBoard(delta: CounterDelta, boardId: number): CounterDelta {
  if (delta.subject === 'board' || delta.postsIn) return delta
  const { threads, posts, likes } = delta
  return {
    ...delta,
    ...(threads ? { threadsIn: { [boardId]: threads } } : {}),
    ...(posts ? { postsIn: { [boardId]: posts } } : {}),
    ...(likes ? { likesIn: { [boardId]: likes } } : {}),
  }
}

/** Returns the sum of what events add to one counter. */
export function sumOf(touches: readonly Touch[]): CounterNumbers {
  const sum: CounterNumbers = {}
  for (const { delta } of touches) {
    for (const name of TOTALS) {
      if (delta[name] !== undefined) sum[name] = (sum[name] ?? 0) + delta[name]
    }
    for (const name of BREAKDOWNS) {
      for (const [part, number] of Object.entries(delta[name] ?? {})) {
        const parts = (sum[name] ??= {})
        parts[part] = (parts[part] ?? 0) + number
      }
    }
  }
  return sum
}
