import { insertAll } from '../platform/mongo/database'
import type { SiteCalendar } from '../platform/site-calendar'
import type { ThreadLogCollections } from './collections'
import { changeContext, type ChangeContext } from './commands'
import { eventId, type CounterKey } from './log-event'
import type { PostDoc } from './posts.model'
import { foldAll, type FoldedThread } from './projections'
import type { ThreadDraft, ThreadEventDoc } from './thread-events.model'
import type { ThreadLog } from './thread-log'
import type { ThreadDoc } from './threads.model'

/** A thread's past, built in memory one change at a time. */
export class ThreadHistory {
  readonly events: ThreadEventDoc[] = []
  readonly folded: FoldedThread = { thread: null, posts: new Map(), likes: new Map(), votes: new Map() }

  constructor(
    readonly threadId: number,
    private readonly calendar: SiteCalendar,
  ) {}

  /** Returns the actor and the time for the next change. */
  context(actorId: number, at: Date): ChangeContext {
    return changeContext(this.calendar, actorId, at)
  }

  /** Adds an event that every consumer has handled. */
  add(draft: ThreadDraft | null): void {
    if (!draft) return
    const { threadId } = this
    const seq = this.events.length + 1
    const event: ThreadEventDoc = { ...draft, _id: eventId(threadId, seq), v: 1, threadId, seq, pending: [] }
    this.events.push(event)
    foldAll(this.folded, event)
  }
}

/**
 * Loads whole threads with their logs into a forum that is not in use yet: a demo, an import. The result is the same as
 * if the changes had been made one by one.
 */
export async function loadThreads(
  db: ThreadLogCollections,
  log: ThreadLog<ThreadDoc, PostDoc>,
  histories: readonly ThreadHistory[],
): Promise<void> {
  // Pending counts would be added to the numbers that are set below.
  await log.drain()
  await insertThreads(db, histories)
  const boards = histories.flatMap(({ folded }) => folded.thread?.boardId ?? [])
  const authors = histories.flatMap(({ folded }) => [...folded.posts.values()].map((post) => post.authorId))
  const keys: CounterKey[] = [
    ...[...new Set(boards)].map((id) => `board:${id}` as const),
    ...[...new Set(authors)].map((id) => `member:${id}` as const),
  ]
  await log.scrub(keys)
}

/** Inserts whole threads, the thread itself last, without counting them. */
export async function insertThreads(
  db: ThreadLogCollections,
  histories: readonly ThreadHistory[],
): Promise<void> {
  await insertAll(
    db.threadEvents,
    histories.flatMap((history) => history.events),
  )
  await insertAll(
    db.posts,
    histories.flatMap((history) => [...history.folded.posts.values()]),
  )
  await insertAll(
    db.likes,
    histories.flatMap((history) => [...history.folded.likes.values()]),
  )
  await insertAll(
    db.pollVotes,
    histories.flatMap((history) => [...history.folded.votes.values()]),
  )
  await insertAll(
    db.threads,
    histories.flatMap((history) => history.folded.thread ?? []),
  )
}
