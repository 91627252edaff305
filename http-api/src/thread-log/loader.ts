import type { Model } from 'mongoose'
import type { BoardDoc } from '../boards'
import type { SiteCalendar } from '../platform/site-calendar'
import { completeStep, type Step } from './changes'
import type { ThreadLogCollections } from './collections'
import { DAYS_KEPT, type Counters } from './counters'
import { fold, type FoldedThread } from './projection'
import type { ThreadEventDoc } from './thread-events.model'

/** A thread's past being put together in memory, step by step as it happened. */
export class ThreadHistory {
  readonly events: ThreadEventDoc[] = []
  readonly folded: FoldedThread = { thread: null, posts: new Map(), likes: new Map() }

  constructor(
    readonly threadId: number,
    readonly boardId: number,
    private readonly calendar: SiteCalendar,
  ) {}

  add(step: Step | null, actorId: number, at: Date): void {
    if (!step) return
    const place = { threadId: this.threadId, boardId: this.boardId, seq: this.events.length + 1, actorId, at }
    const event = { ...completeStep(step, place, this.calendar), counted: true, published: true }
    this.events.push(event)
    fold(this.folded, event)
  }
}

/**
 * Loads whole threads with their logs into a forum that nobody is using yet: a demo, an import. What results
 * is what the same steps would have left one by one; counters are recounted at the end.
 */
export async function loadThreads(
  db: ThreadLogCollections & { boards: Model<BoardDoc> },
  counters: Counters,
  calendar: SiteCalendar,
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
    db.threads,
    histories.flatMap((history) => history.folded.thread ?? []),
  )
  await addDays(db, calendar, histories)
  for (const boardId of new Set(histories.map((history) => history.boardId)))
    await counters.recountBoard(boardId)
  const authors = histories.flatMap((history) =>
    [...history.folded.posts.values()].map((post) => post.authorId),
  )
  for (const authorId of new Set(authors)) await counters.recountMember(authorId)
}

async function insertAll<Doc extends object>(
  model: { collection: { insertMany(docs: never[]): Promise<unknown> } },
  docs: Doc[],
): Promise<void> {
  if (docs.length > 0) await model.collection.insertMany(docs as never[])
}

/** A recount looks at today alone, so the days before it are told to the boards here. */
async function addDays(
  db: { boards: Model<BoardDoc> },
  calendar: SiteCalendar,
  histories: readonly ThreadHistory[],
): Promise<void> {
  const recent = new Set(calendar.lastDays(DAYS_KEPT))
  const added = new Map<number, Record<string, number>>()
  for (const { boardId, folded } of histories) {
    const days = added.get(boardId) ?? {}
    added.set(boardId, days)
    for (const post of folded.posts.values()) {
      const day = calendar.dayOf(post.createdAt)
      if (recent.has(day) && !post.isDeleted) days[`days.${day}`] = (days[`days.${day}`] ?? 0) + 1
    }
  }
  const moved = [...added].filter(([, days]) => Object.keys(days).length > 0)
  if (moved.length === 0) return
  await db.boards.bulkWrite(
    moved.map(([_id, days]) => ({ updateOne: { filter: { _id }, update: { $inc: days } } })),
  )
}
