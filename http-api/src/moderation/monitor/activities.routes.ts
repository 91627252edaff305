import { signedIn, type Handlers } from '../../platform/http/mount'
import type { ActivityQueries } from './activities.queries'

export const activityRoutes = (queries: ActivityQueries) =>
  ({
    listActivity: (call) => queries.list(call.query, { viewer: signedIn(call), language: call.language }),
    moderationStats: (call) => queries.stats(signedIn(call)),
  }) satisfies Partial<Handlers>
