import * as z from 'zod/mini'
import { BATCH_MAX } from '../limits'
import { endpoint } from './define'
import { flag, id, LONG_ACT_STATES, pathId, reportReason, time } from './fields'

const count = z.int().check(z.nonnegative())

/** Something that a purge would delete: a thread with what others wrote in it, or a reply. */
const purgeItem = z.strictObject({
  threadId: id,
  title: z.string(),
  /** Null for a thread. */
  postId: z.nullable(id),
  postNumber: z.nullable(z.int()),
  excerpt: z.string(),
  createdAt: time,
  /** Replies of others that go with a thread; 0 for a reply. */
  othersReplies: count,
})

/** The removal of everything that a member wrote. */
const purge = z.strictObject({
  /** Null for a preview. */
  id: z.nullable(id),
  status: z.enum(['preview', ...LONG_ACT_STATES]),
  userId: id,
  threads: count,
  /** Replies; the opening posts go with their threads. */
  posts: count,
  /** Texts that wait for approval, which are rejected. */
  held: count,
  /** Replies of others in those threads, which are hidden with them. */
  othersReplies: count,
  /** Boards that something disappears from. */
  boards: count,
  /** Threads, replies and held texts that are deleted or rejected by it at the moment. */
  done: count,
  /** Until when it can be taken back; null for a preview, and once it was. */
  undoUntil: z.nullable(time),
  /** The newest threads and replies; empty unless it is a preview. */
  items: z.array(purgeItem),
})
export type Purge = z.output<typeof purge>
export type PurgeItem = z.output<typeof purgeItem>

const response = z.strictObject({ purge })

const params = z.object({ purgeId: pathId })

export const purgeEndpoints = {
  purgeUser: endpoint({
    summary:
      'Deletes all threads and replies of a member in the background (moderators of every board); with `preview` it only says what that would be, or how far one has got that is under way. Kept threads lose the member’s replies alone',
    method: 'POST',
    path: '/users/:userId/purge',
    access: 'member',
    limit: 'discipline',
    params: z.object({ userId: pathId }),
    body: z.object({
      reason: z.optional(reportReason),
      preview: z.optional(flag),
      keepThreadIds: z.optional(z.array(id, 'invalid').check(z.maxLength(BATCH_MAX, 'too_many'))),
    }),
    response,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'MUTED', 'CONFLICT', 'PASSWORD_REQUIRED'],
  }),

  getPurge: endpoint({
    summary: 'How far a purge has got',
    method: 'GET',
    path: '/moderation/purges/:purgeId',
    access: 'member',
    confidential: true,
    params,
    response,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),

  stopPurge: endpoint({
    summary: 'Stops a purge; what it has deleted stays deleted until it is taken back',
    method: 'POST',
    path: '/moderation/purges/:purgeId/stop',
    access: 'member',
    limit: 'discipline',
    params,
    response,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'MUTED', 'CONFLICT'],
  }),

  undoPurge: endpoint({
    summary:
      'Restores in the background what a purge has deleted, within seven days, except what was deleted again since',
    method: 'POST',
    path: '/moderation/purges/:purgeId/undo',
    access: 'member',
    limit: 'discipline',
    params,
    response,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'MUTED', 'CONFLICT'],
  }),
}
