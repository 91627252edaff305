import * as z from 'zod/mini'
import { BATCH_MAX } from '../limits'
import { endpoint } from './define'
import { acted, attachment, boardName, userSummary } from './entities'
import { content, id, limit, page, pathId, queryNumber, reason, reportReason, subject, time } from './fields'
import { pagination } from './paging'

const params = z.object({ heldId: pathId })

/** The kinds of held texts: a new thread, a reply, an edit of either, or a private message. */
export const HELD_KINDS = ['thread', 'post', 'edit', 'message'] as const
const kind = z.enum(HELD_KINDS)
export type HeldKind = z.output<typeof kind>

/**
 * Why something is held, the weightiest first: a word of the filter, the outside review, a link or a contact, a picture,
 * one of a newcomer's first posts, or the setting of the board.
 */
export const HELD_REASONS = ['word', 'outside', 'link', 'picture', 'first_post', 'board'] as const
const heldReason = z.enum(HELD_REASONS)
export type HeldReason = z.output<typeof heldReason>

const HELD_STATUSES = ['pending', 'approved', 'rejected'] as const
const status = z.enum(HELD_STATUSES, 'invalid')
/** A withdrawn text is shown to nobody. */
export const HELD_STATES = [...HELD_STATUSES, 'withdrawn'] as const
export type HeldState = (typeof HELD_STATES)[number]

const brief = { id, kind, createdAt: time, reason: heldReason }

/** The answer to a call whose text is held: 202 in place of its usual one. */
export const heldResponse = z.strictObject({ held: z.strictObject(brief) })
export type HeldResponse = z.output<typeof heldResponse>

/** Something that is held, as its author and moderators see it. Nobody else does. */
const ownHeld = z.strictObject({
  ...brief,
  reasons: z.array(heldReason),
  status,
  /** The title of a thread or the subject of a message; null if an edit leaves it as it is. */
  title: z.nullable(z.string()),
  /** Null if an edit changes only the title. */
  content: z.nullable(z.string()),
  /** What the author says that an edit changes. */
  editNote: z.nullable(z.string()),
  attachments: z.array(attachment),
  board: z.nullable(boardName),
  /** The thread of a reply or an edit. */
  thread: z.nullable(z.strictObject({ id, title: z.string() })),
  /** The post that an edit changes. */
  postId: z.nullable(id),
  quotedPostId: z.nullable(id),
  /** The recipient of a message to one member. */
  recipient: z.nullable(userSummary),
  /** All recipients of a message, except of one in a group conversation that exists already. */
  recipients: z.array(userSummary),
  /** The group conversation that a message is for. */
  conversationId: z.nullable(id),
  /** Increases with every change by its author. */
  version: z.int(),
  decidedAt: z.nullable(time),
  /** The moderator's note on a rejection. */
  note: z.nullable(z.string()),
})
export type OwnHeld = z.output<typeof ownHeld>

/** With what moderators need to decide. */
const held = z.extend(ownHeld, {
  author: z.extend(userSummary, { createdAt: time, postCount: z.int() }),
  decidedBy: z.nullable(userSummary),
  /** Where words of the filter are in the content: code unit offsets of the first character and the one after the last. */
  words: z.array(z.tuple([z.int(), z.int()])),
})
export type Held = z.output<typeof held>

export const heldEndpoints = {
  listOwnHeld: endpoint({
    summary:
      'What of the caller waits for approval, and what was rejected in the last three days, the newest first',
    method: 'GET',
    path: '/auth/held',
    access: 'member',
    confidential: true,
    response: z.strictObject({ held: z.array(ownHeld) }),
  }),

  updateHeld: endpoint({
    summary: 'Changes a text that waits for approval (its author)',
    method: 'PUT',
    path: '/auth/held/:heldId',
    access: 'member',
    needsAgreement: true,
    limit: 'edit',
    params,
    body: z.object({ title: z.optional(subject), content: z.optional(content) }),
    response: z.strictObject({ held: ownHeld }),
    errors: ['NOT_FOUND', 'CONFLICT', 'CONTENT_BLOCKED', 'MUTED'],
  }),

  withdrawHeld: endpoint({
    summary: 'Withdraws what waits for approval, or forgets what was rejected (its author)',
    method: 'DELETE',
    path: '/auth/held/:heldId',
    access: 'member',
    limit: 'edit',
    params,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),

  listHeld: endpoint({
    summary:
      'What waits for approval, the oldest first, or was decided, the newest first (moderators; board moderators see that of their boards, messages are for moderators of every board)',
    method: 'GET',
    path: '/moderation/held',
    access: 'member',
    confidential: true,
    query: z.object({
      status: z._default(status, 'pending'),
      page,
      limit,
      boardId: z.optional(queryNumber(1, Number.MAX_SAFE_INTEGER)),
      /** Only what this member wrote under their own name. */
      userId: z.optional(queryNumber(1, Number.MAX_SAFE_INTEGER)),
    }),
    response: z.strictObject({ held: z.array(held), pagination }),
    errors: ['FORBIDDEN'],
  }),

  approveHeld: endpoint({
    summary:
      'Publishes what waits for approval in the name of its author, changed if a content is given (moderators)',
    method: 'POST',
    path: '/moderation/held/:heldId/approve',
    access: 'member',
    limit: 'discipline',
    params,
    /** With a version, a text that its author has changed since is not approved unseen. */
    body: z.object({ content: z.optional(content), version: z.optional(z.int('invalid')) }),
    response: z.strictObject({ held }),
    errors: ['NOT_FOUND', 'CONFLICT', 'CONTENT_BLOCKED', 'FORBIDDEN'],
  }),

  rejectHeld: endpoint({
    summary: 'Rejects what waits for approval; its author gets the reason and keeps the text (moderators)',
    method: 'POST',
    path: '/moderation/held/:heldId/reject',
    access: 'member',
    limit: 'discipline',
    params,
    body: z.object({ reason: reportReason }),
    response: z.extend(acted, { held }),
    errors: ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN'],
  }),

  decideHeld: endpoint({
    summary: 'Approves or rejects several at once, such as everything of one member (moderators)',
    method: 'POST',
    path: '/moderation/held',
    access: 'member',
    limit: 'discipline',
    body: z.object({
      ids: z.array(id, 'invalid').check(z.minLength(1, 'required'), z.maxLength(BATCH_MAX, 'too_many')),
      /** The versions that were read, in the order of the ids: what its author has changed since is not approved. */
      versions: z.optional(z.array(z.int('invalid'), 'invalid')),
      action: z.enum(['approve', 'reject'], 'invalid'),
      reason: z.optional(reason),
    }),
    response: z.strictObject({
      /** In the order of the ids. */
      results: z.array(z.strictObject({ id, ok: z.boolean(), code: z.optional(z.string()) })),
    }),
    errors: ['FORBIDDEN'],
  }),
}
