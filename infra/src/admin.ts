import os from 'node:os'
import path from 'node:path'
import {
  checkTokenSecret,
  connect,
  createApi,
  openFileStore,
  prepareDatabase,
  UnusableDatabaseError,
  type ForumApi,
} from '@forum/http-api'
import { RedisBusPublisher } from '@forum/shared/bus'
import { systemClock } from '@forum/shared/clock'
import { ForumError } from '@forum/shared/errors'
import { ERROR_TEXTS } from '@forum/shared/bilingual'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { parseCommand, UsageError } from './admin-command'
import { ConfigError, readConfig, type Config } from './config'
import { NoDatabaseError, openDatabase } from './database'
import { MongodError } from './database/mongod'
import { environment } from './environment'
import { connectRedis } from './redis'
import { deriveGatewaySecret, keptTokenSecret } from './token-secret'

/** Opens the configured database, runs a command on it and closes it again. */
async function onDatabase(config: Config, work: (api: ForumApi) => Promise<string>): Promise<string> {
  const log = pino({ level: 'silent' })
  const say = () => undefined
  const database = await openDatabase({
    config,
    log,
    say,
    frontBundle:
      environment.FORUM_BUILD_DIR && path.join(environment.FORUM_BUILD_DIR, 'embedded-mongodb-front.mjs'),
    searchPath: environment.PATH ?? '',
    cacheDir: environment.XDG_CACHE_HOME
      ? path.join(environment.XDG_CACHE_HOME, 'overseas-forum')
      : path.join(os.homedir(), '.cache', 'overseas-forum'),
    signal: new AbortController().signal,
  })
  try {
    await prepareDatabase(database.uri, systemClock, say)
    const connection = await connect(database.uri)
    // A running forum learns of ended sessions at once over Redis, and without Redis within a minute.
    const redis = config.redisUrl === undefined ? null : await connectRedis(config.redisUrl, 'commands', log)
    const tokenSecret = config.tokenSecret ?? (await keptTokenSecret(config.dataDir))
    await checkTokenSecret(connection, { value: tokenSecret, isGiven: config.tokenSecret !== undefined })
    const api = createApi({
      config: {
        ...config,
        siteUrl: () => config.publicUrl ?? '',
        tokenSecret,
        gatewaySecret: deriveGatewaySecret(tokenSecret),
        demoPassword: undefined,
        checkResponses: false,
      },
      connection,
      files: openFileStore(config),
      bus: redis && new RedisBusPublisher(redis),
      redis,
      clock: systemClock,
      log,
      registry: new Registry(),
    })
    try {
      return await work(api)
    } finally {
      await api.stop()
      await connection.close()
      redis?.disconnect()
    }
  } finally {
    await database.stop()
  }
}

/** Returns the message for the operator about a failure. */
function messageOf(error: unknown): string {
  if (error instanceof ForumError) {
    return error.code === 'NOT_FOUND' ? 'No such member.' : ERROR_TEXTS[error.code].en
  }
  if (error instanceof NoDatabaseError || error instanceof MongodError) {
    return `${error.message}\nIf the forum is running, stop it first: only one process can use its database.`
  }
  if (error instanceof UsageError || error instanceof ConfigError || error instanceof UnusableDatabaseError)
    return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

try {
  const command = parseCommand(process.argv.slice(2))
  const output = await onDatabase(readConfig(environment), ({ services, search }) =>
    command({ accounts: services.accounts, search, say: (text) => process.stderr.write(`${text}\n`) }),
  )
  process.stdout.write(`${output}\n`)
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = error instanceof UsageError || error instanceof ConfigError ? 2 : 1
}
