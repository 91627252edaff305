import type { Report } from '@forum/shared/contract'
import type { People } from '../members'
import type { PostDoc, ThreadDoc } from '../thread-log'
import type { ReportDoc } from './reports.model'

/** Presents an open report: nobody has handled it yet. */
export function presentOpenReport(
  report: ReportDoc,
  { post, thread, people }: { post: PostDoc; thread: ThreadDoc; people: People },
): Report {
  return {
    id: report._id,
    post: {
      id: post._id,
      number: post.number,
      threadId: post.threadId,
      excerpt: post.excerpt,
      author: people.summary(post.authorId),
    },
    thread: { id: thread._id, title: thread.title, boardId: thread.boardId },
    reporter: people.summary(report.reporterId),
    reason: report.reason,
    status: report.status,
    handledBy: null,
    handledAt: null,
    note: null,
    createdAt: report.createdAt.toISOString(),
  }
}
