import { describe, expect, it } from 'vitest'
import type { Collection } from './model'
import { OnlyWriterCopies, SharedCopies } from '../work/copies'
import { CURRENT, RevisedDocument } from './revised-document'

interface Doc {
  _id: string
  revision: number
  text: string
}

const ACT = { at: new Date(0) } as never

function setup(isOnlyWriter: boolean) {
  let now = 0
  let stored: Doc = { _id: CURRENT, revision: 1, text: 'first' }
  let reads = 0
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
    missing: { revision: 0, text: '' },
    contentOf: ({ text }) => text,
  })
  return {
    document,
    database,
    advance: (ms: number) => (now += ms),
    /** Another process, or somebody by hand, writes the document. */
    writeElsewhere: (text: string) => (stored = { ...stored, revision: stored.revision + 1, text }),
    reads: () => reads,
    isHeld: () => held.length > 0,
    release: () => {
      database.isHolding = false
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
    const { document, advance, writeElsewhere, reads } = setup(true)
    await document.current()
    const before = reads()
    advance(29_999)
    expect(await document.current()).toBe('first')
    expect(reads()).toBe(before)
    expect(await document.write(1, ACT, { text: 'own' })).toBe(true)
    expect(await document.current()).toBe('own')
    writeElsewhere('by hand')
    advance(30_000)
    expect(await document.current()).toBe('by hand')
  })

  it('does not take a copy for fresh that was read before a change', async () => {
    const { document, database, advance, isHeld, release } = setup(true)
    await document.current()
    advance(30_000)
    database.isHolding = true
    const reading = document.current()
    await expect.poll(isHeld).toBe(true)
    await document.write(1, ACT, { text: 'own' })
    release()
    await reading
    expect(await document.current()).toBe('own')
  })

  it('is read often by the only writer too while a change may still be written', async () => {
    const { document, database, advance, writeElsewhere } = setup(true)
    await document.current()
    database.isFailing = true
    await expect(document.write(1, ACT, { text: 'late' })).rejects.toThrow('no answer')
    expect(await document.current()).toBe('first')
    writeElsewhere('late')
    advance(500)
    expect(await document.current()).toBe('late')
    database.isFailing = false
    expect(await document.write(2, ACT, { text: 'next' })).toBe(true)
    expect(await document.current()).toBe('next')
    writeElsewhere('by hand')
    advance(500)
    expect(await document.current()).toBe('next')
  })
})
