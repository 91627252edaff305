/**
 * Reads and edits BSON as bytes. The engine is native code and trusts its input, so every length is checked
 * here before the engine sees a byte. Documents are edited without decoding, so that all types a client sent
 * arrive unchanged.
 */

/** A message or document that violates the protocol; the connection that sent it is closed. */
export class MalformedMessage extends Error {
  override readonly name = 'MalformedMessage'
}

/** One top-level element: `start` is its type byte, `value` its first value byte, `end` one past it. */
export interface Element {
  readonly type: number
  readonly name: string
  readonly start: number
  readonly value: number
  readonly end: number
}

export const BSON_TYPE = {
  double: 0x01,
  string: 0x02,
  document: 0x03,
  array: 0x04,
  boolean: 0x08,
  int32: 0x10,
  int64: 0x12,
} as const

/** The engine allows 200 levels; a little less leaves room for the levels it wraps around a command. */
const MAX_DEPTH = 180
const EMPTY_DOCUMENT_BYTES = 5

const FIXED_SIZES: ReadonlyMap<number, number> = new Map([
  [0x01, 8], // double
  [0x06, 0], // undefined
  [0x07, 12], // ObjectId
  [0x09, 8], // date
  [0x0a, 0], // null
  [0x10, 4], // int32
  [0x11, 8], // timestamp
  [0x12, 8], // int64
  [0x13, 16], // decimal128
  [0x7f, 0], // max key
  [0xff, 0], // min key
])

/**
 * Checks the document at `offset` completely: lengths, terminators and types.
 *
 * @returns the offset one past the document, never more than `limit`
 * @throws MalformedMessage
 */
export function checkDocument(bytes: Buffer, offset: number, limit: number, depth = 0): number {
  if (depth > MAX_DEPTH) throw new MalformedMessage('a document is nested too deeply')
  const end = documentEnd(bytes, offset, limit)
  let at = offset + 4
  while (at < end - 1) {
    const value = cstringEnd(bytes, at + 1, end - 1)
    at = valueEnd(bytes, bytes.readUInt8(at), value, end - 1, (from, to) =>
      checkDocument(bytes, from, to, depth + 1),
    )
  }
  return end
}

/** Returns the top-level elements of the document at `offset`. Nested documents are only measured. */
export function elementsOf(bytes: Buffer, offset = 0): Element[] {
  const end = documentEnd(bytes, offset, bytes.length)
  const elements: Element[] = []
  let at = offset + 4
  while (at < end - 1) {
    const type = bytes.readUInt8(at)
    const value = cstringEnd(bytes, at + 1, end - 1)
    const next = valueEnd(bytes, type, value, end - 1, (from, to) => documentEnd(bytes, from, to))
    elements.push({ type, name: bytes.toString('utf8', at + 1, value - 1), start: at, value, end: next })
    at = next
  }
  return elements
}

/** Returns the value of a string element. */
export function stringValue(bytes: Buffer, element: Element): string {
  return bytes.toString('utf8', element.value + 4, element.end - 1)
}

/** Returns a copy of the document without any element of these names, repeated names included. */
export function withoutElements(document: Buffer, names: ReadonlySet<string>): Buffer {
  const dropped = elementsOf(document).filter((element) => names.has(element.name))
  if (dropped.length === 0) return document
  const kept: Buffer[] = []
  let from = 4
  for (const element of dropped) {
    kept.push(document.subarray(from, element.start))
    from = element.end
  }
  kept.push(document.subarray(from, document.length - 1))
  return documentOf(kept)
}

/** Returns a copy of the document with one int32 element appended. */
export function withInt32(document: Buffer, name: string, value: number): Buffer {
  const element = Buffer.alloc(1 + Buffer.byteLength(name) + 1 + 4)
  element.writeUInt8(BSON_TYPE.int32, 0)
  element.write(name, 1)
  element.writeInt32LE(value, element.length - 4)
  return documentOf([document.subarray(4, document.length - 1), element])
}

