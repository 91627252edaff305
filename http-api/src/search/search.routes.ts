import type { Handlers } from '../platform/http/mount'
import type { SearchQueries } from './search.queries'

export const searchRoutes = (queries: SearchQueries) =>
  ({
    search: ({ query, viewer, language }) => queries.inTurn(() => queries.best(query, { viewer, language })),
    searchThreads: ({ query, viewer, language }) =>
      queries.inTurn(() => queries.threads(query, { viewer, language })),
    searchPosts: ({ query, viewer, language }) =>
      queries.inTurn(() => queries.posts(query, { viewer, language })),
    searchMembers: ({ query }) => queries.inTurn(() => queries.members(query.q, query)),
  }) satisfies Partial<Handlers>
