import type { Migration } from '../platform/mongo/migrations'
import type { ThreadLogCollections } from './collections'
import { newestNumbers } from './newest-numbers'

const BATCH = 500
const TITLE_INDEX = 'isDeleted_1_title_1'

/** Adds the number of the newest post that is not deleted to threads that were stored without it. */
export const lastPostNumbersMigration = (db: Pick<ThreadLogCollections, 'threads' | 'posts'>): Migration => ({
  id: 45,
  name: 'add the numbers of their last posts to threads',
  async run() {
    for (;;) {
      const lacking = await db.threads
        .find({ lastPostNumber: { $exists: false } }, { projection: { lastNumber: 1 }, limit: BATCH })
        .toArray()
      if (lacking.length === 0) return
      const newest = await newestNumbers(
        db,
        lacking.map(({ _id }) => _id),
      )
      const writes = lacking.map(({ _id, lastNumber }) => ({
        updateOne: {
          filter: { _id, lastPostNumber: { $exists: false } },
          update: { $set: { lastPostNumber: newest.get(_id)?.lastPostNumber ?? lastNumber } },
        },
      }))
      await db.threads.bulkWrite(writes, { ordered: false })
    }
  },
})

/** Removes the index of titles that begin alike: similar threads are found by the search index. */
export const titleIndexMigration = (db: Pick<ThreadLogCollections, 'threads'>): Migration => ({
  id: 55,
  name: 'remove the index of titles',
  async run() {
    const indexes = await db.threads.indexes()
    if (indexes.some(({ name }) => name === TITLE_INDEX)) await db.threads.dropIndex(TITLE_INDEX)
  },
})
