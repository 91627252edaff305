import { Double, deserialize, serialize, type Document } from 'bson'
import { describe, expect, it } from 'vitest'
import { JournaledReads } from './journaled-reads'

/** Commands and flushes, each of which ends when the test says so. */
function setup() {
  const flushes: ((reply: Document) => void)[] = []
  const reads = new JournaledReads(() => new Promise((resolve) => flushes.push(resolve)))
  const begin = (command: string) => {
    let end = (_: Document): void => {}
    const replied = { is: false }
    const engine = new Promise<Buffer>((resolve) => {
      end = (document) => resolve(Buffer.from(serialize({ of: command, ...document })))
    })
    const reply = reads.reply(command, () => engine)
    reply.then(
      () => (replied.is = true),
      () => (replied.is = true),
    )
    return {
      reply,
      /** The engine replies; whether the client has got the reply then. */
      end: async (document: Document = { ok: new Double(1) }) => {
        end(document)
        await turn()
        return replied.is
      },
      isReplied: () => replied.is,
    }
  }
  const endFlush = async (reply: Document = { ok: 1 }) => {
    flushes.shift()?.(reply)
    await turn()
  }
  return { begin, flushes, endFlush }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('replies of the engine', () => {
  it.each(['find', 'insert', 'ping'])('are passed on while nothing is written (%s)', async (command) => {
    const { begin, flushes } = setup()
    const only = begin(command)
    expect(await only.end()).toBe(true)
    expect(deserialize(await only.reply)).toEqual({ of: command, ok: 1 })
    expect(flushes).toHaveLength(0)
  })

  it.each(['find', 'aggregate', 'getMore', 'count', 'distinct'])(
    'of %s wait for the journal while something is written',
    async (command) => {
      for (const writing of ['insert', 'update', 'delete', 'findAndModify', 'findandmodify', 'bulkWrite']) {
        const { begin, flushes, endFlush } = setup()
        const write = begin(writing)
        const read = begin(command)
        expect(await read.end()).toBe(false)
        expect(flushes).toHaveLength(1)
        await endFlush()
        expect(deserialize(await read.reply)).toEqual({ of: command, ok: 1 })
        expect(write.isReplied()).toBe(false)
        expect(await write.end()).toBe(true)
      }
    },
  )

  it('wait for no journal once the writes are acknowledged', async () => {
    const { begin, flushes } = setup()
    const write = begin('insert')
    const read = begin('find')
    expect(await write.end()).toBe(true)
    expect(await read.end()).toBe(true)
    expect(flushes).toHaveLength(0)
  })

  it('of writes and other commands wait for nothing else', async () => {
    const { begin, flushes } = setup()
    begin('insert')
    expect(await begin('update').end()).toBe(true)
    expect(await begin('hello').end()).toBe(true)
    expect(flushes).toHaveLength(0)
  })

  it('share a flush that begins after them', async () => {
    const { begin, flushes, endFlush } = setup()
    begin('insert')
    const first = begin('find')
    await first.end()
    const later = [begin('find'), begin('count')]
    for (const read of later) expect(await read.end()).toBe(false)
    expect(flushes).toHaveLength(1)

    await endFlush()
    expect(first.isReplied()).toBe(true)
    // The flush that has just ended may have begun before their replies.
    expect(later.map((read) => read.isReplied())).toEqual([false, false])
    expect(flushes).toHaveLength(1)
    await endFlush()
    expect(later.map((read) => read.isReplied())).toEqual([true, true])
    expect(flushes).toHaveLength(0)
  })

  it.each([
    { ok: 0, errmsg: 'no room' },
    { ok: 1, writeConcernError: { errmsg: 'no room' } },
  ])('fail with a flush, after which others are flushed again (%o)', async (refusal) => {
    const { begin, endFlush } = setup()
    begin('insert')
    const refused = begin('find')
    await refused.end()
    await endFlush(refusal)
    await expect(refused.reply).rejects.toThrow(/^the journal was not flushed: .*no room/)

    const next = begin('find')
    expect(await next.end()).toBe(false)
    await endFlush()
    expect(next.isReplied()).toBe(true)
  })

  it.each([{ ok: 0 }, { ok: 1, writeConcernError: { code: 50 } }])(
    'of reads wait for the journal after a write that was stopped on the way (%o)',
    async (stopped) => {
      const { begin, flushes, endFlush } = setup()
      const write = begin('update')
      expect(await write.end(stopped)).toBe(false)
      const read = begin('find')
      expect(await read.end()).toBe(false)
      expect(flushes).toHaveLength(1)
      await endFlush()
      expect(write.isReplied()).toBe(true)
      await endFlush()
      expect(read.isReplied()).toBe(true)
      expect(await begin('find').end()).toBe(true)
    },
  )

  it('pass on after a write that the engine refused to run', async () => {
    const reads = new JournaledReads(async () => {
      throw new Error('the engine is closed')
    })
    const failing = reads.reply('insert', async () => {
      throw new Error('no room')
    })
    await expect(failing).rejects.toThrow('no room')
    expect(await reads.reply('find', async () => Buffer.from('found'))).toEqual(Buffer.from('found'))
  })
})