/** Returns a copy of the document with one embedded document appended. */
export function withDocument(document: Buffer, name: string, value: Buffer): Buffer {
  const head = Buffer.from(`\x03${name}\0`, 'latin1')
  return documentOf([document.subarray(4, document.length - 1), head, value])
}

/** Returns a copy of the document with one string element appended. */
export function withString(document: Buffer, name: string, value: string): Buffer {
  const text = Buffer.from(`${value}\0`)
  const length = Buffer.alloc(4)
  length.writeInt32LE(text.length, 0)
  const head = Buffer.from(`\x02${name}\0`, 'latin1')
  return documentOf([document.subarray(4, document.length - 1), head, length, text])
}

function documentOf(parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, EMPTY_DOCUMENT_BYTES)
  const document = Buffer.allocUnsafe(length)
  document.writeInt32LE(length, 0)
  let at = 4
  for (const part of parts) at += part.copy(document, at)
  document.writeUInt8(0, at)
  return document
}

function documentEnd(bytes: Buffer, offset: number, limit: number): number {
  const length = int32(bytes, offset, limit)
  const end = offset + length
  if (length < EMPTY_DOCUMENT_BYTES || end > limit) throw new MalformedMessage('a document length is wrong')
  if (bytes[end - 1] !== 0) throw new MalformedMessage('a document does not end where it says')
  return end
}

function int32(bytes: Buffer, offset: number, limit: number): number {
  if (offset + 4 > limit) throw new MalformedMessage('a length is cut off')
  return bytes.readInt32LE(offset)
}

/** Returns the offset one past the NUL of the C string at `offset`. */
function cstringEnd(bytes: Buffer, offset: number, limit: number): number {
  const nul = bytes.indexOf(0, offset)
  if (nul < 0 || nul >= limit) throw new MalformedMessage('a name does not end')
  return nul + 1
}

function stringEnd(bytes: Buffer, offset: number, limit: number): number {
  const length = int32(bytes, offset, limit)
  const end = offset + 4 + length
  if (length < 1 || end > limit || bytes[end - 1] !== 0)
    throw new MalformedMessage('a string length is wrong')
  return end
}

function binaryEnd(bytes: Buffer, offset: number, limit: number): number {
  const length = int32(bytes, offset, limit)
  const end = offset + 5 + length
  if (length < 0 || end > limit) throw new MalformedMessage('a binary length is wrong')
  // The old binary subtype repeats its length inside.
  if (bytes[offset + 4] === 2 && (length < 4 || bytes.readInt32LE(offset + 5) !== length - 4)) {
    throw new MalformedMessage('an inner binary length is wrong')
  }
  return end
}

function valueEnd(
  bytes: Buffer,
  type: number,
  offset: number,
  limit: number,
  nestedEnd: (offset: number, limit: number) => number,
): number {
  const size = FIXED_SIZES.get(type)
  if (size !== undefined) return within(offset + size, limit)
  switch (type) {
    case 0x02: // string
    case 0x0d: // code
    case 0x0e: // symbol
      return stringEnd(bytes, offset, limit)
    case 0x03: // document
    case 0x04: // array
      return nestedEnd(offset, limit)
    case 0x05:
      return binaryEnd(bytes, offset, limit)
    case 0x08: {
      const end = within(offset + 1, limit)
      if (bytes.readUInt8(offset) > 1) throw new MalformedMessage('a boolean is neither true nor false')
      return end
    }
    case 0x0b: // regular expression
      return cstringEnd(bytes, cstringEnd(bytes, offset, limit), limit)
    case 0x0c: // pointer
      return within(stringEnd(bytes, offset, limit) + 12, limit)
    case 0x0f: {
      // code with scope
      const end = offset + int32(bytes, offset, limit)
      if (end > limit) throw new MalformedMessage('a code length is wrong')
      if (nestedEnd(stringEnd(bytes, offset + 4, end), end) !== end) {
        throw new MalformedMessage('a code scope is wrong')
      }
      return end
    }
    default:
      throw new MalformedMessage('an element has no known type')
  }
}

function within(end: number, limit: number): number {
  if (end > limit) throw new MalformedMessage('a value is cut off')
  return end
}
