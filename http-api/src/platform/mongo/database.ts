import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { DATABASE_TIMEOUT_MS } from '../limits'
import mongoose, { type Connection } from 'mongoose'
import { counterCollection, leaseCollection, migrationCollection } from './bookkeeping.model'
import { idempotencyCollection } from './idempotency.model'
import { ItemsInUse } from '../work/items-in-use'
import type { Collection } from './model'

/** The write concern of authoritative data (log, accounts, sessions, ids): journaled on a majority. */
export const DURABLE = { w: 'majority', j: true } as const

/** Inserts one document durably and unchanged: without defaults or casting. */
export async function insertDurable<Doc extends mongoose.mongo.Document>(
  collection: Collection<Doc>,
  document: mongoose.mongo.OptionalUnlessRequiredId<Doc>,
): Promise<void> {
  await collection.insertOne(document, { writeConcern: DURABLE })
}

/** Number of documents per insert: each insert must end within the connection's time-out, even on a slow machine. */
const INSERTED_AT_ONCE = 500

/** Inserts any number of documents, for seeds and imports. */
export async function insertAll<Doc extends mongoose.mongo.Document>(
  collection: Collection<Doc>,
  docs: readonly mongoose.mongo.OptionalUnlessRequiredId<Doc>[],
): Promise<void> {
  for (let i = 0; i < docs.length; i += INSERTED_AT_ONCE) {
    await collection.insertMany(docs.slice(i, i + INSERTED_AT_ONCE))
  }
}

/** The platform's own collections; every feature defines its own. */
export const platformCollections = (connection: Connection) => ({
  counters: counterCollection(connection),
  idempotency: idempotencyCollection(connection),
  leases: leaseCollection(connection),
  migrations: migrationCollection(connection),
})
export type PlatformCollections = ReturnType<typeof platformCollections>

/**
 * Time limits of the driver for a server. It retries a read or a write once after a network error, so an operation on a
 * frozen server ends within twice `socketTimeoutMS`, before the client's `REQUEST_TIMEOUT_MS`. (The driver accepts
 * `timeoutMS` for a whole operation, but ignores it.)
 */
const TIMEOUTS = {
  serverSelectionTimeoutMS: 4_000,
  connectTimeoutMS: 4_000,
  socketTimeoutMS: DATABASE_TIMEOUT_MS,
  waitQueueTimeoutMS: 4_000,
}

const SOCKETS = 'net.client.socket'

/**
 * Ends the driver's wait for a socket that is closed (docs/decisions/0037-a-closed-socket-counts-as-drained.md). After a
 * write to a socket that is about to report its end, the driver waits for `drain`, which never comes. If it was checking
 * the server, the database stays unavailable for ever. After `drain` the driver sees that the connection is closed.
 */
const drainAtClose = (message: unknown): void => {
  const { socket } = message as { socket: Socket }
  socket.once('close', () => socket.emit('drain'))
}

/**
 * Makes the driver forget cursors and sessions when they end (docs/decisions/0039-ended-cursors-are-released.md). It notes
 * those that are open in two sets of its own.
 */
function releaseEndedCursors(client: mongoose.mongo.MongoClient): void {
  const { s: state } = client as unknown as { s: { activeCursors: unknown; activeSessions: unknown } }
  state.activeCursors = new ItemsInUse()
  state.activeSessions = new ItemsInUse()
}

/**
 * Opens a connection. Its options override those of the URI, because decisions depend on reads from the primary, and on
 * data that no failover rolls back. Whatever this process has written is acknowledged by a majority, so it reads that
 * too.
 */
export async function connect(uri: string, options: mongoose.ConnectOptions = {}): Promise<Connection> {
  // For all sockets of the process, once.
  unsubscribe(SOCKETS, drainAtClose)
  subscribe(SOCKETS, drainAtClose)
  const connection = mongoose.createConnection(uri, {
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    maxPoolSize: 32,
    readPreference: 'primary',
    readConcernLevel: 'majority',
    w: 'majority',
    ...TIMEOUTS,
    ...options,
  })
  // Ends operations that the server is still running after the client has given up.
  if (options.socketTimeoutMS !== 0) connection.set('maxTimeMS', DATABASE_TIMEOUT_MS)
  await connection.asPromise()
  // Each command checks out a connection of the pool once. Counting these events is free, whereas the driver's command
  // events make it decode every reply a second time.
  const usage: PoolUsage = { commands: 0, open: 0, inUse: 0, waiting: 0 }
  pools.set(connection, usage)
  const client = connection.getClient()
  releaseEndedCursors(client)
  // Those that the client opened until now.
  usage.open = 1
  client.on('connectionCreated', () => usage.open++)
  client.on('connectionClosed', () => (usage.open = Math.max(0, usage.open - 1)))
  client.on('connectionCheckOutStarted', () => usage.waiting++)
  client.on('connectionCheckOutFailed', () => usage.waiting--)
  client.on('connectionCheckedOut', () => {
    usage.commands++
    usage.waiting--
    usage.inUse++
  })
  client.on('connectionCheckedIn', () => usage.inUse--)
  return connection
}

