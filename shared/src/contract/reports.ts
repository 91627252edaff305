import * as z from 'zod/mini'
import { endpoint } from './define'
import { attachment, shownTexts, undo, userSummary } from './entities'
import { complaintKind } from './complaints'
import {
  complaintAnswer,
  id,
  instant,
  limit,
  page,
  pathId,
  queryNumber,
  reason,
  reportReason,
  time,
} from './fields'
import { pagination } from './paging'

const status = z.enum(['open', 'resolved', 'dismissed'])

export const report = z.strictObject({
  id,
  /** Null for a report of a message. */
  post: z.nullable(
    z.strictObject({
      id,
      number: z.int(),
      threadId: id,
      /** The beginning of the post as it reads now; its history has what it said before. */
      excerpt: z.string(),
      author: userSummary,
    }),
  ),
  thread: z.nullable(z.strictObject({ id, title: z.string(), boardId: id })),
  /** The reported message; null for another report. */
  messageId: z.nullable(id),
  /** The reported member; null for another report. */
  userId: z.nullable(id),
  reporter: userSummary,
  reason: z.string(),
  status,
  /** Null while the report is open, as are the time and the note. */
  handledBy: z.nullable(userSummary),
  handledAt: z.nullable(time),
  note: z.nullable(z.string()),
  createdAt: time,
})
export type Report = z.output<typeof report>

/** The ways to settle a case: the report is dismissed, or an act follows; `other` is for complaints. */
export const SETTLEMENTS = [
  'dismiss',
  'delete_post',
  'lock_thread',
  'mute_user',
  'ban_user',
  'other',
] as const
const settlement = z.enum(SETTLEMENTS, 'invalid')
export type Settlement = z.output<typeof settlement>

/** A reported message as it was then; its text is shown to those who open the case. */
const reportedMessage = z.strictObject({
  id,
  subject: z.nullable(z.string()),
  content: z.nullable(z.string()),
  attachments: z.array(attachment),
  sender: userSummary,
  recipient: userSummary,
  createdAt: time,
})

/** A complaint from outside. */
const complaint = z.strictObject({
  url: z.string(),
  kind: complaintKind,
  /** Null some time after the case was settled, as is the contact, which only those who open the case see. */
  text: z.nullable(z.string()),
  contact: z.nullable(z.string()),
  /** True if the complainant stated that all of it is true. */
  isTrue: z.boolean(),
  /** True if settling the case mails an answer. */
  isMailed: z.boolean(),
})

/** The subjects of cases. A `complaint` about a page comes from somebody without an account. */
export const CASE_KINDS = ['post', 'message', 'member', 'complaint'] as const
export const caseKind = z.enum(CASE_KINDS)

/** Everything that members reported about one post, message or member until it was settled. */
export const reportCase = z.strictObject({
  id,
  kind: caseKind,
  /** Null for all but a post, or a complaint about one. */
  post: z.nullable(
    z.strictObject({
      id,
      number: z.int(),
      threadId: id,
      excerpt: z.string(),
      isDeleted: z.boolean(),
      author: userSummary,
    }),
  ),
  /** Null for all but a message. */
  message: z.nullable(reportedMessage),
  /** The reported member as the profile reads now; null for all else. */
  member: z.nullable(z.extend(userSummary, shownTexts)),
  /** Null for what members report. */
  complaint: z.nullable(complaint),
  thread: z.nullable(z.strictObject({ id, title: z.string(), boardId: id })),
  /** The words of the filter in what was reported, as they are written there; lists and events look at its beginning. */
  words: z.optional(z.array(z.string())),
  reports: z.array(report),
  status,
  /** Who handles it, until when nobody else may; null if nobody does. */
  claimedBy: z.nullable(userSummary),
  claimedUntil: z.nullable(time),
  handledBy: z.nullable(userSummary),
  handledAt: z.nullable(time),
  action: z.nullable(settlement),
  reason: z.nullable(z.string()),
  createdAt: time,
  /** The copy of a case with the higher version is the newer one. */
  version: z.int(),
})
export type Case = z.output<typeof reportCase>

