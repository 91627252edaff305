/**
 * Every visible change of a thread is one of these. A transient kind keeps only the place of its event once all
 * consumers have handled it (docs/decisions/0014-the-log-as-stored.md).
 */
export const KINDS = {
  'thread.created': { isTransient: false },
  'thread.renamed': { isTransient: false },
  'thread.pinned': { isTransient: true },
  'thread.locked': { isTransient: false },
  'thread.moved': { isTransient: false },
  'thread.deleted': { isTransient: false },
  'thread.restored': { isTransient: false },
  'post.created': { isTransient: false },
  'post.edited': { isTransient: false },
  'post.deleted': { isTransient: false },
  'post.restored': { isTransient: false },
  'post.liked': { isTransient: true },
} as const

export type Kind = keyof typeof KINDS

export type CounterSubject = 'board' | 'member'
export type CounterKey = `${CounterSubject}:${number}`

/** The numbers of a counter. `days` holds posts by the site's calendar day (`2026-11-20`). */
export interface CounterNumbers {
  threads?: number
  posts?: number
  likes?: number
  days?: Record<string, number>
}

/** What an event adds to a counter. Without numbers it only raises the revision of what a list shows. */
export interface CounterDelta extends CounterNumbers {
  subject: CounterSubject
  id: number
}

/** The post after an event: its id and every field the event changed. */
export type PostChange<Post> = Partial<Post> & { _id: number; authorId: number }

/** What a command decides: an event without its place in the log. */
export interface Draft<Thread, Post> {
  kind: Kind
  actorId: number
  at: Date
  /** Why a moderator did it. */
  reason?: string
  idempotencyKey?: string
  /** Shared by all events of one command over many threads or posts, such as removing all a spammer wrote. */
  commandId?: string
  /** Where the thread is after the event. */
  boardId: number
  /** Where a moved thread was before. */
  fromBoardId?: number
  /** The fields of the thread that the event changed, as they are after it. */
  thread: Partial<Thread>
  post?: PostChange<Post>
  /** The text that an edit replaced; the history of a post is made of these. */
  replacedContent?: string
  like?: { userId: number; liked: boolean }
  counts: CounterDelta[]
}

/** One document of `threadEvents`. Inserting it is the commit; everything else is derived from it. */
export interface LogEvent<Thread, Post> extends Draft<Thread, Post> {
  /** `threadId:seq`; also the id of the event's message on the bus, so that a repeat is recognised. */
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

/** The counters that the events touch, each once. */
export function countersOf(events: readonly LogEvent<unknown, unknown>[]): CounterKey[] {
  return [...new Set(events.flatMap((event) => event.counts.map(counterKey)))]
}

/** What the events add to one counter. */
export function sumFor(key: CounterKey, events: readonly LogEvent<unknown, unknown>[]): CounterNumbers {
  const sum: CounterNumbers = {}
  for (const delta of events.flatMap((event) => event.counts)) {
    if (counterKey(delta) !== key) continue
    for (const name of ['threads', 'posts', 'likes'] as const) {
      if (delta[name] !== undefined) sum[name] = (sum[name] ?? 0) + delta[name]
    }
    for (const [day, posts] of Object.entries(delta.days ?? {})) {
      sum.days = { ...sum.days, [day]: (sum.days?.[day] ?? 0) + posts }
    }
  }
  return sum
}
