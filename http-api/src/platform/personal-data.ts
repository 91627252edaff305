import type { Model } from 'mongoose'

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
export const dataFrom = <Doc>(
  name: string,
  model: Model<Doc>,
  pipeline: (userId: number) => object[],
  erase?: (userId: number) => Promise<unknown>,
): PersonalData => ({
  name,
  rows: (userId) => model.collection.aggregate(pipeline(userId)).batchSize(BATCH),
  erase:
    erase &&
    (async (userId) => {
      await erase(userId)
    }),
})
