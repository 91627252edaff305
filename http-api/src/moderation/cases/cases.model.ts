import { CASE_KINDS, type ComplaintKind, type Settlement } from '@forum/shared/contract'
import type { Language } from '@forum/shared/errors'
import type { PostAttachment } from '../../log'
import { defineCollection, field, type DocumentOf } from '../../platform/mongo/model'
import { UNFINISHED_INDEX, unfinishedWork, type ActWork, type Work } from '../../platform/work/unfinished'

/** One member's report. */
export interface ReportEntry {
  id: number
  reporterId: number
  reason: string
  createdAt: Date
}

/** A reported message as it was at the first report. Its text is removed some time after the case was settled. */
export interface MessageCopy {
  id: number
  recipientId: number
  createdAt: Date
  subject: string | null
  content: string | null
  attachments?: PostAttachment[]
}

/**
 * A complaint about a page by somebody without an account. Data that identifies them is removed some time after the
 * case was settled.
 */
export interface ComplaintEntry {
  url: string
  kind: ComplaintKind
  text: string | null
  contact: string | null
  isTrue: boolean
  /** The language of the page on which it was written. */
  language: Language
}

/** The settlement of a case by moderators. */
export interface CaseSettlement {
  /** The key of the settlement in the log of moderation. */
  key: string
  /** The key of its act; null if there was nothing to do. */
  actKey: string | null
  action: Settlement
  reason: string | null
  note: string | null
  /** For the author of a complaint. */
  answer?: string
}

/** The reporters are to be notified of a settlement, named by its key. */
export interface CaseNoticeWork extends Work<'case_notice'> {
  settlement: string
}

/** The moderators' feed lacks the line of a report, or of a complaint, whose `reportId` is 0. */
export interface ReportWork extends Work<'report'> {
  reportId: number
}

export const caseFields = {
  _id: field.number,
  kind: field.oneOf(...CASE_KINDS),
  /** The reported subject: `post 7`, `message 8`, `member 9`; each complaint is a case of its own. */
  subject: field.string,
  postId: field.own(field.nullable(field.number)),
  threadId: field.own(field.nullable(field.number)),
  /** The board of the thread; null for all but a reported post. */
  boardId: field.nullable(field.number),
  message: field.nullable(field.mixed<MessageCopy>()),
  complaint: field.optional(field.mixed<ComplaintEntry>()),
  /** The author of the post, the sender of the message, or the reported member; 0 for a page that is none of these. */
  authorId: field.number,
  /** The member behind an alias, who does not handle the case. */
  writerId: field.optional(field.number),
  /** True if the author was a moderator or an admin when reported. */
  isAboutStaff: field.boolean,
  reports: field.mixed<ReportEntry[]>(),
  reportCount: field.number,
  status: field.own(field.oneOf('open', 'resolved', 'dismissed')),
  claimedBy: field.nullable(field.number),
  claimedUntil: field.nullable(field.date),
  notes: field.mixed<{ by: number; at: Date; text: string }[]>(),
  handledBy: field.nullable(field.number),
  handledAt: field.nullable(field.date),
  settled: field.nullable(field.mixed<CaseSettlement>()),
  createdAt: field.date,
  /** Increases with every change. */
  version: field.number,
  ...unfinishedWork<ActWork | CaseNoticeWork | ReportWork>(),
}

/** Everything that members reported about one post or message until it was settled. One document decides. */
export type CaseDoc = DocumentOf<typeof caseFields>

/** The fields of a case that nobody has dealt with. */
export const UNSETTLED = {
  claimedBy: null,
  claimedUntil: null,
  notes: [],
  handledBy: null,
  handledAt: null,
  settled: null,
} satisfies Partial<CaseDoc>

export const caseCollection = defineCollection('cases', caseFields, [
  // One open case per post or message, also when two reports arrive at once.
  { key: { subject: 1 }, unique: true, partialFilterExpression: { status: 'open' } },
  // The lists of moderators.
  { key: { status: 1, reportCount: -1, createdAt: 1, _id: 1 } },
  { key: { status: 1, handledAt: -1, _id: -1 } },
  // All cases of one post.
  { key: { postId: 1, createdAt: -1, _id: -1 } },
  // The oldest open case.
  { key: { status: 1, createdAt: 1 } },
  // Reports by a member, for the export of the account.
  { key: { 'reports.reporterId': 1 } },
  // Open cases of a thread that is moved.
  { key: { threadId: 1 }, partialFilterExpression: { status: 'open' } },
  UNFINISHED_INDEX,
])
