import type { Case, Report } from '@forum/shared/contract'
import { presentAttachment } from '../../files'
import type { People } from '../../members'
import type { PostDoc, ThreadDoc } from '../../log'
import type { CaseDoc, ReportEntry } from './cases.model'

/** Other data that the JSON of cases needs, loaded together. */
export interface CaseContext {
  posts: ReadonlyMap<number, PostDoc>
  threads: ReadonlyMap<number, ThreadDoc>
  people: People
  /** The words of the filter in each case, by its id. */
  words: ReadonlyMap<number, string[]>
  /** Returns true if settling a case mails an answer. */
  isMailed: (of: CaseDoc) => boolean
}

/** @param isWhole whether to include the text of a reported message, and how to reach the author of a complaint */
export function presentCase(found: CaseDoc, context: CaseContext, isWhole = false): Case {
  const { people } = context
  const { message, settled } = found
  const words = context.words.get(found._id) ?? []
  const post = postOf(found, context)
  return {
    id: found._id,
    kind: found.kind,
    post: post && { ...post.shown, isDeleted: post.isDeleted },
    message: message && {
      id: message.id,
      subject: isWhole ? message.subject : null,
      content: isWhole ? message.content : null,
      attachments: isWhole ? (message.attachments ?? []).map(presentAttachment) : [],
      sender: people.summary(found.authorId),
      recipient: people.summary(message.recipientId),
      createdAt: message.createdAt.toISOString(),
    },
    member: isAboutMember(found) ? memberOf(found, context) : null,
    complaint: presentComplaint(found, context, isWhole),
    thread: threadOf(found, context),
    ...(words.length > 0 ? { words } : {}),
    reports: found.reports.map((report) => presentReport(report, found, context)),
    status: found.status,
    claimedBy: found.claimedBy === null ? null : people.summary(found.claimedBy),
    claimedUntil: found.claimedUntil?.toISOString() ?? null,
    handledBy: found.handledBy === null ? null : people.summary(found.handledBy),
    handledAt: found.handledAt?.toISOString() ?? null,
    action: settled?.action ?? null,
    reason: settled?.reason ?? null,
    createdAt: found.createdAt.toISOString(),
    version: found.version,
  }
}

export function presentReport(report: ReportEntry, of: CaseDoc, context: CaseContext): Report {
  const { people } = context
  return {
    id: report.id,
    post: postOf(of, context)?.shown ?? null,
    thread: threadOf(of, context),
    messageId: of.message?.id ?? null,
    userId: of.kind === 'member' ? of.authorId : null,
    reporter: people.summary(report.reporterId),
    reason: report.reason,
    status: of.status,
    handledBy: of.handledBy === null ? null : people.summary(of.handledBy),
    handledAt: of.handledAt?.toISOString() ?? null,
    note: of.settled?.note ?? null,
    createdAt: report.createdAt.toISOString(),
  }
}

function postOf({ postId }: CaseDoc, { posts, people }: CaseContext) {
  const post = posts.get(postId ?? 0)
  // A post that moves is in no thread until it arrives.
  if (!post || post.threadId < 0) return null
  const { _id: id, number, threadId, excerpt, authorId, isDeleted } = post
  return { shown: { id, number, threadId, excerpt, author: people.summary(authorId) }, isDeleted }
}

/** Returns true if a case is about a member, and not about a text by the member. */
const isAboutMember = ({ kind, postId, authorId }: CaseDoc): boolean =>
  kind === 'member' || (kind === 'complaint' && postId === null && authorId !== 0)

function presentComplaint(found: CaseDoc, { isMailed }: CaseContext, isWhole: boolean): Case['complaint'] {
  if (!found.complaint) return null
  const { url, kind, text, contact, isTrue } = found.complaint
  return { url, kind, text, contact: isWhole ? contact : null, isTrue, isMailed: isMailed(found) }
}

const memberOf = ({ authorId }: CaseDoc, { people }: CaseContext) => ({
  ...people.summary(authorId),
  ...people.profileTexts(authorId),
})

function threadOf({ threadId }: CaseDoc, { threads }: CaseContext) {
  const thread = threads.get(threadId ?? 0)
  return thread ? { id: thread._id, title: thread.title, boardId: thread.boardId } : null
}
