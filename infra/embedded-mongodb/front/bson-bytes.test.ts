import {
  Binary,
  BSONRegExp,
  Decimal128,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  deserialize,
  serialize,
} from 'bson'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  MalformedMessage,
  checkDocument,
  elementsOf,
  withInt32,
  withoutElements,
  withString,
} from './bson-bytes'

const everyType = {
  double: 1.5,
  string: '华人论坛 🙂',
  document: { a: { b: {} } },
  array: [1, 'two', { three: 3 }],
  binary: new Binary(Buffer.from('abc')),
  oldBinary: new Binary(Buffer.from('abc'), 2),
  objectId: new ObjectId('6b00e1c82a7c68b044d91e33'),
  yes: true,
  date: new Date(0),
  nothing: null,
  pattern: new BSONRegExp('a+', 'i'),
  int: 7,
  timestamp: new Timestamp({ t: 1, i: 2 }),
  long: Long.fromString('9007199254740993'),
  decimal: Decimal128.fromString('1.25'),
  low: new MinKey(),
  high: new MaxKey(),
}

const name = fc.stringMatching(/^[a-z$]{1,8}$/)
const anyDocument = fc.dictionary(
  name,
  fc.anything({ withDate: true, maxDepth: 3, key: name, values: [fc.integer(), fc.string(), fc.boolean()] }),
  { noNullPrototype: true },
)

const bytesOf = (document: object): Buffer => Buffer.from(serialize(document))

function outcome(bytes: Buffer): 'accepted' | 'refused' {
  try {
    return checkDocument(bytes, 0, bytes.length) <= bytes.length ? 'accepted' : 'refused'
  } catch (error) {
    if (error instanceof MalformedMessage) return 'refused'
    throw error
  }
}

describe('checking a document', () => {
  it('accepts a document with every type of value', () => {
    const bytes = bytesOf(everyType)
    expect(checkDocument(bytes, 0, bytes.length)).toBe(bytes.length)
  })

  it('accepts any document that a driver can send', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const bytes = bytesOf(document)
        expect(checkDocument(bytes, 0, bytes.length)).toBe(bytes.length)
      }),
    )
  })

  it('refuses a document cut off anywhere', () => {
    const bytes = bytesOf(everyType)
    for (let length = 0; length < bytes.length; length++) {
      expect(outcome(Buffer.from(bytes.subarray(0, length))), `${length} bytes`).toBe('refused')
    }
  })

  it('accepts or refuses a changed document, and never reads outside it', () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 6,
    })
    let refused = 0
    fc.assert(
      fc.property(changes, (edits) => {
        const bytes = bytesOf(everyType)
        for (const [at, value] of edits) bytes[at % bytes.length] = value
        if (outcome(bytes) === 'refused') refused++
      }),
      { numRuns: 1_000 },
    )
    expect(refused).toBeGreaterThan(200)
  })

  it.each([
    [
      'a string longer than its document',
      (bytes: Buffer) => bytes.writeInt32LE(1_000, bytes.indexOf('a\0') + 2),
    ],
    ['a string of negative length', (bytes: Buffer) => bytes.writeInt32LE(-1, bytes.indexOf('a\0') + 2)],
    ['a string without its end', (bytes: Buffer) => bytes.writeUInt8(1, bytes.length - 2)],
    ['a type that does not exist', (bytes: Buffer) => bytes.writeUInt8(0x55, 4)],
    ['a document longer than it is', (bytes: Buffer) => bytes.writeInt32LE(bytes.length + 1, 0)],
    ['a document of negative length', (bytes: Buffer) => bytes.writeInt32LE(-5, 0)],
  ])('refuses %s', (_, damage) => {
    const bytes = bytesOf({ a: 'text' })
    damage(bytes)
    expect(outcome(bytes)).toBe('refused')
  })

  it('refuses a boolean that is neither true nor false', () => {
    const bytes = bytesOf({ a: true })
    bytes.writeUInt8(2, bytes.length - 2)
    expect(outcome(bytes)).toBe('refused')
  })

  it('refuses documents nested more deeply than the engine supports', () => {
    let deep: object = {}
    for (let level = 0; level < 190; level++) deep = { a: deep }
    expect(outcome(bytesOf(deep))).toBe('refused')
  })
})

describe('editing a document as bytes', () => {
  it('removes the named element and keeps every other byte', () => {
    fc.assert(
      fc.property(anyDocument, anyDocument, (document, session) => {
        const { lsid: _, ...rest } = document
        const edited = withoutElements(bytesOf({ ...rest, lsid: session }), new Set(['lsid']))
        expect(edited.equals(bytesOf(rest))).toBe(true)
      }),
    )
  })

  it('removes an element at any position, including a second one of the same name', () => {
    const once = bytesOf({ find: 'posts', lsid: { id: 1 }, limit: 5 })
    const element = elementsOf(once).find((each) => each.name === 'lsid')!
    const copy = once.subarray(element.start, element.end)
    const twice = Buffer.concat([once.subarray(0, 4), copy, once.subarray(4)])
    twice.writeInt32LE(twice.length, 0)

    expect(deserialize(withoutElements(twice, new Set(['lsid'])))).toEqual({ find: 'posts', limit: 5 })
  })

  it('keeps an element of that name in a nested document', () => {
    const document = { insert: 'posts', documents: [{ lsid: 1 }] }
    expect(deserialize(withoutElements(bytesOf(document), new Set(['lsid'])))).toEqual(document)
  })

  it('returns the same bytes if there is nothing to remove', () => {
    const bytes = bytesOf(everyType)
    expect(withoutElements(bytes, new Set(['lsid']))).toBe(bytes)
  })

  it('appends numbers and texts that a driver can read', () => {
    const bytes = withString(withInt32(bytesOf({ find: 'posts' }), 'maxTimeMS', 30_000), '$db', '论坛')
    expect(checkDocument(bytes, 0, bytes.length)).toBe(bytes.length)
    expect(deserialize(bytes)).toEqual({ find: 'posts', maxTimeMS: 30_000, $db: '论坛' })
  })
})
