import mongoose, { type Connection, type Model } from 'mongoose'
import { counterModel, leaseModel, migrationModel } from './bookkeeping.model'
import { idempotencyModel } from './idempotency.model'

/** Acknowledged by the majority and journaled: for what decides (the log, accounts, sessions). */
export const DURABLE = { w: 'majority', j: true } as const

/** Inserts one document durably, as it is: no defaults, no casting. */
export async function insertDurable<Doc>(model: Model<Doc>, document: Doc): Promise<void> {
  await model.collection.insertOne(document as never, { writeConcern: DURABLE })
}

/** The collections of the platform itself; every feature brings its own. */
export const platformCollections = (connection: Connection) => ({
  counters: counterModel(connection),
  idempotency: idempotencyModel(connection),
  leases: leaseModel(connection),
  migrations: migrationModel(connection),
})
export type Collections = ReturnType<typeof platformCollections>

/**
 * Opens a connection. An operation fails after a few seconds when the database is away, so that a request
 * gets its 503 well inside the client's 10 s.
 */
export async function connect(uri: string): Promise<Connection> {
  const connection = mongoose.createConnection(uri, {
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    serverSelectionTimeoutMS: 4_000,
    maxPoolSize: 32,
  })
  await connection.asPromise()
  return connection
}

/** The driver's code for a broken unique index. */
const DUPLICATE_KEY = 11_000

/** The fields of the unique index that refused a write, or null when the error is another. */
export function takenKey(error: unknown): string[] | null {
  if (!(error instanceof mongoose.mongo.MongoServerError) || error.code !== DUPLICATE_KEY) return null
  return Object.keys((error.keyPattern as Record<string, unknown> | undefined) ?? { _id: 1 })
}

/** Whether the database is away, as against having refused something. */
export function isDatabaseAway(error: unknown): boolean {
  const { mongo } = mongoose
  return (
    error instanceof mongo.MongoNetworkError ||
    error instanceof mongo.MongoServerSelectionError ||
    error instanceof mongo.MongoNotConnectedError ||
    error instanceof mongo.MongoTopologyClosedError ||
    error instanceof mongoose.Error.MongooseServerSelectionError
  )
}
