import type { Clock } from '@forum/shared/clock'
import type { Report } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { mayReportPost } from '@forum/shared/policies'
import { REFUSALS } from '@forum/shared/bilingual'
import type { MemberQueries } from '../members'
import { authorize } from '../platform/authorize'
import { insertDurable, violatedKey } from '../platform/database'
import type { Ids } from '../platform/ids'
import type { Viewer } from '../platform/viewer'
import type { Collection } from '../platform/model'
import type { PostQueries } from '../posts'
import { postSubject, threadSubject } from '../thread-log'
import type { ReportDoc } from './reports.model'
import { presentOpenReport } from './reports.presenter'

/** Reports of posts to the moderators. */
export class ReportService {
  constructor(
    private readonly deps: {
      db: { reports: Collection<ReportDoc> }
      posts: PostQueries
      members: MemberQueries
      ids: Ids
      clock: Clock
    },
  ) {}

  /**
   * Reports a post.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN` for the caller's own post, `MUTED`, `CONFLICT` while the caller's
   *   earlier report of the post is open
   */
  async report(viewer: Pick<Viewer, 'actor'>, postId: number, reason: string): Promise<Report> {
    const { db, posts, members, ids, clock } = this.deps
    const post = await posts.byId(postId)
    if (!post) throw new ForumError('NOT_FOUND')
    const thread = await posts.readableThread(post.threadId, viewer)
    authorize(mayReportPost(viewer.actor, postSubject(post), threadSubject(thread)))
    const report: ReportDoc = {
      _id: await ids.next('reports'),
      postId,
      threadId: post.threadId,
      reporterId: viewer.actor.id,
      reason,
      status: 'open',
      createdAt: clock.now(),
    }
    try {
      await insertDurable(db.reports, report)
    } catch (error) {
      throw violatedKey(error)?.includes('reporterId')
        ? new ForumError('CONFLICT', { detail: REFUSALS.alreadyReported })
        : error
    }
    const people = await members.people([post.authorId, report.reporterId])
    return presentOpenReport(report, { post, thread, people })
  }
}
