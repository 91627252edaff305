import type { Kind, ProjectionWrite, ThreadEventDoc } from '../log'

const WITHDRAWING: ReadonlySet<Kind> = new Set<Kind>([
  'thread.moved',
  'thread.deleted',
  'thread.erased',
  'thread.merged',
  'thread.renamed',
])

/** Returns true if an event takes a thread, or words that lists show of it, out of somebody's sight. */
export const isWithdrawal = ({ kind, thread }: Pick<ThreadEventDoc, 'kind' | 'thread'>): boolean =>
  WITHDRAWING.has(kind) || (kind === 'post.edited' && thread.excerpt !== undefined)

/**
 * Returns the write by which lists that lag behind new posts drop what an event withdraws. It is a part of the thread's
 * projection: every process knows of it a second later, whether or not the event is delivered. A repeat only rebuilds
 * the lists.
 */
export const withdrawalWrites = (event: ThreadEventDoc): ProjectionWrite[] =>
  isWithdrawal(event)
    ? [
        {
          collection: 'boards',
          filter: { _id: event.boardId },
          update: { $inc: { withdrawals: 1, revision: 1 } },
          upsert: false,
        },
      ]
    : []
