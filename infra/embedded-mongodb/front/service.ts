import { serialize } from 'bson'
import { completeHello, decide, engineErrorReply, type CommandLimits } from './commands'
import type { CursorReaper } from './cursors'
import type { DiskWatch } from './disk'
import type { RunningEngine } from './engine'
import type { JournaledReads } from './journaled-reads'
import { encodeReply, encodeMessage, isHello, parseRequest, type Request } from './wire'

const OPENS_CURSORS: ReadonlySet<string> = new Set([
  'find',
  'aggregate',
  'getMore',
  'listCollections',
  'listIndexes',
  'bulkWrite',
])

/** Handles messages: applies the command rules, calls the engine, and completes its replies. */
export class Service {
  #lastReplyId = 0
  #running = 0

  constructor(
    private readonly engine: Pick<RunningEngine, 'send'>,
    private readonly reads: JournaledReads,
    private readonly cursors: CursorReaper,
    private readonly disk: Pick<DiskWatch, 'isLow'>,
    private readonly limits: CommandLimits,
  ) {}

  /** Number of messages that have no reply yet. */
  get running(): number {
    return this.#running
  }

  /**
   * Returns the reply to one message, or undefined if the client wants none.
   *
   * @throws MalformedMessage if the message is malformed
   */
  async handle(frame: Buffer): Promise<Buffer | undefined> {
    const request = parseRequest(frame)
    this.#running++
    const body = await this.#replyBody(request).finally(() => this.#running--)
    this.#lastReplyId = (this.#lastReplyId + 1) | 0
    return request.moreToCome ? undefined : encodeReply(request, this.#lastReplyId, body)
  }

  async #replyBody(request: Request): Promise<Buffer> {
    const decision = decide(request, this.limits, this.disk.isLow)
    if (decision.kind === 'replied') return Buffer.from(serialize({ ok: 1 }))
    if (decision.kind === 'refused') return Buffer.from(serialize(decision.refusal))

    this.cursors.noteRequest(request)
    let reply: Buffer
    try {
      const message = encodeMessage(request.requestId, decision.body, request.sequences)
      reply = await this.reads.reply(request.command, async () => {
        const sent = await this.engine.send(message)
        if (OPENS_CURSORS.has(request.command)) this.cursors.noteReply(sent)
        return sent
      })
    } catch (error) {
      return Buffer.from(serialize(engineErrorReply(error)))
    }
    return isHello(request.command) ? completeHello(reply) : reply
  }
}
