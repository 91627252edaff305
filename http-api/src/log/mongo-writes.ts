import { mongo } from 'mongoose'
import { DURABLE } from '../platform/mongo/database'

/** From this wire version on (MongoDB 8.0), servers write to several collections in one command. */
const CLIENT_BULK_WRITE_WIRE_VERSION = 25
export const DUPLICATE_KEY = 11_000
export const ID_INDEX = '_id_'

/** All that a store knows of a document: its id. */
export type Doc = mongo.Document & { _id: number | string }
/** The documents of a bulk over several collections. */
export type BulkDocs = Record<string, Doc>

/** A write in the ordered bulk that projects events. */
export interface ProjectionWrite {
  collection: string
  filter: mongo.Filter<Doc>
  update: mongo.UpdateFilter<Doc>
  upsert: boolean
}

/** Writes several documents in one command where the server can. */
export class MongoWrites {
  private wireVersion: Promise<number> | null = null

  constructor(
    private readonly db: mongo.Db,
    private readonly options: { oneBulk?: boolean },
  ) {}

  /**
   * Runs the writes in order and returns for each whether it changed something. An upsert that meets a newer document
   * fails on its id, which ends an ordered bulk; this is not an error, and the remaining writes follow.
   */
  async inOrder(writes: readonly ProjectionWrite[]): Promise<boolean[]> {
    const results: boolean[] = []
    while (results.length < writes.length) {
      const rest = writes.slice(results.length)
      const run = (await this.canCrossCollections()) ? this.acrossCollections(rest) : this.byCollection(rest)
      results.push(...(await run))
    }
    return results
  }

  /** Returns the results up to and including the first duplicate id. */
  async acrossCollections(writes: readonly ProjectionWrite[]): Promise<boolean[]> {
    const models = writes.map((write) => this.modelOf(write))
    try {
      return changesOf(await this.bulk(models), writes.length)
    } catch (error) {
      const { index, message, partialResult } = duplicateIn(error)
      if (indexOf(message) !== ID_INDEX) throw error
      return [...changesOf(partialResult, index), false]
    }
  }

  /** Returns a write as part of a bulk over several collections. */
  modelOf({ collection, ...update }: ProjectionWrite): mongo.ClientBulkWriteModel<BulkDocs> {
    return { name: 'updateOne', namespace: this.namespaceOf(collection), ...update }
  }

  /** Returns how a bulk over several collections names one. */
  namespaceOf(collection: string): string {
    return `${this.db.databaseName}.${collection}`
  }

  /** Does the same on older servers, with one command for each run of writes to a collection. */
  private async byCollection(writes: readonly ProjectionWrite[]): Promise<boolean[]> {
    const [first] = writes
    if (!first) return []
    const end = writes.findIndex(({ collection }) => collection !== first.collection)
    const run = writes.slice(0, end < 0 ? writes.length : end)
    const models = run.map(({ filter, update, upsert }) => ({ updateOne: { filter, update, upsert } }))
    try {
      const result = await this.collection(first.collection).bulkWrite(models, { writeConcern: DURABLE })
      // Only the thread's own write, which is alone in its collection, needs its result.
      return run.map(() => result.matchedCount + result.upsertedCount === run.length)
    } catch (error) {
      if (!(error instanceof mongo.MongoBulkWriteError)) throw error
      const [failure] = [error.writeErrors].flat()
      if (failure?.code !== DUPLICATE_KEY || error.result.getWriteConcernError()) throw error
      if (indexOf(failure.errmsg) !== ID_INDEX) throw error
      return run.slice(0, failure.index + 1).map(() => false)
    }
  }

  /** Returns true if the server writes to several collections in one command. */
  async canCrossCollections(): Promise<boolean> {
    if (this.options.oneBulk !== undefined) return this.options.oneBulk
    this.wireVersion ??= this.db.command({ hello: 1 }).then((hello) => Number(hello.maxWireVersion))
    try {
      return (await this.wireVersion) >= CLIENT_BULK_WRITE_WIRE_VERSION
    } catch (error) {
      this.wireVersion = null
      throw error
    }
  }

  /** Runs an ordered bulk over several collections. */
  bulk(models: readonly mongo.ClientBulkWriteModel<BulkDocs>[]): Promise<mongo.ClientBulkWriteResult> {
    const options = { ordered: true, verboseResults: true, writeConcern: DURABLE }
    return this.db.client.bulkWrite<BulkDocs>(models, options)
  }

  collection(name: string): mongo.Collection<Doc> {
    return this.db.collection<Doc>(name)
  }
}

/** Returns the write that ended a bulk over several collections; null where the error does not say, or others did. */
export function failureIn(error: unknown) {
  if (!(error instanceof mongo.MongoClientBulkWriteError) || error.writeConcernErrors.length > 0) return null
  const [failure] = error.writeErrors
  return failure ? { index: failure[0], error: failure[1], partialResult: error.partialResult } : null
}

/** Returns the write that ended a bulk over several collections on a unique key; throws any other error. */
function duplicateIn(error: unknown) {
  const failed = failureIn(error)
  if (failed?.error.code !== DUPLICATE_KEY) throw error
  return { ...failed, message: failed.error.message }
}

/** Returns the unique index that rejected a write; the server names it only in its message. */
export const indexOf = (message: string | undefined) => / index: (\S+) dup key/.exec(message ?? '')?.[1]

/** Returns for each of the first `length` writes whether it changed something. */
export function changesOf(result: mongo.ClientBulkWriteResult | undefined, length: number): boolean[] {
  return Array.from({ length }, (_, i) => {
    const update = result?.updateResults?.get(i)
    return update !== undefined && update.matchedCount + (update.didUpsert ? 1 : 0) > 0
  })
}
