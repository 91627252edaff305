import { constants } from 'node:fs'
import { access, mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedMongodbError, type EmbeddedMongodbErrorCode } from '../errors'
import { Connections } from './connections'
import { CursorReaper } from './cursors'
import { DISK_CHECK_MS, DiskWatch, freeBytes, megabytes } from './disk'
import { RunningEngine, engineErrorName } from './engine'
import type { FrontMessage, FrontSettings, LogLevel } from './messages'
import { JournaledReads } from './journaled-reads'
import { Service } from './service'
import { sweepExpired } from './ttl'

/**
 * The program of the database's own process: runs the engine on a data folder behind the wire protocol on a loopback
 * port. The starter spawns it and talks to it over an IPC channel; it exits when the channel closes, so a killed
 * starter leaves nothing running on the folder.
 */

/** After SIGTERM, running commands may take this long to finish before they are asked to stop. */
const GRACE_MS = 1_000
const BUILD_LIMIT_MS = 10 * 60_000
const COMPLAINT_EVERY_MS = 1_000
const HOUSEKEEPING_MS = 1_000

const settings = JSON.parse(process.argv[2] ?? '{}') as FrontSettings

let ending = false
/** Closes whatever the start has opened so far. */
let shutDown: () => Promise<void> = async () => {}

function send(message: FrontMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}

function log(level: LogLevel, message: string, details?: Record<string, unknown>): void {
  send({ type: 'log', level, message, ...(details && { details }) })
}

function end(): void {
  if (ending) return
  ending = true
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), settings.hardEndMs).unref()
  started
    .then(() => shutDown())
    .then(
      () => process.exit(0),
      (error: unknown) => {
        log('error', 'the database did not close cleanly', { error: String(error) })
        process.exit(1)
      },
    )
}

/** Reports why the database cannot start, then exits. */
function fail(code: EmbeddedMongodbErrorCode, message: string): void {
  if (!process.connected) process.exit(1)
  process.send?.({ type: 'failed', code, message } satisfies FrontMessage, undefined, undefined, () =>
    process.exit(1),
  )
}

async function start(): Promise<void> {
  const { dataDir } = settings
  await checkFolder(dataDir)
  const engine = await openEngine()
  shutDown = () => engine.close()

  const disk = new DiskWatch(
    () => freeBytes(dataDir),
    (isLow, free) =>
      isLow
        ? log('error', 'the disk is nearly full: writes are refused until there is room', { free })
        : log('info', 'there is space on the disk again: writes are accepted', { free }),
    settings.minFree,
  )
  const cursors = new CursorReaper(engine.run, Date.now, settings.cursorIdleMs)
  const limits = { queryMs: settings.queryLimitMs, buildMs: BUILD_LIMIT_MS }
  const service = new Service(engine, new JournaledReads(engine.run), cursors, disk, limits)
  const connections = new Connections({
    handle: (frame) => service.handle(frame),
    // Not the time of day, which may jump.
    now: () => performance.now(),
    messageTimeoutMs: settings.messageTimeoutMs,
    onComplaint: complaints(),
  })

  const chores = [
    every(DISK_CHECK_MS, 'check the disk', () => disk.check()),
    every(settings.ttlSweepMs, 'delete what has expired', () => sweepExpired(engine.run, Date.now)),
    every(Math.min(settings.cursorIdleMs, 60_000), 'close idle cursors', () => cursors.reap()),
    every(HOUSEKEEPING_MS, 'cut off late connections', async () => {
      // Messages that arrived while this process was stopped are read before their time is checked.
      await nextRound()
      connections.checkTimeouts()
    }),
  ]

  shutDown = async () => {
    for (const chore of chores) clearInterval(chore)
    connections.stopAccepting()
    const graceEnds = Date.now() + GRACE_MS
    while (service.running > 0) {
      if (Date.now() >= graceEnds) await engine.killRunning()
      await sleep(50)
    }
    connections.destroyAll()
    await engine.close()
  }

  await disk.check()
  const port = await connections.listen(settings.port).catch((error: unknown) => {
    if (errorCode(error) !== 'EADDRINUSE') throw error
    throw new EmbeddedMongodbError(
      'PORT_TAKEN',
      `port ${settings.port} on 127.0.0.1 is taken by another program: end it, or choose another port`,
    )
  })
  send({ type: 'ready', port })
}

