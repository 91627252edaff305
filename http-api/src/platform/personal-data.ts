import type { mongo } from 'mongoose'
import { namesFor, projectionTo, type NamesFor } from './mongo/audiences'
import type { Collection, Fields } from './mongo/model'

/** The data that one feature stores about a member. */
export interface PersonalData {
  /** The name of its file in the export. */
  name: string
  /** The data that the member may export, as a stream of rows, without words of boards that the member does not see. */
  rows: (userId: number, hiddenBoardIds: readonly number[]) => AsyncIterable<object>
  /** Removes data that must not outlive the account. May run more than once. */
  erase?: ((userId: number) => Promise<void>) | undefined
}

const BATCH = 200

/** The names of what an export has besides declared fields; none of a secret one. */
type Computed<F extends Fields> = Readonly<Record<string, unknown>> & {
  readonly [Name in NamesFor<F, 'secret'>]?: never
}

/** Returns the projection of an export: the fields that are declared for their owner or everyone, and computed ones. */
export const exportOf = <F extends Fields>(fields: F, computed?: Computed<F>): Record<string, unknown> => ({
  ...projectionTo(namesFor(fields, ['own', 'public'])),
  ...computed,
})

/** Describes what a collection has about a member. */
export const dataFrom = <Doc extends mongo.Document, const F extends Fields>(
  name: string,
  collection: Collection<Doc>,
  source: {
    /** The declarations of its fields, from which follows what a row contains. */
    fields: F
    /** The condition of the member's documents, which an index must serve. */
    of: (userId: number) => mongo.Filter<Doc>
    /** Stages before the projection. */
    stages?: (userId: number, hiddenBoardIds: readonly number[]) => object[]
    /** Expressions of what else a row contains. */
    computed?: Computed<F>
    erase?: (userId: number) => Promise<unknown>
  },
): PersonalData => {
  const { of, stages, erase } = source
  const $project = exportOf(source.fields, source.computed)
  return {
    name,
    rows: (userId, hiddenBoardIds) =>
      collection
        .aggregate([{ $match: of(userId) }, ...(stages?.(userId, hiddenBoardIds) ?? []), { $project }], {
          maxTimeMS: 0,
        })
        .batchSize(BATCH),
    erase:
      erase &&
      (async (userId) => {
        await erase(userId)
      }),
  }
}
