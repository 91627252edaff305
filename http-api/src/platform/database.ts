import mongoose, { type Connection } from 'mongoose'
import { boardModel } from '../boards/boards.model'
import { sessionModel } from '../auth/sessions.model'
import { memberModel } from '../members/members.model'
import { likeModel } from '../posts/likes.model'
import { postModel } from '../posts/posts.model'
import { readingModel } from '../threads/readings.model'
import { threadModel } from '../threads/threads.model'
import { threadEventModel } from '../thread-log/thread-events.model'
import { idempotencyModel } from './idempotency.model'
import { counterModel, leaseModel, migrationModel } from './bookkeeping.model'

/** What decides (log, accounts) is acknowledged by the majority and journaled (architecture, Data). */
export const DURABLE = { w: 'majority', j: true } as const

/** Every collection of the forum, on one connection, so that several can live in one process (tests). */
export function collections(connection: Connection) {
  return {
    boards: boardModel(connection),
    counters: counterModel(connection),
    idempotency: idempotencyModel(connection),
    leases: leaseModel(connection),
    likes: likeModel(connection),
    members: memberModel(connection),
    migrations: migrationModel(connection),
    posts: postModel(connection),
    readings: readingModel(connection),
    sessions: sessionModel(connection),
    threadEvents: threadEventModel(connection),
    threads: threadModel(connection),
  }
}
export type Collections = ReturnType<typeof collections>

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
