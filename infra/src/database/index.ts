import path from 'node:path'
import type { Logger } from 'pino'
import { startEmbeddedMongodb } from '../../embedded-mongodb'
import type { Config } from '../config'
import { findMongod, startMongod } from './mongod'
import { leaveAddress } from './running-database'

export { runningDatabase } from './running-database'

/** A database to connect to, and how to stop it if this process started it. */
export interface Database {
  kind: 'given' | 'mongod' | 'embedded'
  uri: string
  stop(): Promise<void>
}

export interface DatabaseOptions {
  config: Pick<Config, 'mongodbUri' | 'mongodBinary' | 'dataDir'>
  /** The `PATH` to search for a `mongod`. */
  searchPath: string
  cacheDir: string
  /** The built program of the embedded database. Without it, it is built from source. */
  frontBundle: string | undefined
  log: Logger
  say: (text: string) => void
  signal: AbortSignal
}

/** No database could be opened. The message names all three ways to get one. */
export class NoDatabaseError extends Error {
  override readonly name = 'NoDatabaseError'
}

/**
 * Opens the first of the three possible databases that is available: the one at `MONGODB_URI`, a private
 * `mongod`, the embedded engine.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { config, log, say, signal } = options
  if (config.mongodbUri !== undefined) {
    return { kind: 'given', uri: config.mongodbUri, stop: () => Promise.resolve() }
  }
  const mongod = config.mongodBinary ?? (await findMongod(options.searchPath))
  if (mongod !== undefined) {
    say(`正在启动 mongod：${mongod}`)
    const running = await startMongod({
      binary: mongod,
      dataDir: path.join(config.dataDir, 'mongod'),
      signal,
    })
    return announced(config.dataDir, { kind: 'mongod', ...running })
  }
  try {
    const embedded = await startEmbeddedMongodb({
      dataDir: path.join(config.dataDir, 'mongodb'),
      cacheDir: options.cacheDir,
      ...(options.frontBundle === undefined ? {} : { frontBundle: options.frontBundle }),
      onProgress: say,
      signal,
      log: (level, message, details) => {
        log[level](details ?? {}, `database: ${message}`)
      },
    })
    return await announced(config.dataDir, {
      kind: 'embedded',
      uri: embedded.uri,
      stop: () => embedded.stop(),
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new NoDatabaseError(
      `The embedded database could not be started: ${reason}\n` +
        'There are three ways to get a database:\n' +
        '  1. MONGODB_URI=mongodb://…   your own MongoDB 7 or 8\n' +
        '  2. MONGOD_BINARY=/path/to/mongod   (or a mongod on the PATH), run privately in DATA_DIR\n' +
        '  3. the embedded database, once the problem above is solved',
      { cause: error },
    )
  }
}

/** Leaves the address of a database that this process runs in the data folder, for commands that only read. */
async function announced(dataDir: string, database: Database): Promise<Database> {
  const remove = await leaveAddress(dataDir, database.uri)
  return { ...database, stop: () => remove().then(() => database.stop()) }
}
