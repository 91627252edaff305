import type { mongo } from 'mongoose'

/** The unique index of the idempotency keys; a violation names it. */
export const KEY_INDEX = 'idempotency_key'
export const PENDING_INDEX = 'pending'

/** The condition of events that a consumer has not handled yet. */
export const PENDING = { 'pending.0': { $exists: true } }

/** Empty unless events are pending. They serve both "of one thread, in order" and "which threads". */
export const THREAD_EVENT_INDEXES: readonly mongo.IndexDescription[] = [
  {
    name: KEY_INDEX,
    key: { threadId: 1, actorId: 1, idempotencyKey: 1 },
    unique: true,
    partialFilterExpression: { idempotencyKey: { $exists: true } },
  },
  {
    name: PENDING_INDEX,
    key: { pending: 1, threadId: 1, seq: 1 },
    partialFilterExpression: PENDING,
  },
]

/** The planner uses the partial index only for a query that repeats its condition. */
export const pendingFor = (name: string) => ({ pending: name, ...PENDING })
