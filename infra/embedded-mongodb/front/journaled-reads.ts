import { BSON_TYPE, elementsOf } from './bson-bytes'
import type { RunCommand } from './engine'

const READS: ReadonlySet<string> = new Set(['find', 'aggregate', 'getMore', 'count', 'distinct'])
const WRITES: ReadonlySet<string> = new Set([
  'insert',
  'update',
  'delete',
  'findAndModify',
  'findandmodify',
  'bulkWrite',
])

/** Changes nothing. The engine acknowledges it once everything written before it is in the journal. */
const FLUSH = {
  update: 'journal',
  updates: [{ q: { _id: 0 }, u: { $set: { at: 0 } } }],
  writeConcern: { w: 1, j: true },
}

/**
 * Holds the replies of reads until what they may show is in the journal. The engine returns what is in its memory, which
 * a kill takes back while the write is under way; a majority read of a replica set returns no such thing.
 */
export class JournaledReads {
  #writing = 0
  #flushing: Promise<void> = Promise.resolve()
  /** A flush that has not begun: it covers every reply until then. */
  #next: Promise<void> | undefined

  constructor(private readonly run: RunCommand) {}

  /**
   * Returns the engine's reply to a command, that of a read once it is sure to survive a kill.
   *
   * @throws Error if the engine refuses to flush its journal
   */
  async reply(command: string, send: () => Promise<Buffer>): Promise<Buffer> {
    if (WRITES.has(command)) return this.#write(send)
    const reply = await send()
    if (READS.has(command) && this.#writing > 0) await this.#flushed()
    return reply
  }

  /** Runs a write, which is under way until it is in the journal. */
  async #write(send: () => Promise<Buffer>): Promise<Buffer> {
    this.#writing++
    let isJournaled = false
    try {
      const reply = await send()
      isJournaled = isClean(reply)
      return reply
    } finally {
      // One that was stopped on the way may have written something.
      if (!isJournaled) await this.#flushed().catch(() => {})
      this.#writing--
    }
  }

  /** Resolves after a flush that begins later than this call. */
  #flushed(): Promise<void> {
    this.#next ??= this.#flushing.then(() => {
      this.#next = undefined
      const flush = this.#flush()
      this.#flushing = flush.catch(() => {})
      return flush
    })
    return this.#next
  }

  async #flush(): Promise<void> {
    const { ok, errmsg, writeConcernError } = await this.run('forum', FLUSH)
    if (ok === 1 && writeConcernError === undefined) return
    throw new Error(`the journal was not flushed: ${JSON.stringify(writeConcernError ?? errmsg)}`)
  }
}

/** True if a write succeeded with the write concern that it asked for. */
const isClean = (reply: Buffer): boolean =>
  elementsOf(reply).every(({ name, type, value }) => {
    if (name !== 'ok') return name !== 'writeConcernError'
    return (type === BSON_TYPE.double ? reply.readDoubleLE(value) : reply.readInt32LE(value)) === 1
  })
