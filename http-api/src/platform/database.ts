import { DATABASE_TIMEOUT_MS } from '@forum/shared/limits'
import mongoose, { type Connection, type Model } from 'mongoose'
import { counterModel, leaseModel, migrationModel } from './bookkeeping.model'
import { idempotencyModel } from './idempotency.model'

/** The write concern of authoritative data (log, accounts, sessions, ids): journaled by a majority. */
export const DURABLE = { w: 'majority', j: true } as const

/** Inserts one document durably and unchanged: no defaults, no casting. */
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
 * How long the driver waits for a server. It retries a read or a write once after a network error, so an
 * operation on a frozen server ends within two of `socketTimeoutMS`, inside the client's `REQUEST_TIMEOUT_MS`.
 * (The driver accepts `timeoutMS` for a whole operation, but ignores it.)
 */
const TIMEOUTS = {
  serverSelectionTimeoutMS: 4_000,
  connectTimeoutMS: 4_000,
  socketTimeoutMS: DATABASE_TIMEOUT_MS,
  waitQueueTimeoutMS: 4_000,
  wtimeoutMS: DATABASE_TIMEOUT_MS,
}

/** Opens a connection. Its options override those of the URI, since decisions depend on reads from the primary. */
export async function connect(uri: string, options: mongoose.ConnectOptions = {}): Promise<Connection> {
  const connection = mongoose.createConnection(uri, {
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    maxPoolSize: 32,
    readPreference: 'primary',
    readConcernLevel: 'local',
    ...TIMEOUTS,
    ...options,
  })
  // Ends operations that a server still runs after the client has given up.
  if (options.socketTimeoutMS !== 0) connection.set('maxTimeMS', DATABASE_TIMEOUT_MS)
  await connection.asPromise()
  // Each command takes a connection of the pool once; the pool's events cost nothing that is not paid anyway, unlike
  // the driver's command events, for which every reply is decoded a second time.
  connection.getClient().on('connectionCheckedOut', () => {
    sent.set(connection, commandsSent(connection) + 1)
  })
  return connection
}

/**
 * Opens a connection for work without a time limit, such as building the indexes of a large forum. A server that is
 * gone is noticed by the sockets' keep-alive.
 */
export const connectPatiently = (uri: string): Promise<Connection> =>
  connect(uri, { socketTimeoutMS: 0, wtimeoutMS: 0, maxPoolSize: 4 })

const sent = new WeakMap<Connection, number>()

/** How many commands a connection of `connect` has sent. */
export const commandsSent = (connection: Connection): number => sent.get(connection) ?? 0

/** The driver's code for a broken unique index. */
const DUPLICATE_KEY = 11_000

/** The fields of the unique index that refused a write, or null when the error is another. */
export function takenKey(error: unknown): string[] | null {
  if (!(error instanceof mongoose.mongo.MongoServerError) || error.code !== DUPLICATE_KEY) return null
  return Object.keys((error.keyPattern as Record<string, unknown> | undefined) ?? { _id: 1 })
}

/**
 * Codes of a server that cannot do now what it could a moment later: it is shutting down, no longer primary or
 * recovering, ran out of time, or has no majority.
 */
const AWAY_CODES: ReadonlySet<unknown> = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  50, // MaxTimeMSExpired
  64, // WriteConcernTimeout
  89, // NetworkTimeout
  91, // ShutdownInProgress
  100, // UnsatisfiableWriteConcern
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  202, // NetworkInterfaceExceededTimeLimit
  262, // ExceededTimeLimit
  9001, // SocketException
  10058, // LegacyNotPrimary
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
])
/** Labels the driver or the server gives to an error that a later attempt may not meet. */
const AWAY_LABELS = [
  'RetryableWriteError',
  'RetryableError',
  'ResetPool',
  'PoolRequestedRetry',
  'SystemOverloadedError',
]
const { mongo } = mongoose
const AWAY_ERRORS = [
  mongo.MongoNetworkError,
  mongo.MongoServerSelectionError,
  mongo.MongoNotConnectedError,
  mongo.MongoTopologyClosedError,
  mongo.MongoServerClosedError,
  mongo.MongoClientClosedError,
  mongo.MongoOperationTimeoutError,
  mongoose.Error.MongooseServerSelectionError,
]
/** Errors of the connection pool that the driver does not export: the pool is closed, or no connection is free. */
const AWAY_NAMES = new Set(['MongoPoolClosedError', 'MongoWaitQueueTimeoutError'])

/** Whether an error means that the database is away or failing over, rather than that it refused something. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (AWAY_ERRORS.some((type) => error instanceof type) || AWAY_NAMES.has(error.name)) return true
  // A bulk write wraps the error that ended it.
  const { cause, errorResponse } = error as { cause?: unknown; errorResponse?: unknown }
  if (isDatabaseAway(cause) || isDatabaseAway(errorResponse)) return true
  if (!(error instanceof mongo.MongoError)) return false
  const codes = [error.code, ...writeConcernCodes(error)]
  return codes.some((code) => AWAY_CODES.has(code)) || AWAY_LABELS.some((label) => error.hasErrorLabel(label))
}

/** The codes of write concerns that an acknowledged write, single or in bulk, did not reach. */
function writeConcernCodes(error: Error): unknown[] {
  const { result, writeConcernErrors = [] } = error as {
    result?: {
      writeConcernError?: { code?: unknown }
      getWriteConcernError?: () => { code?: unknown } | undefined
    }
    writeConcernErrors?: readonly { code?: unknown }[]
  }
  const single = result?.writeConcernError ?? result?.getWriteConcernError?.()
  return [single, ...writeConcernErrors].map((failure) => failure?.code)
}
