import type { mongo } from 'mongoose'
import type { Collection } from './mongo/model'

/** What one feature stores about a member. */
export interface PersonalData {
  /** The name of its file in the export. */
  name: string
  /** The data that the member may export, as a stream of rows. */
  rows: (userId: number) => AsyncIterable<object>
  /** Removes data that must not outlive the account. May run more than once. */
  erase?: ((userId: number) => Promise<void>) | undefined
}

const BATCH = 200

/** Returns the rows that an aggregation finds; its first stage must be served by an index. */
export const dataFrom = <Doc extends mongo.Document>(
  name: string,
  collection: Collection<Doc>,
  pipeline: (userId: number) => object[],
  erase?: (userId: number) => Promise<unknown>,
): PersonalData => ({
  name,
  rows: (userId) => collection.aggregate(pipeline(userId), { maxTimeMS: 0 }).batchSize(BATCH),
  erase:
    erase &&
    (async (userId) => {
      await erase(userId)
    }),
})
