import type { Connection } from 'mongoose'
import type { Collection } from '../../platform/mongo/model'
import type { MemberDoc } from '../../members'
import type { PlatformCollections } from '../../platform/mongo/database'
import type { Migration } from '../../platform/mongo/migrations'
import type { ThreadLogCollections } from '../../log'
import { UNSETTLED, type CaseDoc, type ReportEntry } from './cases.model'

/** A report as it was stored before there were cases; all of them were open. */
interface FormerReport {
  status: string
  _id: number
  postId: number
  threadId: number
  reporterId: number
  reason: string
  createdAt: Date
}

/** Makes one case of all reports of a post. The former collection stays, and nothing reads it any more. */
export const casesMigration = (
  connection: Connection,
  db: Pick<ThreadLogCollections, 'posts' | 'threads'> &
    Pick<PlatformCollections, 'counters'> & { cases: Collection<CaseDoc>; members: Collection<MemberDoc> },
): Migration => ({
  id: 14,
  name: 'collect reports of posts in cases',
  async run() {
    const former = connection.getClient().db(connection.name).collection<FormerReport>('reports')
    const open = former.find({ status: 'open' }, { sort: { createdAt: 1, _id: 1 } })
    const byPost = new Map<number, { threadId: number; reports: ReportEntry[] }>()
    for await (const { _id: id, postId, threadId, reporterId, reason, createdAt } of open) {
      const entry = byPost.get(postId) ?? { threadId, reports: [] }
      entry.reports.push({ id, reporterId, reason, createdAt })
      byPost.set(postId, entry)
    }
    for (const [postId, { threadId, reports }] of byPost) {
      const post = await db.posts.findOne({ _id: postId })
      const thread = await db.threads.findOne({ _id: threadId })
      const author = await db.members.findOne({ _id: post?.authorId ?? 0 })
      if (!post || !thread) continue
      const found: CaseDoc = {
        // Ids of reports are unique, and no case existed before.
        _id: reports[0]?.id ?? 0,
        kind: 'post',
        subject: `post ${postId}`,
        postId,
        threadId,
        boardId: thread.boardId,
        message: null,
        authorId: post.authorId,
        isAboutStaff: author !== null && author.role !== 'user',
        reports,
        reportCount: reports.length,
        status: 'open',
        ...UNSETTLED,
        createdAt: reports[0]?.createdAt ?? new Date(),
        version: reports.length,
      }
      const { _id, ...rest } = found
      await db.cases.updateOne({ _id }, { $setOnInsert: rest }, { upsert: true })
      await db.counters.updateOne({ _id: 'cases' }, { $max: { next: _id } }, { upsert: true })
    }
  },
})
