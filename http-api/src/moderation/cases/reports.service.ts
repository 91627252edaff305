import type { Clock } from '@forum/shared/clock'
import type { Report } from '@forum/shared/contract'
import { ForumError } from '@forum/shared/errors'
import { mayReportMember, mayReportPost } from '@forum/shared/policies'
import { REFUSALS } from '@forum/shared/bilingual'
import type { MemberQueries } from '../../members'
import type { MessageQueries } from '../../messages'
import { authorize } from '../../platform/http/authorize'
import { DURABLE, violatedKey } from '../../platform/mongo/database'
import type { Ids } from '../../platform/mongo/ids'
import type { Publisher } from '../../platform/work/publisher'
import type { Viewer } from '../../platform/http/viewer'
import type { Collection } from '../../platform/mongo/model'
import { withWork } from '../../platform/work/unfinished'
import type { PostQueries } from '../../threads'
import { postSubject, threadSubject } from '../../log'
import { UNSETTLED, type CaseDoc, type ReportEntry } from './cases.model'
import { presentReport } from './cases.presenter'
import type { CaseQueries } from './cases.queries'

/** The subject of a report. */
type Reported = Pick<
  CaseDoc,
  'kind' | 'subject' | 'postId' | 'threadId' | 'boardId' | 'authorId' | 'writerId' | 'message'
>

/** Maximum number of attempts: of concurrent first reports of a post, one creates the case and the others join it. */
const TRIES = 3

/** Reports of posts, messages and members to the moderators. */
export class ReportService {
  constructor(
    private readonly deps: {
      db: { cases: Collection<CaseDoc> }
      queries: CaseQueries
      posts: PostQueries
      messages: MessageQueries
      members: MemberQueries
      publisher: Publisher
      ids: Ids
      clock: Clock
      /** Called with the case of every new report. */
      onReported: (of: CaseDoc) => Promise<void>
      onFailure: (error: unknown) => void
    },
  ) {}

  /**
   * Reports a post.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN` for the caller's own post, `MUTED`, `CONFLICT` while the caller's
   *   earlier report of the post is open
   */
  async report(viewer: Pick<Viewer, 'actor'>, postId: number, reason: string): Promise<Report> {
    const { posts } = this.deps
    const post = await posts.byId(postId)
    if (!post) throw new ForumError('NOT_FOUND')
    const thread = await posts.readableThread(post.threadId, { as: viewer.actor })
    authorize(mayReportPost(viewer.actor, postSubject(post), threadSubject(thread)))
    return this.add(viewer, reason, {
      kind: 'post',
      subject: `post ${postId}`,
      postId,
      threadId: post.threadId,
      boardId: thread.boardId,
      authorId: post.authorId,
      ...(post.writerId === undefined ? {} : { writerId: post.writerId }),
      message: null,
    })
  }

  /**
   * Reports a received message.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN` for the sender, `MUTED`, `CONFLICT` while the earlier report is open
   */
  async reportMessage(viewer: Viewer, messageId: number, reason: string): Promise<Report> {
    const message = await this.deps.messages.reportable(viewer.actor, messageId)
    const { subject, content, recipientId, createdAt, attachments } = message
    return this.add(viewer, reason, {
      kind: 'message',
      subject: `message ${messageId}`,
      postId: null,
      threadId: null,
      boardId: null,
      authorId: message.senderId,
      message: {
        id: messageId,
        // Of a message to a group, the member who reports it.
        recipientId: recipientId ?? viewer.actor.id,
        createdAt,
        subject,
        content,
        ...(attachments && { attachments }),
      },
    })
  }

  /**
   * Reports a member.
   *
   * @throws ForumError `NOT_FOUND`, `FORBIDDEN` for oneself, `MUTED`, `CONFLICT` while the earlier report is open
   */
  async reportMember(viewer: Viewer, userId: number, reason: string): Promise<Report> {
    const member = await this.deps.members.byId(userId)
    authorize(mayReportMember(viewer.actor, { id: userId }))
    return this.add(viewer, reason, {
      kind: 'member',
      subject: `member ${userId}`,
      postId: null,
      threadId: null,
      boardId: null,
      authorId: member._id,
      message: null,
    })
  }

  private async add({ actor }: Pick<Viewer, 'actor'>, reason: string, reported: Reported): Promise<Report> {
    const { ids, clock, queries, members } = this.deps
    const report = { id: await ids.next('reports'), reporterId: actor.id, reason, createdAt: clock.now() }
    const { authorId, writerId = authorId } = reported
    const { role } = (await members.people([writerId])).summary(writerId)
    const found = await this.addTo({ ...reported, isAboutStaff: role !== 'user' }, report)
    await queries.publish(found, this.deps.publisher).catch(this.deps.onFailure)
    await this.deps.onReported(found)
    return presentReport(report, found, await queries.contextOf([found]))
  }

  /** Adds a report to the open case of its subject, or to a new one. */
  private async addTo(
    { subject, ...reported }: Reported & Pick<CaseDoc, 'isAboutStaff'>,
    report: ReportEntry,
  ): Promise<CaseDoc> {
    const { db, ids } = this.deps
    const isOpen = { subject, status: 'open' } as const
    const mine = { ...isOpen, 'reports.reporterId': report.reporterId }
    for (let tries = 0; tries < TRIES; tries++) {
      try {
        const found = await db.cases.findOneAndUpdate(
          { ...isOpen, 'reports.reporterId': { $ne: report.reporterId } },
          withWork(
            {
              $push: { reports: report },
              $inc: { reportCount: 1, version: 1 },
              $setOnInsert: {
                _id: await ids.next('cases'),
                ...reported,
                ...UNSETTLED,
                createdAt: report.createdAt,
              },
            },
            { id: `report:${report.id}`, kind: 'report', since: report.createdAt, reportId: report.id },
          ),
          { upsert: true, returnDocument: 'after', writeConcern: DURABLE },
        )
        if (found) return found
      } catch (error) {
        // The open case has the caller's report, or was created at the same time.
        if (!violatedKey(error)?.includes('subject')) throw error
        if (await db.cases.findOne(mine, { projection: { _id: 1 } })) {
          throw new ForumError('CONFLICT', { detail: REFUSALS.alreadyReported })
        }
      }
    }
    throw new ForumError('UNAVAILABLE', { retryAfterSeconds: 1 })
  }
}
