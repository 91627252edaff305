import type { Connection } from 'mongoose'
import { field, modelOf, schemaOf, type DocumentOf } from '../platform/model'
import type { PostDoc } from './posts.model'
import type { ThreadDoc } from './threads.model'

/** Every visible change of a thread is one of these. */
const THREAD_EVENT_KINDS = [
  'thread.created',
  'thread.renamed',
  'thread.pinned',
  'thread.locked',
  'post.created',
  'post.edited',
  'post.deleted',
  'post.restored',
  'post.liked',
] as const
export type ThreadEventKind = (typeof THREAD_EVENT_KINDS)[number]

/** What a change adds to the counters of its board and of the post's author. */
export interface CounterDelta {
  threads: number
  posts: number
  likes: number
  /** The site's calendar day on which the counted post was written. */
  day: string
}

const fields = {
  /** Also the id of the event on the bus, so that a repeat is recognised. */
  _id: field.string,
  threadId: field.number,
  seq: field.number,
  kind: field.oneOf(...THREAD_EVENT_KINDS),
  at: field.date,
  actorId: field.number,
  boardId: field.number,
  idempotencyKey: field.optional(field.string),
  postId: field.nullable(field.number),
  /** Whose post it is: whose counters it changes. */
  authorId: field.number,
  post: field.mixed<Partial<PostDoc>>(),
  thread: field.mixed<Partial<ThreadDoc>>(),
  like: field.mixed<{ userId: number; liked: boolean } | null>(),
  counts: field.mixed<CounterDelta | null>(),
  /** The counters of its board and author include it. */
  counted: field.boolean,
  published: field.boolean,
}

/**
 * One step of a thread's log. Inserting it is the commit. It carries the outcome, not the request: the new
 * values of the post and of the thread, so that projecting it twice, or in any process, gives the same.
 */
export type ThreadEventDoc = DocumentOf<typeof fields>

export const threadEventModel = (connection: Connection) => {
  const schema = schemaOf(fields)
  schema.index({ threadId: 1, seq: 1 }, { unique: true })
  schema.index(
    { threadId: 1, actorId: 1, idempotencyKey: 1 },
    { unique: true, partialFilterExpression: { idempotencyKey: { $exists: true } } },
  )
  // The outbox: what has not been published yet, of one thread or the oldest of all.
  schema.index({ threadId: 1, seq: 1, published: 1 }, { partialFilterExpression: { published: false } })
  schema.index({ at: 1, published: 1 }, { partialFilterExpression: { published: false } })
  schema.index({ at: 1, counted: 1 }, { partialFilterExpression: { counted: false } })
  return modelOf(connection, 'threadEvents', schema)
}
