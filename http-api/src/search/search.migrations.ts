import type { Clock } from '@forum/shared/clock'
import type { PlatformCollections } from '../platform/database'
import type { Migration } from '../platform/migrations'
import type { ThreadLogCollections } from '../thread-log'
import { IndexStore } from './index-store'
import { rebuildIndex } from './rebuild'
import type { SearchCollections } from './search.models'

/** Builds the index of a forum whose posts were written before there was one. */
export const searchIndexMigration = (
  db: SearchCollections &
    Pick<ThreadLogCollections, 'threads' | 'posts'> &
    Pick<PlatformCollections, 'leases'>,
  clock: Clock,
): Migration => ({
  id: 21,
  name: 'build the search index',
  run: () => rebuildIndex({ db, store: new IndexStore(db), clock, onProgress: () => undefined }),
})
