import os from 'node:os'
import path from 'node:path'
import { connect, createApi, openFileStore, prepareDatabase, type ForumApi } from '@forum/http-api'
import { RedisBusPublisher } from '@forum/shared/bus'
import { systemClock } from '@forum/shared/clock'
import { email, role, username as anyUsername } from '@forum/shared/contract'
import { ERRORS, fieldText, ForumError } from '@forum/shared/errors'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import type * as z from 'zod/mini'
import { ConfigError, readConfig, type Config } from './config'
import { NoDatabaseError, openDatabase } from './database'
import { MongodError } from './database/mongod'
import { environment } from './environment'
import { connectRedis } from './redis'
import { deriveGatewaySecret, keptTokenSecret } from './token-secret'

const USAGE = `npm run admin -- COMMAND

  create-admin USERNAME EMAIL   creates an administrator and prints the password
  reset-password USERNAME       gives a member a new password, prints it and ends all sessions
  end-sessions USERNAME         signs a member out everywhere
  set-role USERNAME ROLE        makes a member user, moderator or admin

It uses the configured database. A database in DATA_DIR can only be used by one process: stop the forum first.
`

/** The command line is invalid; the message explains how. */
class UsageError extends Error {}

/** Parses an argument with the rule of a field. */
function parsed<T>(schema: z.ZodMiniType<T>, field: string, given: string | undefined): T {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const code = result.error.issues[0]?.message ?? 'invalid'
  throw new UsageError(`${field}: ${fieldText({ field, code }, 'en')}`)
}

/** Runs a command and returns what to print. */
async function run({ accounts }: ForumApi['services'], command: string, given: string[]): Promise<string> {
  const [username = '', second] = given
  switch (command) {
    case 'create-admin': {
      const name = parsed(anyUsername, 'username', username)
      const password = await accounts.createAdmin(name, parsed(email, 'email', second))
      return `Created the administrator ${name}. Password: ${password}`
    }
    case 'reset-password':
      return `The new password of ${username}: ${await accounts.resetPassword(username)}`
    case 'end-sessions':
      await accounts.endSessions(username)
      return `${username} is logged out everywhere.`
    case 'set-role': {
      const chosen = parsed(role, 'role', second)
      await accounts.setRole(username, chosen)
      return `${username} is now ${chosen}.`
    }
    default:
      throw new UsageError(USAGE)
  }
}

const COMMANDS = ['create-admin', 'reset-password', 'end-sessions', 'set-role']

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
    return error.code === 'NOT_FOUND' ? 'No such member.' : ERRORS[error.code].en
  }
  if (error instanceof NoDatabaseError || error instanceof MongodError) {
    return `${error.message}\nIf the forum is running, stop it first: only one process can use its database.`
  }
  if (error instanceof UsageError || error instanceof ConfigError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const [command = '', ...given] = process.argv.slice(2)
try {
  if (!COMMANDS.includes(command)) throw new UsageError(USAGE)
  const output = await onDatabase(readConfig(environment), ({ services }) => run(services, command, given))
  process.stdout.write(`${output}\n`)
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = error instanceof UsageError || error instanceof ConfigError ? 2 : 1
}
