import type { Handlers } from '../platform/http/mount'
import type { StatsQueries } from './stats.queries'

export const statsRoutes = (stats: StatsQueries) =>
  ({ stats: ({ reader }) => stats.body(reader) }) satisfies Partial<Handlers>
