import { Schema, type Connection } from 'mongoose'
import { modelOf } from '../platform/model'
import type { PostDoc } from '../posts/posts.model'
import type { ThreadDoc } from '../threads/threads.model'

/** Every visible change of a thread is one of these. */
export type ThreadEventKind =
  | 'thread.created'
  | 'thread.renamed'
  | 'thread.pinned'
  | 'thread.locked'
  | 'post.created'
  | 'post.edited'
  | 'post.deleted'
  | 'post.restored'
  | 'post.liked'

/** What a change adds to the counters of its board and of the post's author. */
export interface CounterDelta {
  threads: number
  posts: number
  likes: number
  /** The site's calendar day on which the counted post was written. */
  day: string
}

/**
 * One step of a thread's log. Inserting it is the commit. It carries the outcome, not the request: the new
 * values of the post and of the thread, so that projecting it twice, or by anybody, gives the same.
 */
export interface ThreadEventDoc {
  /** Also the id of the event on the bus, so that a repeat is recognised. */
  _id: string
  threadId: number
  seq: number
  kind: ThreadEventKind
  at: Date
  actorId: number
  boardId: number
  idempotencyKey?: string
  postId: number | null
  /** Whose post it is: whose counters it moves. */
  authorId: number
  post: Partial<PostDoc>
  thread: Partial<ThreadDoc>
  like: { userId: number; liked: boolean } | null
  counts: CounterDelta | null
  /** Its board's and author's counters know of it. */
  counted: boolean
  published: boolean
}

export const threadEventModel = (connection: Connection) => {
  const schema = new Schema<ThreadEventDoc>(
    {
      _id: String,
      threadId: Number,
      seq: Number,
      kind: String,
      at: Date,
      actorId: Number,
      boardId: Number,
      idempotencyKey: String,
      postId: Number,
      authorId: Number,
      post: Schema.Types.Mixed,
      thread: Schema.Types.Mixed,
      like: Schema.Types.Mixed,
      counts: Schema.Types.Mixed,
      counted: Boolean,
      published: Boolean,
    },
    { versionKey: false, minimize: false },
  )
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
