import type { AccountsArea } from '../../accounts'
import type { BoardsArea } from '../../boards'
import type { ThreadLogCollections } from '../../log'
import type { MemberDoc, MembersArea } from '../../members'
import type { FilesArea } from '../../files'
import type { MessagesArea } from '../../messages'
import type { NoticesArea } from '../../notices'
import type { Ground } from '../../platform/ground'
import type { Collection } from '../../platform/mongo/model'
import { dataFrom } from '../../platform/personal-data'
import type { LogEntryDoc, RecordArea } from '../../record'
import type { SiteArea } from '../../site'
import type { ThreadsArea } from '../../threads'
import type { WordsArea } from '../../words'
import type { Acts } from '../acts'
import { ComplaintAnswers } from '../complaints/complaint-answers'
import { complaintRoutes } from '../complaints/complaints.routes'
import { Complaints } from '../complaints/complaints.service'
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
  files: Pick<FilesArea, 'maySeeReported'>
  accounts: Pick<AccountsArea, 'mail' | 'shield'>
  site: Pick<SiteArea, 'settings'>
}

/**
 * Reports, and the cases that collect them until a moderator settles them.
 *
 * @param acts what settles a case
 * @param onReported called with a case that has a new report, or is a new complaint
 */
export function createCases(
  ground: Ground<CasesDb>,
  needs: CasesNeeds,
  { acts, onReported }: { acts: Acts; onReported: (of: CaseDoc) => Promise<void> },
) {
  const { db, ids, publisher, clock, config } = ground
  const { members, record, words, boards, threads, messages, accounts, site } = needs
  const onFailure = ground.onFailure('cases')
  const answers = new ComplaintAnswers({
    mail: accounts.mail,
    siteName: site.settings.siteName,
    siteUrl: config.siteUrl,
    clock,
  })
  const queries = new CaseQueries({
    db,
    boards: boards.queries,
    members: members.queries,
    clock,
    wordsIn: (text) => words.words.placesIn(text),
    isMailed: (of) => answers.isMailed(of),
  })
  needs.files.maySeeReported.by((messageId, actor) => queries.handlesMessage(messageId, actor))
  const notices = new CaseNotices({
    db,
    notify: (notice) => needs.notices.accountNotices.notify(notice),
    answer: (settled) => answers.send(settled),
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
  const complaints = new Complaints({
    db,
    queries,
    members: members.queries,
    shield: (given, address, run) => accounts.shield.usingForm(given, address, run),
    publisher,
    ids,
    clock,
    onComplaint: onReported,
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
    routes: {
      ...reportRoutes({ reports, cases: service, queries }),
      ...complaintRoutes(complaints, {
        challenge: async ({ address }) => ({
          challenge: await accounts.shield.challenge(address),
          mail: accounts.mail !== null,
        }),
      }),
    },
    consumer: new CasesConsumer(db),
    unfinished: { case_notice: (work: CaseNoticeWork, caseId: number) => notices.finish(work, caseId) },
    prune: async () => {
      await service.prune()
      await complaints.prune()
    },
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
