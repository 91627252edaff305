import { serialize } from 'bson'
import { completeHello, decide, engineErrorAnswer, type CommandLimits } from './commands'
import type { CursorReaper } from './cursors'
import type { DiskWatch } from './disk'
import type { RunningEngine } from './engine'
import { encodeAnswer, encodeMessage, isHello, parseRequest, type Request } from './wire'

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
  #lastAnswerId = 0

  constructor(
    private readonly engine: Pick<RunningEngine, 'send'>,
    private readonly cursors: CursorReaper,
    private readonly disk: Pick<DiskWatch, 'isLow'>,
    private readonly limits: CommandLimits,
  ) {}

  /**
   * Returns the reply to one message, or undefined if the client wants none.
   *
   * @throws MalformedMessage if the message is malformed
   */
  async answer(frame: Buffer): Promise<Buffer | undefined> {
    const request = parseRequest(frame)
    const body = await this.#answerBody(request)
    this.#lastAnswerId = (this.#lastAnswerId + 1) | 0
    return request.moreToCome ? undefined : encodeAnswer(request, this.#lastAnswerId, body)
  }

  async #answerBody(request: Request): Promise<Buffer> {
    const decision = decide(request, this.limits, this.disk.isLow)
    if (decision.kind === 'answered') return Buffer.from(serialize({ ok: 1 }))
    if (decision.kind === 'refused') return Buffer.from(serialize(decision.refusal))

    this.cursors.noteRequest(request)
    let answer: Buffer
    try {
      answer = await this.engine.send(encodeMessage(request.requestId, decision.body, request.sequences))
    } catch (error) {
      return Buffer.from(serialize(engineErrorAnswer(error)))
    }
    if (OPENS_CURSORS.has(request.command)) this.cursors.noteAnswer(answer)
    return isHello(request.command) ? completeHello(answer) : answer
  }
}
