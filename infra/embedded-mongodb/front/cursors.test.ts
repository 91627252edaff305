import { Long, serialize, type Document } from 'bson'
import { describe, expect, it } from 'vitest'
import { CursorReaper } from './cursors'
import { encodeMessage, parseRequest, type Request } from './wire'

const IDLE_MS = 600_000

function setup() {
  const clock = { now: 0 }
  const commands: [string, Document][] = []
  const reaper = new CursorReaper(
    async (database, command) => {
      commands.push([database, command])
      return { ok: 1 }
    },
    () => clock.now,
    IDLE_MS,
  )
  return { clock, commands, reaper }
}

const replyWith = (id: number, ns = 'forum.posts'): Buffer =>
  Buffer.from(serialize({ cursor: { firstBatch: [{ a: 1 }], id: Long.fromNumber(id), ns }, ok: 1 }))

const request = (command: object): Request =>
  parseRequest(encodeMessage(1, Buffer.from(serialize({ ...command, $db: 'forum' }))))

describe('idle cursors', () => {
  it('closes cursors after ten idle minutes, those of one collection together', async () => {
    const { clock, commands, reaper } = setup()
    reaper.noteReply(replyWith(11))
    reaper.noteReply(replyWith(12))
    reaper.noteReply(replyWith(13, 'forum.$cmd.listCollections'))
    clock.now = IDLE_MS - 1
    await reaper.reap()
    expect(commands).toEqual([])
    clock.now = IDLE_MS
    await reaper.reap()
    expect(commands).toEqual([
      ['forum', { killCursors: 'posts', cursors: [11n, 12n] }],
      ['forum', { killCursors: '$cmd.listCollections', cursors: [13n] }],
    ])
    expect(reaper.size).toBe(0)
  })

  it('keeps a cursor open while it is being read', async () => {
    const { clock, commands, reaper } = setup()
    reaper.noteReply(replyWith(11))
    clock.now = IDLE_MS - 1
    reaper.noteRequest(request({ getMore: Long.fromNumber(11), collection: 'posts' }))
    clock.now = 3 * IDLE_MS
    await reaper.reap()
    reaper.noteReply(replyWith(11))
    clock.now = 4 * IDLE_MS - 1
    await reaper.reap()
    expect(commands).toEqual([])
    expect(reaper.size).toBe(1)
  })

  it('stops tracking cursors that are exhausted or closed', () => {
    const { reaper } = setup()
    reaper.noteReply(replyWith(0))
    reaper.noteReply(replyWith(12))
    reaper.noteRequest(request({ killCursors: 'posts', cursors: [Long.fromNumber(12)] }))
    expect(reaper.size).toBe(0)
  })

  it('does not track replies without a cursor', () => {
    const { reaper } = setup()
    reaper.noteReply(Buffer.from(serialize({ ok: 0, code: 1 })))
    expect(reaper.size).toBe(0)
  })
})
