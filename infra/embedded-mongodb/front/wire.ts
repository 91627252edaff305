import { MalformedMessage, checkDocument, elementsOf, withString } from './bson-bytes'

/** The MongoDB wire protocol: reads frames from a byte stream and requests from frames, and writes replies. */

export const MAX_MESSAGE_BYTES = 48_000_000
const HEADER_BYTES = 16
const OP_REPLY = 1
const OP_QUERY = 2004
const OP_MSG = 2013

const CHECKSUM_PRESENT = 1
const MORE_TO_COME = 2
/** A reader must understand every flag in the lower half of the bits. */
const UNKNOWN_REQUIRED_FLAGS = 0xfffc
const BODY_SECTION = 0
const SEQUENCE_SECTION = 1
/** The arrays that commands may send as separate sections. */
const SEQUENCE_NAMES: ReadonlySet<string> = new Set(['documents', 'updates', 'deletes', 'ops', 'nsInfo'])

/** A stored chunk costs more than its bytes: without this, sending one byte at a time would not count. */
const CHUNK_OVERHEAD_BYTES = 128

/** Cuts a stream into messages. Bytes are copied at most once, when a message is complete. */
export class FrameReader {
  #chunks: Buffer[] = []
  #bytes = 0

  push(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
  }

  /** Memory used by incomplete messages, in bytes. */
  get held(): number {
    return this.#bytes + this.#chunks.length * CHUNK_OVERHEAD_BYTES
  }

  get isEmpty(): boolean {
    return this.#bytes === 0
  }

  /** True if `next` would return a message (or throw). */
  get hasFrame(): boolean {
    const length = this.#announced()
    return length !== undefined && (!isMessageLength(length) || this.#bytes >= length)
  }

  /**
   * Returns the next complete message, or undefined while it is incomplete.
   *
   * @throws MalformedMessage when the announced length is impossible
   */
  next(): Buffer | undefined {
    const length = this.#announced()
    if (length === undefined) return undefined
    if (!isMessageLength(length)) throw new MalformedMessage('a message length is out of bounds')
    return this.#bytes >= length ? this.#take(length) : undefined
  }

  #announced(): number | undefined {
    if (this.#bytes < 4) return undefined
    const first = this.#chunks[0]
    if (first && first.length >= 4) return first.readInt32LE(0)
    const lengthBytes = Buffer.alloc(4)
    let at = 0
    for (const chunk of this.#chunks) {
      at += chunk.copy(lengthBytes, at, 0, 4 - at)
      if (at === 4) break
    }
    return lengthBytes.readInt32LE(0)
  }

  #take(length: number): Buffer {
    this.#bytes -= length
    const first = this.#chunks[0]
    if (first && first.length > length) {
      this.#chunks[0] = first.subarray(length)
      return first.subarray(0, length)
    }
    const frame = Buffer.allocUnsafe(length)
    let at = 0
    let used = 0
    for (const chunk of this.#chunks) {
      const copied = chunk.copy(frame, at)
      at += copied
      if (copied < chunk.length) {
        this.#chunks[used] = chunk.subarray(copied)
        break
      }
      used++
      if (at === length) break
    }
    this.#chunks.splice(0, used)
    return frame
  }
}

function isMessageLength(length: number): boolean {
  return length >= HEADER_BYTES && length <= MAX_MESSAGE_BYTES
}

/** One command of a client, fully validated. */
export interface Request {
  readonly requestId: number
  /** Arrived as OP_QUERY (a driver's first hello) and is replied to as OP_REPLY. */
  readonly legacy: boolean
  /** The client wants no reply. */
  readonly moreToCome: boolean
  /** The command's name: that of the first element. */
  readonly command: string
  readonly body: Buffer
  /** The sections that carry arrays, unchanged, each with its kind byte. */
  readonly sequences: readonly Buffer[]
}

/**
 * Reads one complete message.
 *
 * @throws MalformedMessage for anything but a well-formed command
 */
export function parseRequest(frame: Buffer): Request {
  if (frame.length < HEADER_BYTES + 4 || frame.readInt32LE(0) !== frame.length) {
    throw new MalformedMessage('a message is shorter than its header')
  }
  const opCode = frame.readInt32LE(12)
  if (opCode === OP_MSG) return parseMessage(frame)
  if (opCode === OP_QUERY) return parseLegacyQuery(frame)
  throw new MalformedMessage('an operation is neither a message nor a legacy hello')
}

