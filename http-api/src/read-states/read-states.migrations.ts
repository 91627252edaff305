import type { Model } from 'mongoose'
import type { Migration } from '../platform/migrations'
import type { ThreadReadState } from './read-states.model'

/** The name that the collection had before. */
const FORMER = 'readings'

/**
 * Moves read states to the collection that is named after them. No API has used the new collection before, so whatever
 * it contains is a copy made by an interrupted run.
 */
export const readStatesMigration = (db: { readStates: Model<ThreadReadState> }): Migration => ({
  id: 12,
  name: 'move read states to the collection readStates',
  async run() {
    const { collection, db: connection } = db.readStates
    const former = connection.collection(FORMER)
    await former
      .aggregate([{ $merge: { into: collection.collectionName, whenMatched: 'replace' } }])
      .toArray()
    await former.drop()
  },
})
