import { signedIn, type Handlers } from '../platform/http/mount'
import type { NearQueries } from './near/near.queries'
import type { RelatedThreads } from './near/related.queries'
import type { SynonymSettings } from './near/synonyms.service'
import type { SearchQueries } from './search.queries'

interface SearchRoutesDeps {
  queries: SearchQueries
  near: NearQueries
  related: RelatedThreads
  synonyms: SynonymSettings
  /** Called when a search for all kinds finds nothing. */
  onNothing: () => void
}

export const searchRoutes = ({ queries, near, related, synonyms, onNothing }: SearchRoutesDeps) =>
  ({
    search: async ({ query, reader, language }) => {
      const found = await queries.inTurn(() => queries.best(query, { reader, language }))
      if (Object.values(found.totals).every((total) => total === 0)) onNothing()
      return found
    },
    searchThreads: ({ query, reader, language }) =>
      queries.inTurn(() => queries.threads(query, { reader, language })),
    searchPosts: ({ query, reader, language }) =>
      queries.inTurn(() => queries.posts(query, { reader, language })),
    searchMembers: ({ query }) => queries.inTurn(() => queries.members(query.q, query)),
    listSimilarThreads: async ({ query, reader, language }) => ({
      threads: await queries.inTurn(() => near.similar(query.title, { reader, language })),
    }),
    listRelatedThreads: async ({ params, reader, language }) => ({
      threads: await related.to(params.threadId, { reader, language }, (search) => queries.inTurn(search)),
    }),
    getSynonyms: (call) => synonyms.get(signedIn(call)),
    setSynonyms: (call) => synonyms.set(signedIn(call), call.body.synonyms, call.body.revision),
  }) satisfies Partial<Handlers>