const caseNote = z.strictObject({ by: userSummary, at: time, text: z.string() })

/** The part that all calls which report something have in common. */
const reporting = {
  method: 'POST',
  access: 'member',
  limit: 'report',
  body: z.object({ reason: reportReason }),
  status: 201,
  response: z.strictObject({ report }),
  errors: ['NOT_FOUND', 'FORBIDDEN', 'MUTED', 'CONFLICT'],
} as const

/** `handled` is resolved or dismissed, `mine` open and claimed by the caller. */
export const CASE_LISTS = ['open', 'mine', 'handled', 'resolved', 'dismissed'] as const

const params = z.object({ caseId: pathId })

const oneCase = z.strictObject({ case: reportCase })
const ofCase = (action: string, summary: string) => ({
  summary,
  method: 'POST' as const,
  path: `/moderation/reports/:caseId/${action}`,
  access: 'member' as const,
  limit: 'edit' as const,
  params,
})

export const reportEndpoints = {
  reportPost: endpoint({
    summary: 'Reports a post to the moderators; a member has one open report on a post',
    path: '/posts/:postId/report',
    params: z.object({ postId: pathId }),
    ...reporting,
  }),

  reportMessage: endpoint({
    summary: 'Reports a received message to the moderators of the whole forum, who get a copy of it',
    path: '/messages/:messageId/report',
    params: z.object({ messageId: pathId }),
    ...reporting,
  }),

  reportUser: endpoint({
    summary:
      'Reports a member, as for a name, a picture or a signature, to the moderators of the whole forum',
    path: '/users/:userId/report',
    params: z.object({ userId: pathId }),
    ...reporting,
  }),

  listCases: endpoint({
    summary:
      'Reported posts, messages and members (their moderators): the open ones with the most reporters first, then the oldest; the settled ones newest first',
    method: 'GET',
    path: '/moderation/reports',
    access: 'member',
    confidential: true,
    query: z.object({
      status: z._default(z.enum(CASE_LISTS, 'invalid'), 'open'),
      page,
      limit,
      boardId: z.optional(queryNumber(1, Number.MAX_SAFE_INTEGER)),
      /** Every case of one post, whatever its status, the newest first. */
      postId: z.optional(queryNumber(1, Number.MAX_SAFE_INTEGER)),
    }),
    response: z.strictObject({ cases: z.array(reportCase), pagination }),
    errors: ['FORBIDDEN'],
  }),

  getCase: endpoint({
    summary: 'A case with what moderators noted and did about it. Reading that of a message is logged',
    method: 'GET',
    path: '/moderation/reports/:caseId',
    access: 'member',
    confidential: true,
    params,
    response: z.strictObject({ case: reportCase, history: z.array(caseNote) }),
    errors: ['NOT_FOUND'],
  }),

  claimCase: endpoint({
    ...ofCase('claim', 'Keeps a case from other moderators for five minutes, or five more'),
    response: oneCase,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),

  releaseCase: endpoint({
    ...ofCase('release', 'Ends the claim of the caller'),
    response: oneCase,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),

  noteCase: endpoint({
    ...ofCase('notes', 'Adds a note for other moderators'),
    body: z.object({ text: reportReason }),
    response: oneCase,
    errors: ['NOT_FOUND'],
  }),

  resolveCase: endpoint({
    ...ofCase(
      'resolve',
      'Settles every report of a case, with an act that needs its own permission; the reporters are notified',
    ),
    body: z.object({
      action: settlement,
      /** The end of a mute, which needs one, or of a ban. */
      until: z.optional(z.nullable(instant)),
      /** For the member who is acted on, and the log. */
      reason: z.optional(reason),
      /** For other moderators. */
      note: z.optional(reason),
      /** For the author of a complaint. */
      answer: z.optional(complaintAnswer),
    }),
    response: z.strictObject({
      case: reportCase,
      /** Undoes the settlement together with its act. */
      undo: z.optional(undo),
    }),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'MUTED'],
  }),
}
