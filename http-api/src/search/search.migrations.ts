import type { Clock } from '@forum/shared/clock'
import type { PlatformCollections } from '../platform/mongo/database'
import type { Migration } from '../platform/mongo/migrations'
import type { ThreadLogCollections } from '../log'
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
  // 21 built one with its bitmaps apart, 29 one in which phrases reached across sentences, 32 one of characters that
  // folded to any length.
  id: 41,
  name: 'build the search index',
  async run() {
    const withNumbers = { 'value.segments.dead': { $type: 'number' } }
    await db.searchState.deleteMany(withNumbers)
    // An older version may have begun a rebuild, whose segments are as old.
    await db.searchState.deleteOne({ _id: 'rebuild' })
    await rebuildIndex({ db, store: new IndexStore(db), clock, onProgress: () => undefined })
  },
})
