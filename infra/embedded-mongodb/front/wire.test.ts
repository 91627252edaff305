import { deserialize, serialize } from 'bson'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MalformedMessage } from './bson-bytes'
import { FrameReader, MAX_MESSAGE_BYTES, encodeReply, encodeMessage, parseRequest } from './wire'

const bodyOf = (document: object): Buffer => Buffer.from(serialize(document))

/** Returns a section of kind 1: an array of documents under a name. */
function sequence(name: string, documents: object[]): Buffer {
  const content = Buffer.concat([Buffer.from(`${name}\0`), ...documents.map(bodyOf)])
  const head = Buffer.alloc(5)
  head.writeUInt8(1, 0)
  head.writeInt32LE(4 + content.length, 1)
  return Buffer.concat([head, content])
}

function legacyQuery(namespace: string, command: object): Buffer {
  const head = Buffer.alloc(20)
  const frame = Buffer.concat([head, Buffer.from(`${namespace}\0`), Buffer.alloc(8), bodyOf(command)])
  frame.writeInt32LE(frame.length, 0)
  frame.writeInt32LE(9, 4)
  frame.writeInt32LE(2004, 12)
  return frame
}

const insert = encodeMessage(5, bodyOf({ insert: 'posts', $db: 'forum' }), [
  sequence('documents', [{ title: '版规' }, { title: '二' }]),
])

describe('reading frames from a stream', () => {
  it('reads the same messages however the stream is split', () => {
    const messages = fc.array(fc.uint8Array({ maxLength: 200 }), { minLength: 1, maxLength: 8 })
    const cuts = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(messages, cuts, (contents, sizes) => {
        const frames = contents.map((content) => {
          const frame = Buffer.concat([Buffer.alloc(16), content])
          frame.writeInt32LE(frame.length, 0)
          return frame
        })
        const stream = Buffer.concat(frames)
        const reader = new FrameReader()
        const read: Buffer[] = []
        for (let at = 0, turn = 0; at < stream.length; turn++) {
          const size = sizes[turn % sizes.length]!
          reader.push(stream.subarray(at, at + size))
          at += size
          for (let frame = reader.next(); frame; frame = reader.next()) read.push(frame)
        }
        expect(read).toEqual(frames)
        expect(reader.isEmpty).toBe(true)
        expect(reader.held).toBe(0)
      }),
    )
  })

  it.each([15, 0, -1, MAX_MESSAGE_BYTES + 1, 0x7fffffff])('refuses an announced length of %d', (length) => {
    const reader = new FrameReader()
    const announced = Buffer.alloc(4)
    announced.writeInt32LE(length)
    reader.push(announced)
    expect(reader.hasFrame).toBe(true)
    expect(() => reader.next()).toThrow(MalformedMessage)
  })

  it('counts the memory it holds, including the overhead of small chunks', () => {
    const whole = new FrameReader()
    whole.push(Buffer.alloc(100))
    const crumbs = new FrameReader()
    for (let i = 0; i < 100; i++) crumbs.push(Buffer.alloc(1))
    expect(whole.held).toBeGreaterThanOrEqual(100)
    expect(crumbs.held).toBeGreaterThan(10 * whole.held)
  })
})

describe('reading a request', () => {
  it('reads a command with a body and an array section, and encodes it back to the same bytes', () => {
    const request = parseRequest(insert)
    expect(request).toMatchObject({ command: 'insert', requestId: 5, legacy: false, moreToCome: false })
    expect(encodeMessage(request.requestId, request.body, request.sequences).equals(insert)).toBe(true)
  })

  it('drops a checksum and recognises a declined reply', () => {
    const frame = Buffer.concat([encodeMessage(1, bodyOf({ ping: 1 })), Buffer.from('csum')])
    frame.writeInt32LE(frame.length, 0)
    frame.writeUInt32LE(3, 16)
    const request = parseRequest(frame)
    expect(deserialize(request.body)).toEqual({ ping: 1 })
    expect(request.moreToCome).toBe(true)
  })

  it('reads a legacy hello and replies in the same form', () => {
    const request = parseRequest(legacyQuery('admin.$cmd', { ismaster: 1, helloOk: true }))
    expect(request.legacy).toBe(true)
    expect(deserialize(request.body)).toEqual({ ismaster: 1, helloOk: true, $db: 'admin' })
    const reply = encodeReply(request, 3, bodyOf({ ok: 1 }))
    expect(reply.readInt32LE(0)).toBe(reply.length)
    expect(reply.readInt32LE(8)).toBe(9)
    expect(reply.readInt32LE(12)).toBe(1)
    expect(reply.readInt32LE(32)).toBe(1)
    expect(deserialize(reply.subarray(36))).toEqual({ ok: 1 })
  })

  it.each([
    ['an old query that is no hello', legacyQuery('admin.$cmd', { dropDatabase: 1 })],
    ['an old query on a collection', legacyQuery('forum.posts', { ismaster: 1 })],
    ['an unknown operation', withInt(insert, 12, 2012)],
    ['an unknown flag that must be understood', withInt(insert, 16, 4)],
    ['an empty command', encodeMessage(1, bodyOf({}))],
    [
      'two bodies',
      encodeMessage(1, bodyOf({ ping: 1 }), [Buffer.concat([Buffer.from([0]), bodyOf({ ping: 1 })])]),
    ],
    ['a section of no known kind', encodeMessage(1, bodyOf({ ping: 1 }), [Buffer.from([7, 0, 0])])],
    ['a section of no known name', encodeMessage(1, bodyOf({ insert: 'a' }), [sequence('lsid', [{}])])],
    ['a section longer than the message', withInt(insert, insert.length - sequenceLength(), 10_000)],
    ['a message without a body', withInt(insert.subarray(0, 20), 0, 20)],
  ])('refuses %s', (_, frame) => {
    expect(() => parseRequest(frame)).toThrow(MalformedMessage)
  })

  it('reads or refuses a mutated message and never throws anything else', () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 5,
    })
    let refused = 0
    fc.assert(
      fc.property(
        fc.constantFrom(insert, legacyQuery('admin.$cmd', { ismaster: 1 })),
        changes,
        (frame, edits) => {
          const changed = Buffer.from(frame)
          for (const [at, value] of edits) changed[at % changed.length] = value
          try {
            const { body, sequences } = parseRequest(changed)
            expect(body.length + sequences.reduce((sum, part) => sum + part.length, 0)).toBeLessThan(
              changed.length + 20,
            )
          } catch (error) {
            expect(error).toBeInstanceOf(MalformedMessage)
            refused++
          }
        },
      ),
      { numRuns: 1_000 },
    )
    expect(refused).toBeGreaterThan(200)
  })

  it('refuses a message cut off anywhere', () => {
    for (let length = 0; length < insert.length; length++) {
      const cut = Buffer.from(insert.subarray(0, length))
      if (length >= 4) cut.writeInt32LE(length, 0)
      // Cut exactly between its sections, it is a smaller but complete message.
      if (length === insert.length - sequenceLength() - 1) continue
      expect(() => parseRequest(cut), `${length} bytes`).toThrow(MalformedMessage)
    }
  })
})

function withInt(frame: Buffer, at: number, value: number): Buffer {
  const changed = Buffer.from(frame)
  changed.writeInt32LE(value, at)
  return changed
}

/** Returns the length from the length field of the array section of `insert` to its end. */
function sequenceLength(): number {
  return sequence('documents', [{ title: '版规' }, { title: '二' }]).length - 1
}
