import { COUNT_MAX } from '@forum/shared/limits'
import type { BoardsArea } from '../boards'
import type { LogArea, ThreadLogCollections } from '../log'
import type { MembersArea } from '../members'
import type { Ground } from '../platform/ground'
import type { PlatformCollections } from '../platform/mongo/database'
import type { Collection } from '../platform/mongo/model'
import type { RecordArea } from '../record'
import type { ThreadsArea } from '../threads'
import { MAINTENANCE_INTERVAL_MS } from './maintenance'
import { NearQueries } from './near/near.queries'
import { RelatedThreads } from './near/related.queries'
import type { SynonymsDoc } from './near/synonyms.model'
import { SynonymSettings } from './near/synonyms.service'
import { SegmentSearch, type SearchSizes } from './search-engine'
import type { SearchCollections } from './search.models'
import { SearchQueries } from './search.queries'
import { searchRoutes } from './search.routes'

interface SearchNeeds {
  log: Pick<LogArea, 'freshness'>
  members: Pick<MembersArea, 'queries' | 'blocks'>
  record: Pick<RecordArea, 'log'>
  boards: Pick<BoardsArea, 'queries' | 'levels'>
  threads: Pick<ThreadsArea, 'queries' | 'postQueries'>
  sizes: Partial<SearchSizes> | undefined
}

/** The search index and the searches that read it. */
export function createSearch(
  ground: Ground<SearchDb>,
  { log, members, record, boards, threads, sizes }: SearchNeeds,
) {
  const { db, copies, clock, calendar, inBackground } = ground
  const engine = new SegmentSearch({ db, clock, freshness: log.freshness, countMax: COUNT_MAX, ...sizes })
  const synonyms = new SynonymSettings({ db, log: record.log, clock, copies })
  const near = new NearQueries({
    db,
    engine,
    threads: threads.queries,
    posts: threads.postQueries,
    boards: boards.queries,
    members: members.queries,
    blocks: members.blocks,
    synonyms,
  })
  const related = new RelatedThreads({ db, near, posts: threads.postQueries, levels: boards.levels, clock })
  const queries = new SearchQueries({
    db,
    engine,
    near,
    threads: threads.queries,
    posts: threads.postQueries,
    boards: boards.queries,
    members: members.queries,
    calendar,
  })
  return {
    services: { engine },
    routes: searchRoutes({
      queries,
      near,
      related,
      synonyms,
      onNothing: () => {
        const counted = db.emptySearches.updateOne(
          { _id: calendar.today() },
          { $inc: { count: 1 } },
          { upsert: true },
        )
        inBackground('empty searches')(counted)
      },
    }),
    consumers: [engine.consumer],
    recurring: [
      {
        what: 'search',
        everyMs: MAINTENANCE_INTERVAL_MS[copies.isAlone ? 'alone' : 'amongSeveral'],
        run: () => engine.maintain(),
      },
    ],
  }
}
export type SearchArea = ReturnType<typeof createSearch>['services']
type SearchDb = SearchCollections &
  ThreadLogCollections &
  PlatformCollections & { searchSynonyms: Collection<SynonymsDoc> }