function parseMessage(frame: Buffer): Request {
  const flags = frame.readUInt32LE(HEADER_BYTES)
  if (flags & UNKNOWN_REQUIRED_FLAGS) throw new MalformedMessage('a flag is unknown')
  const end = flags & CHECKSUM_PRESENT ? frame.length - 4 : frame.length
  let body: Buffer | undefined
  const sequences: Buffer[] = []
  let at = HEADER_BYTES + 4
  while (at < end) {
    const start = at
    const kind = frame.readUInt8(at++)
    if (kind === BODY_SECTION) {
      if (body) throw new MalformedMessage('a message has two bodies')
      at = checkDocument(frame, at, end)
      body = frame.subarray(start + 1, at)
    } else if (kind === SEQUENCE_SECTION) {
      at = checkSequence(frame, at, end)
      sequences.push(frame.subarray(start, at))
    } else {
      throw new MalformedMessage('a section is of no known kind')
    }
  }
  if (!body) throw new MalformedMessage('a message has no body')
  return {
    requestId: frame.readInt32LE(4),
    legacy: false,
    moreToCome: (flags & MORE_TO_COME) !== 0,
    command: commandName(body),
    body,
    sequences,
  }
}

function checkSequence(frame: Buffer, offset: number, limit: number): number {
  if (offset + 4 > limit) throw new MalformedMessage('a section is cut off')
  const end = offset + frame.readInt32LE(offset)
  const nul = frame.indexOf(0, offset + 4)
  if (end <= offset + 4 || end > limit || nul < 0 || nul >= end) {
    throw new MalformedMessage('a section length is wrong')
  }
  if (!SEQUENCE_NAMES.has(frame.toString('latin1', offset + 4, nul))) {
    throw new MalformedMessage('a section has no known name')
  }
  let at = nul + 1
  while (at < end) at = checkDocument(frame, at, end)
  return end
}

/** A driver that does not know its server yet sends hello in the old form; no other command may use it. */
function parseLegacyQuery(frame: Buffer): Request {
  const nul = frame.indexOf(0, HEADER_BYTES + 4)
  if (nul < 0 || frame.toString('latin1', HEADER_BYTES + 4, nul) !== 'admin.$cmd') {
    throw new MalformedMessage('a legacy query is not a hello')
  }
  const bodyStart = nul + 1 + 8 // numberToSkip, numberToReturn
  const bodyEnd = checkDocument(frame, bodyStart, frame.length)
  if (bodyEnd !== frame.length) throw new MalformedMessage('a legacy query carries more than a command')
  const body = frame.subarray(bodyStart, bodyEnd)
  const command = commandName(body)
  if (!isHello(command)) throw new MalformedMessage('a legacy query is not a hello')
  return {
    requestId: frame.readInt32LE(4),
    legacy: true,
    moreToCome: false,
    command,
    body: withString(body, '$db', 'admin'),
    sequences: [],
  }
}

function commandName(body: Buffer): string {
  const name = elementsOf(body)[0]?.name
  if (name === undefined) throw new MalformedMessage('a command is empty')
  return name
}

export function isHello(command: string): boolean {
  return command === 'hello' || command === 'isMaster' || command === 'ismaster'
}

/** Encodes the message for the engine from checked parts, without flags and checksum. */
export function encodeMessage(requestId: number, body: Buffer, sequences: readonly Buffer[] = []): Buffer {
  const length = sequences.reduce((sum, part) => sum + part.length, HEADER_BYTES + 5 + body.length)
  const frame = Buffer.allocUnsafe(length)
  writeHeader(frame, requestId, 0, OP_MSG)
  frame.writeUInt32LE(0, 16)
  frame.writeUInt8(BODY_SECTION, 20)
  let at = 21 + body.copy(frame, 21)
  for (const part of sequences) at += part.copy(frame, at)
  return frame
}

/** Encodes the reply to a request, in the form in which the request arrived. */
export function encodeReply(request: Request, replyId: number, body: Buffer): Buffer {
  if (!request.legacy) {
    const frame = encodeMessage(replyId, body)
    frame.writeInt32LE(request.requestId, 8)
    return frame
  }
  const frame = Buffer.alloc(HEADER_BYTES + 20 + body.length)
  writeHeader(frame, replyId, request.requestId, OP_REPLY)
  frame.writeInt32LE(1, 32) // one document; flags, cursor and offset stay zero
  body.copy(frame, 36)
  return frame
}

function writeHeader(frame: Buffer, requestId: number, responseTo: number, opCode: number): void {
  frame.writeInt32LE(frame.length, 0)
  frame.writeInt32LE(requestId, 4)
  frame.writeInt32LE(responseTo, 8)
  frame.writeInt32LE(opCode, 12)
}
