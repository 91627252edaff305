import { field, defineCollection } from '../platform/mongo/model'
import type { CounterDelta, Draft, Kind, LogEvent } from './log-event'
import type { LogConsumer } from './log-store'
import { THREAD_EVENT_INDEXES } from './thread-event-indexes'
import type { PostDoc } from './posts.model'
import type { ThreadDoc } from './threads.model'

export type ThreadDraft = Draft<ThreadDoc, PostDoc>
/** One event of a thread's log, as stored. */
export type ThreadEventDoc = LogEvent<ThreadDoc, PostDoc>
export type ThreadEventConsumer = LogConsumer<ThreadDoc, PostDoc>

const fields = {
  _id: field.string,
  v: field.number,
  threadId: field.number,
  seq: field.number,
  kind: field.mixed<Kind>(),
  actorId: field.number,
  at: field.date,
  reason: field.optional(field.string),
  idempotencyKey: field.optional(field.string),
  commandId: field.optional(field.string),
  batch: field.optional(field.mixed<NonNullable<ThreadEventDoc['batch']>>()),
  boardId: field.number,
  fromBoardId: field.optional(field.number),
  thread: field.mixed<ThreadEventDoc['thread']>(),
  post: field.optional(field.mixed<NonNullable<ThreadEventDoc['post']>>()),
  previousNumber: field.optional(field.number),
  replacedContent: field.optional(field.string),
  newlyQuotedIds: field.optional(field.listOf(field.number)),
  replacedTitle: field.optional(field.string),
  replacedValues: field.optional(field.mixed<NonNullable<ThreadEventDoc['replacedValues']>>()),
  undoes: field.optional(field.number),
  like: field.optional(field.mixed<NonNullable<ThreadEventDoc['like']>>()),
  byCoauthor: field.optional(field.mixed<true>()),
  invitation: field.optional(field.mixed<NonNullable<ThreadEventDoc['invitation']>>()),
  vote: field.optional(field.mixed<NonNullable<ThreadEventDoc['vote']>>()),
  departure: field.optional(field.mixed<NonNullable<ThreadEventDoc['departure']>>()),
  arrival: field.optional(field.mixed<NonNullable<ThreadEventDoc['arrival']>>()),
  counts: field.mixed<CounterDelta[]>(),
  pending: field.listOf(field.string),
}

export const threadEventCollection = defineCollection('threadEvents', fields, [
  ...THREAD_EVENT_INDEXES,
  // A post's history, which consists of edits only.
  { key: { 'post._id': 1, seq: 1 }, partialFilterExpression: { kind: 'post.edited' } },
])
