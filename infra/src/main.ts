import os from 'node:os'
import path from 'node:path'
import v8 from 'node:v8'
import { UnusableDatabaseError } from '@forum/http-api'
import { pino } from 'pino'
import { ConfigError, readConfig, redacted, type Config } from './config'
import { environment } from './environment'
import { FirstAdminError } from './first-admin'
import { startForum } from './forum'
import { NoDatabaseError } from './database'
import { MongodError } from './database/mongod'
import { ListenError } from './listen'
import { createLog } from './log'
import { NoGatewaySecretError } from './token-secret'

const say = (text: string) => {
  process.stdout.write(`${text}\n`)
}

function configured(): Config {
  try {
    return readConfig(environment)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
}

/** Failures whose message tells a person what to do; they are printed without a stack. */
const isForPeople = (error: unknown) =>
  error instanceof FirstAdminError ||
  error instanceof NoDatabaseError ||
  error instanceof MongodError ||
  error instanceof ListenError ||
  error instanceof UnusableDatabaseError ||
  error instanceof NoGatewaySecretError

/** Log lines are buffered up to this size; the buffer is flushed before the process ends. */
const LOG_BUFFER_BYTES = 8_192
const LOG_FLUSH_MS = 250

/** Buffers standard output, since a write per line takes a twentieth of a request's time. */
function bufferedOutput() {
  const output = pino.destination({ fd: 1, sync: false, minLength: LOG_BUFFER_BYTES })
  let isFlushDue = false
  const flush = () => {
    isFlushDue = false
    output.flush()
  }
  process.on('exit', () => output.flushSync())
  return {
    write: (line: string) => {
      output.write(line)
      if (!isFlushDue) setTimeout(flush, LOG_FLUSH_MS).unref()
      isFlushDue = true
    },
  }
}

/**
 * Growth of the heap over its live size, in percent, at which it is collected. V8 lets it grow to four times that on
 * a machine with much memory: cached pages that were dropped would take hundreds of megabytes. With less than this,
 * searches wait for collections more often (docs/performance.md).
 */
const HEAP_GROWTH = 100

async function main(): Promise<void> {
  v8.setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`)
  const config = configured()
  const log = createLog({ level: config.logLevel, role: config.role }, bufferedOutput())
  log.debug({ config: redacted(config) }, 'configuration')
  const giveUp = new AbortController()
  let ending: Promise<void> | null = null
  let stop: () => Promise<void> = () => Promise.resolve()

  const end = () => {
    giveUp.abort()
    ending ??= stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'could not stop cleanly')
        process.exit(1)
      },
    )
    setTimeout(() => {
      log.error({ ms: config.stopWithinMs }, 'could not stop in time')
      process.exit(1)
    }, config.stopWithinMs).unref()
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)

  try {
    const forum = await startForum({
      config,
      log,
      say,
      signal: giveUp.signal,
      searchPath: environment.PATH ?? '',
      cacheDir: environment.XDG_CACHE_HOME
        ? path.join(environment.XDG_CACHE_HOME, 'overseas-forum')
        : path.join(os.homedir(), '.cache', 'overseas-forum'),
      built: environment.FORUM_BUILD_DIR,
      onStarted: (how) => (stop = how),
    })
    if (!giveUp.signal.aborted) say(`ready ${forum.url}`)
  } catch (error) {
    await stop()
    if (giveUp.signal.aborted) process.exit(0)
    process.stderr.write(
      `${isForPeople(error) && error instanceof Error ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    )
    process.exit(1)
  }
}

await main()
