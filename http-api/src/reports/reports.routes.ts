import { signedIn, type Handlers } from '../platform/mount'
import type { ReportService } from './reports.service'

export const reportRoutes = (service: ReportService) =>
  ({
    reportPost: async (call) => ({
      report: await service.report(signedIn(call), call.params.postId, call.body.reason),
    }),
  }) satisfies Partial<Handlers>
