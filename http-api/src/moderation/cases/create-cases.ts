import type { BoardsArea } from '../../boards'
import type { ThreadLogCollections } from '../../log'
import type { MemberDoc, MembersArea } from '../../members'
import type { MessagesArea } from '../../messages'
import type { NoticesArea } from '../../notices'
import type { Ground } from '../../platform/ground'
import type { Collection } from '../../platform/mongo/model'
import { dataFrom } from '../../platform/personal-data'
import type { LogEntryDoc, RecordArea } from '../../record'
import type { ThreadsArea } from '../../threads'
import type { WordsArea } from '../../words'
import type { Acts } from '../acts'
import { CaseNotices } from './case-notices.service'
import { CasesConsumer } from './cases.consumer'
import { caseFields, type CaseDoc, type CaseNoticeWork } from './cases.model'
import { CaseQueries } from './cases.queries'
import { CaseService } from './cases.service'
import { reportRoutes } from './reports.routes'
import { ReportService } from './reports.service'

interface CasesNeeds {
  members: Pick<MembersArea, 'queries'>
  record: Pick<RecordArea, 'log'>
  words: WordsArea
  boards: Pick<BoardsArea, 'queries'>
  threads: Pick<ThreadsArea, 'postQueries'>
  notices: Pick<NoticesArea, 'accountNotices'>
  messages: Pick<MessagesArea, 'queries'>
}

/**
 * Reports, and the cases that collect them until a moderator settles them.
 *
 * @param acts what settles a case
 * @param onReported called with a case that has a new report
 */
export function createCases(
  ground: Ground<CasesDb>,
  needs: CasesNeeds,
  { acts, onReported }: { acts: Acts; onReported: (of: CaseDoc) => Promise<void> },
) {
  const { db, ids, publisher, clock } = ground
  const { members, record, words, boards, threads, messages } = needs
  const onFailure = ground.onFailure('cases')
  const queries = new CaseQueries({
    db,
    boards: boards.queries,
    members: members.queries,
    clock,
    wordsIn: (text) => words.words.placesIn(text),
  })
  const notices = new CaseNotices({
    db,
    notify: (notice) => needs.notices.accountNotices.notify(notice),
    onFailure,
  })
  const reports = new ReportService({
    db,
    queries,
    posts: threads.postQueries,
    messages: messages.queries,
    members: members.queries,
    publisher,
    ids,
    clock,
    onReported,
    onFailure,
  })
  const service = new CaseService({
    db,
    queries,
    log: record.log,
    notices,
    acts,
    publisher,
    clock,
    onFailure,
  })
  return {
    queries,
    service,
    reports,
    routes: reportRoutes({ reports, cases: service, queries }),
    consumer: new CasesConsumer(db),
    unfinished: { case_notice: (work: CaseNoticeWork, caseId: number) => notices.finish(work, caseId) },
    prune: () => service.prune(),
    // Reports outlive the account, as posts do: the moderators' work refers to them.
    personal: dataFrom('reports', db.cases, {
      fields: caseFields,
      of: (userId) => ({ 'reports.reporterId': userId }),
      stages: (userId) => [{ $unwind: '$reports' }, { $match: { 'reports.reporterId': userId } }],
      computed: {
        messageId: '$message.id',
        reason: '$reports.reason',
        createdAt: '$reports.createdAt',
      },
    }),
  }
}

type CasesDb = ThreadLogCollections & {
  members: Collection<MemberDoc>
  cases: Collection<CaseDoc>
  moderationLog: Collection<LogEntryDoc>
}
