import type { Connection } from 'mongoose'
import type { Migration } from '../../platform/mongo/migrations'

/** The name that the collection had before. */
const FORMER = 'readings'

/**
 * Moves read states to the collection that is named after them. No API has used the new collection before, so whatever
 * it contains is a copy made by an interrupted run.
 */
export const readStatesMigration = (connection: Connection): Migration => ({
  id: 12,
  name: 'move read states to the collection readStates',
  async run() {
    const former = connection.collection(FORMER)
    await former.aggregate([{ $merge: { into: 'readStates', whenMatched: 'replace' } }]).toArray()
    await former.drop()
  },
})