async function openEngine(): Promise<RunningEngine> {
  const { dataDir, enginePackage } = settings
  try {
    const engine = await RunningEngine.open(enginePackage, dataDir)
    await engine.rankPlansByTrial()
    await engine.closeIdleFiles()
    return engine
  } catch (error) {
    if (engineErrorName(error) === 'DBPathInUse') {
      throw new EmbeddedMongodbError(
        'DATA_FOLDER_IN_USE',
        `another process uses the data folder ${dataDir}: end it, or give this one a folder of its own`,
      )
    }
    throw error
  }
}

/** Checks for problems that the engine would report misleadingly or not at all. */
async function checkFolder(dataDir: string): Promise<void> {
  const isNew = await isMissing(path.join(dataDir, 'WiredTiger'))
  const needed = isNew ? settings.minFree.toCreate : settings.minFree.toOpen
  try {
    // Before anything is written: a start that fails later would leave half a database.
    const free = await freeBytes(dataDir)
    if (free < needed) throw diskFull(dataDir, { free, needed, isNew })
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    const probe = path.join(dataDir, `.writable-${process.pid}`)
    await (await open(probe, 'w')).close()
    await rm(probe)
  } catch (error) {
    const code = errorCode(error)
    if (error instanceof EmbeddedMongodbError) throw error
    if (code === 'ENOSPC') throw diskFull(dataDir, { free: 0, needed, isNew })
    throw new EmbeddedMongodbError(
      'DATA_FOLDER_UNUSABLE',
      `the data folder ${dataDir} cannot be written (${code ?? String(error)}): ` +
        'make it a folder that this user owns, on a file system that is not read-only',
      { cause: error },
    )
  }
}

const isMissing = (file: string) =>
  access(file).then(
    () => false,
    (error: unknown) => errorCode(error) === 'ENOENT',
  )

function diskFull(
  dataDir: string,
  { free, needed, isNew }: { free: number; needed: number; isNew: boolean },
): EmbeddedMongodbError {
  return new EmbeddedMongodbError(
    'DISK_FULL',
    `only ${megabytes(free)} are free where the data folder ${dataDir} is, and ` +
      (isNew
        ? `a new database needs ${megabytes(needed)}: make room; nothing has been written`
        : `the database needs ${megabytes(needed)} to open: make room; nothing that was stored is lost`),
  )
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Repeats a task, one run at a time; a failure is logged, and the next run tries again. */
function every(ms: number, what: string, chore: () => unknown): NodeJS.Timeout {
  let busy = false
  return setInterval(() => {
    if (busy) return
    busy = true
    Promise.resolve()
      .then(chore)
      .catch((error: unknown) => log('warn', `could not ${what}`, { error: String(error) }))
      .finally(() => {
        busy = false
      })
  }, ms)
}

/** Returns a logger that limits its rate, however many malformed messages arrive. */
function complaints(): (reason: string) => void {
  let loggedAt = 0
  let suppressed = 0
  return (reason) => {
    if (Date.now() - loggedAt < COMPLAINT_EVERY_MS) {
      suppressed++
      return
    }
    log('warn', 'closed a connection', { reason, notLogged: suppressed })
    loggedAt = Date.now()
    suppressed = 0
  }
}

process.on('SIGTERM', end)
process.on('disconnect', end)
// The terminal sends these signals to every process of the group. They are ignored here, because the starter ends the
// database after the servers that still need it have finished.
process.on('SIGINT', () => {})
process.on('SIGHUP', () => {})

const started = start().catch(async (error: unknown) => {
  await shutDown().catch(() => {})
  if (error instanceof EmbeddedMongodbError) fail(error.code, error.message)
  else fail('ENGINE_FAILED', `the database engine could not be started: ${String(error)}`)
})
