import { describe, expect, it } from 'vitest'
import { OnlyWriterCopies, SharedCopies, type Copies } from './copies'

const clock = { now: () => new Date(0) }

/** Values of which each read returns what is stored when it begins, and ends when the test says so. */
function heldValues(copies: Copies) {
  const stored = new Map([[1, 'old']])
  const ends: (() => void)[] = []
  const values = copies.values((_keys: number[]) => {
    const found = new Map(stored)
    return new Promise<ReadonlyMap<number, string>>((resolve) => ends.push(() => resolve(found)))
  })
  const read = async () => {
    const got = values.get(1)
    while (ends.length === 0) await new Promise((resolve) => setImmediate(resolve))
    return { got, end: () => ends.splice(0).forEach((end) => end()) }
  }
  return { stored, values, read }
}

describe('copies of data', () => {
  it('are kept by the only writer until it changes them', async () => {
    const { stored, values, read } = heldValues(new OnlyWriterCopies(clock))
    const first = await read()
    first.end()
    expect(await first.got).toBe('old')
    expect(await values.get(1)).toBe('old')
    stored.set(1, 'new')
    values.invalidate(1)
    const second = await read()
    second.end()
    expect(await second.got).toBe('new')
  })

  it('are not kept if they changed while they were read', async () => {
    const { stored, values, read } = heldValues(new OnlyWriterCopies(clock))
    const first = await read()
    stored.set(1, 'new')
    values.invalidate(1)
    first.end()
    await first.got
    const second = await read()
    second.end()
    expect(await second.got).toBe('new')
  })

  it('are read for each call where several processes write', async () => {
    const { stored, read } = heldValues(new SharedCopies())
    const first = await read()
    first.end()
    await first.got
    stored.set(1, 'new')
    const second = await read()
    second.end()
    expect(await second.got).toBe('new')
  })
})
