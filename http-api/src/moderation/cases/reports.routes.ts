import { signedIn, type Handlers } from '../../platform/http/mount'
import type { CaseQueries } from './cases.queries'
import type { CaseService } from './cases.service'
import type { ReportService } from './reports.service'

export const reportRoutes = ({
  reports,
  cases,
  queries,
}: {
  reports: ReportService
  cases: CaseService
  queries: CaseQueries
}): Pick<
  Handlers,
  | 'reportPost'
  | 'reportMessage'
  | 'reportUser'
  | 'listCases'
  | 'getCase'
  | 'claimCase'
  | 'releaseCase'
  | 'noteCase'
  | 'resolveCase'
> => ({
  reportPost: async (call) => ({
    report: await reports.report(signedIn(call), call.params.postId, call.body.reason),
  }),
  reportMessage: async (call) => ({
    report: await reports.reportMessage(signedIn(call), call.params.messageId, call.body.reason),
  }),
  reportUser: async (call) => ({
    report: await reports.reportMember(signedIn(call), call.params.userId, call.body.reason),
  }),
  listCases: (call) => queries.list(call.query, signedIn(call)),
  getCase: (call) => cases.read(signedIn(call), call.params.caseId),
  claimCase: (call) => cases.claim(signedIn(call), call.params.caseId),
  releaseCase: (call) => cases.release(signedIn(call), call.params.caseId),
  noteCase: (call) => cases.note(signedIn(call), call.params.caseId, call.body.text),
  resolveCase: (call) => cases.resolve(signedIn(call), call.params.caseId, call.body),
})
