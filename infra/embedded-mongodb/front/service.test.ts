import { Long, deserialize, serialize, type Document } from 'bson'
import { describe, expect, it } from 'vitest'
import { CursorReaper } from './cursors'
import { JournaledReads } from './journaled-reads'
import { Service } from './service'
import { encodeMessage, parseRequest } from './wire'

function setup(engineReply: () => Document) {
  const sent: Document[] = []
  const reaper = new CursorReaper(async () => ({ ok: 1 }), Date.now)
  const engine = {
    send: async (message: Buffer) => {
      sent.push(deserialize(parseRequest(message).body))
      return Buffer.from(serialize(engineReply()))
    },
  }
  const reads = new JournaledReads(async () => ({ ok: 1 }))
  const service = new Service(engine, reads, reaper, { isLow: false }, { queryMs: 1_000, buildMs: 2_000 })
  const run = async (command: Document, flags = 0) => {
    const frame = encodeMessage(77, Buffer.from(serialize({ ...command, $db: 'forum' })))
    frame.writeUInt32LE(flags, 16)
    const reply = await service.handle(frame)
    return reply && { to: reply.readInt32LE(8), body: deserialize(reply.subarray(21)) }
  }
  return { run, sent, reaper }
}

describe('handling a message', () => {
  it('forwards a command to the engine and returns its reply', async () => {
    const { run, sent } = setup(() => ({ n: 3, ok: 1 }))
    expect(await run({ count: 'posts', lsid: { id: 1 } })).toEqual({ to: 77, body: { n: 3, ok: 1 } })
    expect(sent).toEqual([{ count: 'posts', $db: 'forum', maxTimeMS: 1_000 }])
  })

  it('never forwards session commands or refused commands to the engine', async () => {
    const { run, sent } = setup(() => ({ ok: 1 }))
    expect(await run({ endSessions: [] })).toMatchObject({ body: { ok: 1 } })
    expect(await run({ dropDatabase: 1 })).toMatchObject({ body: { ok: 0, code: 13 } })
    expect(sent).toEqual([])
  })

  it('replies with ok 0 when the engine throws', async () => {
    const { run } = setup(() => {
      throw new Error('embedded MongoDB error')
    })
    expect(await run({ ping: 1 })).toMatchObject({
      body: { ok: 0, code: 8, errmsg: 'embedded MongoDB error' },
    })
  })

  it('runs a command without sending the reply that its client declined', async () => {
    const { run, sent } = setup(() => ({ ok: 1 }))
    expect(await run({ insert: 'posts' }, 2)).toBeUndefined()
    expect(sent).toHaveLength(1)
  })

  it('tracks a cursor that a reply leaves open', async () => {
    const { run, reaper } = setup(() => ({
      cursor: { firstBatch: [], id: Long.fromNumber(4), ns: 'f.p' },
      ok: 1,
    }))
    await run({ find: 'posts' })
    expect(reaper.size).toBe(1)
  })
})
