import { describe, expect, it } from 'vitest'
import type { Collection } from '../platform/mongo/model'
import { OnlyWriterCopies, SharedCopies } from '../platform/work/copies'
import { CURRENT, RevisedDocument } from './revised-document'

interface Doc {
  _id: string
  revision: number
  text: string
}

const ACT = { actorId: 1, action: 'set_words' as const, target: 'words', changes: [] }

function setup(isOnlyWriter: boolean) {
  let now = 0
  let stored: Doc = { _id: CURRENT, revision: 1, text: 'first' }
  let reads = 0
  const logged: string[] = []
  const held: (() => void)[] = []
  const database = { isHolding: false, isFailing: false }
  const collection = {
    async findOne() {
      reads += 1
      const found = { ...stored }
      if (database.isHolding) await new Promise<void>((release) => held.push(release))
      return found
    },
    updateOne({ revision }: Doc, { $set }: { $set: Partial<Doc> }) {
      if (database.isFailing) return Promise.reject(new Error('no answer'))
      const matches = revision === stored.revision
      if (matches) stored = { ...stored, ...$set }
      return Promise.resolve({ matchedCount: Number(matches), upsertedCount: 0 })
    },
  }
  const clock = { now: () => new Date(now) }
  const document = new RevisedDocument<Doc, string>({
    clock,
    copies: isOnlyWriter ? new OnlyWriterCopies(clock) : new SharedCopies(),
    collection: collection as unknown as Collection<Doc>,
    log: {
      draft: (act) => ({ ...act, key: '1', at: new Date(now) }) as never,
      appendCarried: (_collection, _id, { target }) => {
        logged.push(target)
        return Promise.resolve({ key: '1', entry: null })
      },
    },
    missing: { revision: 0, text: '' },
    contentOf: ({ text }) => text,
  })
  return {
    document,
    database,
    logged,
    write: (text: string) => document.change(() => ({ result: text, change: { act: ACT, set: { text } } })),
    advance: (ms: number) => (now += ms),
    /** Another process, or somebody by hand, writes the document. */
    writeElsewhere: (text: string) => (stored = { ...stored, revision: stored.revision + 1, text }),
    reads: () => reads,
    stored: () => stored.text,
    isHeld: () => held.length > 0,
    release: () => {
      for (const go of held.splice(0)) go()
    },
  }
}

describe('a revised document', () => {
  it('shows a change of another process after half a second', async () => {
    const { document, advance, writeElsewhere } = setup(false)
    expect(await document.current()).toBe('first')
    writeElsewhere('second')
    advance(499)
    expect(await document.current()).toBe('first')
    advance(1)
    expect(await document.current()).toBe('second')
  })

  it('is read by the only writer after its own changes, and every half minute', async () => {
    const { document, write, advance, writeElsewhere, reads } = setup(true)
    await document.current()
    const before = reads()
    advance(29_999)
    expect(await document.current()).toBe('first')
    expect(reads()).toBe(before)
    await write('own')
    expect(await document.current()).toBe('own')
    writeElsewhere('by hand')
    advance(30_000)
    expect(await document.current()).toBe('by hand')
  })

  it('returns a change of its process, also where it is being read at the time', async () => {
    const { document, write, stored, database, advance, isHeld, release } = setup(true)
    await document.current()
    advance(30_000)
    database.isHolding = true
    const reading = document.current()
    await expect.poll(isHeld).toBe(true)
    database.isHolding = false
    const writing = write('own')
    await expect.poll(stored).toBe('own')
    release()
    await writing
    expect([await reading, await document.current()]).toEqual(['own', 'own'])
  })

  it('is read often by the only writer too while a change may still be written', async () => {
    const { document, write, database, advance, writeElsewhere } = setup(true)
    await document.current()
    database.isFailing = true
    await expect(write('late')).rejects.toThrow('no answer')
    expect(await document.current()).toBe('first')
    writeElsewhere('late')
    advance(500)
    expect(await document.current()).toBe('late')
    database.isFailing = false
    await write('next')
    expect(await document.current()).toBe('next')
    writeElsewhere('by hand')
    advance(500)
    expect(await document.current()).toBe('next')
  })

  it('decides again on what another process has written meanwhile, and logs that once', async () => {
    const { document, writeElsewhere, logged } = setup(false)
    const found: string[] = []
    const { result, isChanged } = await document.change(({ text }) => {
      found.push(text)
      if (found.length === 1) writeElsewhere('theirs')
      return { result: text, change: { act: ACT, set: { text: `${text}, ours` } } }
    })
    expect([result, isChanged, found]).toEqual(['theirs', true, ['first', 'theirs']])
    expect(await document.current()).toBe('theirs, ours')
    expect(logged).toEqual(['words'])
  })

  it('logs nothing if nothing changes', async () => {
    const { document, logged } = setup(false)
    expect(await document.change(({ text }) => ({ result: text }))).toEqual({
      result: 'first',
      isChanged: false,
    })
    expect(logged).toEqual([])
  })
})