/**
 * Opens a connection for work without a time limit, such as building the indexes of a large forum. Keep-alive of the
 * sockets detects a dead server.
 */
export const connectPatiently = (uri: string): Promise<Connection> =>
  connect(uri, { socketTimeoutMS: 0, maxPoolSize: 4 })

/** The use of a pool of connections. */
export interface PoolUsage {
  /** Commands sent so far. */
  commands: number
  open: number
  inUse: number
  /** Commands that wait for a connection. */
  waiting: number
}

const pools = new WeakMap<Connection, PoolUsage>()
const UNUSED: PoolUsage = { commands: 0, open: 0, inUse: 0, waiting: 0 }

/** Returns the use of the pool of a connection of `connect`. */
export const poolUsage = (connection: Connection): PoolUsage => pools.get(connection) ?? UNUSED

/** The driver's error code for a violated unique index. */
const DUPLICATE_KEY = 11_000

/** Returns the fields of the unique index that rejected a write, or null for any other error. */
export function violatedKey(error: unknown): string[] | null {
  if (!(error instanceof mongoose.mongo.MongoServerError) || error.code !== DUPLICATE_KEY) return null
  return Object.keys((error.keyPattern as Record<string, unknown> | undefined) ?? { _id: 1 })
}

/**
 * Codes of a server that cannot serve the request now but may do so soon: it is shutting down, recovering, no longer
 * primary, out of time, or without a majority.
 */
const UNAVAILABLE_CODES: ReadonlySet<unknown> = new Set([
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
/** The server's code for a disk with too little space to write. */
const OUT_OF_DISK_SPACE = 14_031
/** Labels that the driver or the server gives to transient errors. */
const TRANSIENT_LABELS = [
  'RetryableWriteError',
  'RetryableError',
  'ResetPool',
  'PoolRequestedRetry',
  'SystemOverloadedError',
]
const { mongo } = mongoose
const UNAVAILABLE_ERRORS = [
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
const POOL_ERRORS = new Set(['MongoPoolClosedError', 'MongoWaitQueueTimeoutError'])
/** Errors of a socket, which the driver passes on as they are while a command waits to be written. */
const SOCKET_ERRORS: ReadonlySet<unknown> = new Set([
  'EPIPE',
  'ECONNRESET',
  'ETIMEDOUT',
  'ERR_STREAM_DESTROYED',
])

/**
 * Returns true if an error means that the database is unavailable or failing over, rather than that it rejected the
 * operation.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (UNAVAILABLE_ERRORS.some((type) => error instanceof type) || POOL_ERRORS.has(error.name)) return true
  const { code, cause, errorResponse } = error as { code?: unknown; cause?: unknown; errorResponse?: unknown }
  if (SOCKET_ERRORS.has(code)) return true
  // A bulk write wraps the error that ended it.
  if (isDatabaseUnavailable(cause) || isDatabaseUnavailable(errorResponse)) return true
  if (!(error instanceof mongo.MongoError)) return false
  const codes = [error.code, ...writeConcernCodes(error)]
  return (
    codes.some((code) => UNAVAILABLE_CODES.has(code)) ||
    TRANSIENT_LABELS.some((label) => error.hasErrorLabel(label))
  )
}

/**
 * Returns true if an error means that there is no space for a write: on the database's disk, or on that of the
 * uploads.
 */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // A bulk write wraps the error that ended it.
  const { code, cause, errorResponse } = error as { code?: unknown; cause?: unknown; errorResponse?: unknown }
  if (code === OUT_OF_DISK_SPACE || code === 'ENOSPC' || code === 'EDQUOT') return true
  return isDiskFull(cause) || isDiskFull(errorResponse)
}

/** Returns the codes of write concerns that an acknowledged single or bulk write did not satisfy. */
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
