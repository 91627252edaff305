import { Long, deserialize, serialize } from 'bson'
import { describe, expect, it } from 'vitest'
import { completeHello, decide, engineErrorReply, type Decision } from './commands'
import { encodeMessage, parseRequest } from './wire'

const limits = { queryMs: 30_000, buildMs: 600_000 }

function decideOn(command: object, diskIsLow = false): Decision {
  const body = Buffer.from(serialize({ $db: 'forum', ...command }))
  const ordered = Buffer.from(serialize({ ...command, $db: 'forum' }))
  expect(body.length).toBe(ordered.length)
  return decide(parseRequest(encodeMessage(1, ordered)), limits, diskIsLow)
}

function forwarded(command: object): object {
  const decision = decideOn(command)
  if (decision.kind !== 'forward') throw new Error(`not forwarded: ${JSON.stringify(decision)}`)
  return deserialize(decision.body)
}

describe('the commands of the embedded database', () => {
  it.each([
    'startSession',
    'endSessions',
    'refreshSessions',
    'killSessions',
    'killAllSessions',
    'killAllSessionsByPattern',
  ])('replies to %s without the engine, which would crash', (command) => {
    expect(decideOn({ [command]: [] })).toEqual({ kind: 'replied' })
  })

  it.each([
    'dropDatabase',
    'setParameter',
    'shutdown',
    'fsync',
    'fsyncUnlock',
    'setFeatureCompatibilityVersion',
    'commitTransaction',
    'wiredTigerRepair',
    'embeddedMongodb',
    'logRotate',
    'replSetInitiate',
    'nothingLikeThis',
  ])('refuses the command %s', (command) => {
    expect(decideOn({ [command]: 1 })).toMatchObject({ kind: 'refused', refusal: { ok: 0, code: 13 } })
  })

  it('reads the command from the first element only', () => {
    expect(decideOn({ dropDatabase: 1, ping: 1 }).kind).toBe('refused')
  })

  it('refuses commands of transactions', () => {
    const command = { insert: 'posts', documents: [{}], startTransaction: true, autocommit: false }
    expect(decideOn(command)).toMatchObject({ kind: 'refused', refusal: { code: 20 } })
  })

  it('removes session and cluster time from forwarded commands', () => {
    const command = { find: 'posts', lsid: { id: 'x' }, $clusterTime: { a: 1 }, filter: { lsid: 1 } }
    expect(forwarded(command)).toEqual({
      find: 'posts',
      filter: { lsid: 1 },
      $db: 'forum',
      maxTimeMS: 30_000,
    })
  })

  it('asks for one acknowledgement instead of a majority, under which the engine ignores the journal', () => {
    const insert = (writeConcern: object) => forwarded({ insert: 'posts', writeConcern, ordered: true })
    expect(insert({ w: 'majority', j: true, wtimeout: 5 })).toEqual({
      insert: 'posts',
      ordered: true,
      writeConcern: { j: true, wtimeout: 5, w: 1 },
      $db: 'forum',
      maxTimeMS: 30_000,
    })
    expect(insert({ w: 'majority' })).toMatchObject({ writeConcern: { w: 1 } })
    for (const concern of [{ w: 1, j: true }, { w: 'another' }, {}, { j: true }]) {
      expect(insert(concern)).toMatchObject({ writeConcern: concern })
    }
  })

  it('adds a time limit to reads and writes without one, and a longer one to index builds', () => {
    expect(forwarded({ aggregate: 'posts', pipeline: [] })).toMatchObject({ maxTimeMS: 30_000 })
    expect(forwarded({ update: 'posts', updates: [] })).toMatchObject({ maxTimeMS: 30_000 })
    expect(forwarded({ createIndexes: 'posts', indexes: [] })).toMatchObject({ maxTimeMS: 600_000 })
  })

  it('keeps the time limit that a client sets', () => {
    expect(forwarded({ find: 'posts', maxTimeMS: 7 })).toMatchObject({ maxTimeMS: 7 })
  })

  it('adds no time limit to getMore, which may not carry one', () => {
    expect(forwarded({ getMore: Long.fromNumber(5), collection: 'posts' })).not.toHaveProperty('maxTimeMS')
  })

  it('refuses writes that need space while the disk is nearly full, and still reads and deletes', () => {
    const out = { aggregate: 'posts', pipeline: [{ $match: {} }, { $out: 'copy' }] }
    const merge = { aggregate: 'posts', pipeline: [{ $merge: 'copy' }] }
    for (const command of [
      { insert: 'posts' },
      { update: 'posts' },
      { createIndexes: 'posts' },
      out,
      merge,
    ]) {
      expect(decideOn(command, true)).toMatchObject({ kind: 'refused', refusal: { code: 14031 } })
      expect(decideOn(command, false).kind).toBe('forward')
    }
    const reading = { aggregate: 'posts', pipeline: [{ $match: { $out: 1 } }] }
    for (const command of [{ find: 'posts' }, { delete: 'posts' }, { drop: 'posts' }, reading]) {
      expect(decideOn(command, true).kind).toBe('forward')
    }
  })

  it('shortens a long command name in its error', () => {
    const decision = decideOn({ ['x'.repeat(5_000)]: 1 })
    expect(decision.kind === 'refused' && decision.refusal.errmsg.length).toBeLessThan(200)
  })
})

describe('replies', () => {
  it('returns the lifetime of a session in hello, and no topology version', () => {
    const hello = serialize({ isWritablePrimary: true, topologyVersion: { counter: 1 }, ok: 1 })
    expect(deserialize(completeHello(Buffer.from(hello)))).toEqual({
      isWritablePrimary: true,
      ok: 1,
      logicalSessionTimeoutMinutes: 30,
    })
  })

  it('turns an error of the engine into a reply', () => {
    const reply = engineErrorReply(new Error('x'.repeat(10_000)))
    expect(reply).toMatchObject({ ok: 0, code: 8, codeName: 'UnknownError' })
    expect(reply.errmsg.length).toBeLessThanOrEqual(500)
  })
})
