import { randomUUID } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import {
  checkMailServer,
  checkTokenSecret,
  connectPatiently,
  createApi,
  inspectDatabase,
  openFileStore,
  prepareDatabase,
  type ForumApi,
} from '@forum/http-api'
import { RedisBusPublisher } from '@forum/shared/bus'
import { systemClock } from '@forum/shared/clock'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { parseCommand, UsageError, type AdminCommand } from './admin-command'
import { messageOf } from './admin-failures'
import { backup, restore, verify } from './backup/backup-commands'
import { importDiscuz } from './import-discuz/import-discuz'
import { dryTarget, forumTarget, type ImportTarget } from './import-discuz/target'
import { runInForum } from './command-socket'
import { ConfigError, readConfig, type Config } from './config'
import { freeBytes } from '../embedded-mongodb'
import { openDatabase, runningDatabase } from './database'
import { environment } from './environment'
import { preflight } from './preflight'
import { connectToRunningRedis } from './redis'
import { deriveGatewaySecret, keptTokenSecret } from './token-secret'

const log = pino({ level: 'silent' })
const say = (text: string) => void process.stderr.write(`${text}\n`)

/** Opens the configured database for as long as the work takes. */
async function withDatabase<T>(config: Config, work: (uri: string) => Promise<T>): Promise<T> {
  const database = await openDatabase({
    config,
    log,
    say: () => undefined,
    frontBundle:
      environment.FORUM_BUILD_DIR && path.join(environment.FORUM_BUILD_DIR, 'embedded-mongodb-front.mjs'),
    searchPath: environment.PATH ?? '',
    cacheDir: environment.XDG_CACHE_HOME
      ? path.join(environment.XDG_CACHE_HOME, 'overseas-forum')
      : path.join(os.homedir(), '.cache', 'overseas-forum'),
    signal: new AbortController().signal,
  })
  try {
    return await work(database.uri)
  } finally {
    await database.stop()
  }
}

/** The settings of an API without a site; commands publish no links. */
const apiConfig = (config: Config, tokenSecret: string) => ({
  ...config,
  siteUrl: () => config.publicUrl ?? '',
  tokenSecret,
  gatewaySecret: deriveGatewaySecret(tokenSecret),
  demoPassword: undefined,
  checkResponses: false,
})

/** Runs a command on the configured forum. */
const onForum = (config: Config, work: (api: ForumApi) => Promise<string>): Promise<string> =>
  withDatabase(config, async (uri) => {
    await prepareDatabase(uri, systemClock, () => undefined)
    // An import counts and indexes a whole forum at its end.
    const connection = await connectPatiently(uri)
    let redis: Awaited<ReturnType<typeof connectToRunningRedis>> | null = null
    try {
      const tokenSecret = config.tokenSecret ?? (await keptTokenSecret(config.dataDir))
      await checkTokenSecret(connection, { value: tokenSecret, isGiven: config.tokenSecret !== undefined })
      // A running forum learns of ended sessions at once over Redis, and without Redis within a minute.
      if (config.redisUrl !== undefined)
        redis = await connectToRunningRedis(config.redisUrl, 'commands', log).catch(() => null)
      const api = createApi({
        config: apiConfig(config, tokenSecret),
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
      }
    } finally {
      // Otherwise the process would not end.
      await connection.close()
      redis?.disconnect()
    }
  })

/**
 * Looks whether this release could start here.
 *
 * @throws {PreflightError} if it could not
 */
async function onPlace(config: Config): Promise<string> {
  const running = config.mongodbUri === undefined ? await runningDatabase(config.dataDir) : null
  const inspect = (uri: string) => inspectDatabase(uri, systemClock)
  return preflight(config, {
    inspect: () => (running === null ? withDatabase(config, inspect) : inspect(running)),
    pingRedis: async (url) => {
      const redis = await connectToRunningRedis(url, 'check', log)
      try {
        await redis.ping()
      } finally {
        redis.disconnect()
      }
    },
    freeBytes: () => freeBytes(config.dataDir),
    checkMail: checkMailServer,
  })
}

/** Runs a command on a backup. */
async function onBackup(
  config: Config,
  { command, place }: Extract<AdminCommand, { on: 'backup' }>,
): Promise<string> {
  switch (command) {
    case 'verify':
      return verify(place, config)
    case 'restore':
      return withDatabase(config, (uri) =>
        restore(uri, place, {
          config,
          api: {
            // Nothing is signed with it: a restored forum takes its secret from the backup or the configuration.
            config: apiConfig(config, config.tokenSecret ?? randomUUID()),
            clock: systemClock,
            log,
            registry: new Registry(),
          },
          say,
        }),
      )
    default: {
      const options = { config, withoutSecrets: command === 'export', say }
      const running = config.mongodbUri === undefined ? await runningDatabase(config.dataDir) : null
      return running === null
        ? withDatabase(config, (uri) => backup(uri, place, options))
        : backup(running, place, options)
    }
  }
}

/** Imports a Discuz! forum; returns the report. */
async function onDiscuz(
  config: Config,
  { from, files, isDryRun }: Extract<AdminCommand, { on: 'discuz' }>,
): Promise<string> {
  const run = async (target: ImportTarget) => {
    const siteUrl = config.publicUrl ?? ''
    const report = await importDiscuz({ from, files, target, siteUrl, clock: systemClock, say })
    return report.text(isDryRun)
  }
  if (isDryRun) return run(dryTarget(config.siteTimeZone))
  return onForum(config, (api) => run(forumTarget(api)))
}

async function run(config: Config, command: AdminCommand, line: readonly string[]): Promise<string> {
  switch (command.on) {
    case 'place':
      return onPlace(config)
    case 'backup':
      return onBackup(config, command)
    case 'discuz':
      return onDiscuz(config, command)
    case 'forum':
      return (
        (config.mongodbUri === undefined ? await runInForum(config.dataDir, line, say) : null) ??
        onForum(config, (api) => command.run({ ...api, ...api.services, say }))
      )
  }
}

try {
  const line = process.argv.slice(2)
  const command = parseCommand(line)
  const config = readConfig(environment)
  const output = await run(config, command, line)
  process.stdout.write(`${output}\n`)
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = error instanceof UsageError || error instanceof ConfigError ? 2 : 1
}
