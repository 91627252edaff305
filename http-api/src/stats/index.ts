export { StatsQueries } from './stats.queries'
export { statsRoutes } from './stats.routes'
