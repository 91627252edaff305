import { describe, expect, it } from 'vitest'
import { GroupedWork } from './grouped-work'

/** Work whose groups end when the test says so. */
function heldWork(maxItems?: number) {
  const groups: { items: number[]; end: (error?: Error) => void }[] = []
  const work = new GroupedWork(
    (items: number[]) =>
      new Promise<string[]>((resolve, reject) => {
        groups.push({ items, end: (error) => (error ? reject(error) : resolve(items.map(String))) })
      }),
    maxItems,
  )
  return { work, groups }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('grouped work', () => {
  it('does together what is requested in one turn', async () => {
    const { work, groups } = heldWork()
    const results = [work.run([1]), work.run([2, 3])]
    await turn()
    expect(groups.map(({ items }) => items)).toEqual([[1, 2, 3]])
    groups[0]!.end()
    expect(await Promise.all(results)).toEqual([['1'], ['2', '3']])
  })

  it('does what arrives during a group together, and returns each caller its own results', async () => {
    const { work, groups } = heldWork()
    const first = work.run([1])
    await turn()
    const others = [work.run([2, 3]), work.run([]), work.run([4])]
    await turn()
    expect(groups.map(({ items }) => items)).toEqual([[1]])
    groups[0]!.end()
    expect(await first).toEqual(['1'])
    expect(groups.map(({ items }) => items)).toEqual([[1], [2, 3, 4]])
    groups[1]!.end()
    expect(await Promise.all(others)).toEqual([['2', '3'], [], ['4']])
  })

  it('bounds the items of a group, except those of one caller', async () => {
    const { work, groups } = heldWork(3)
    const results = [work.run([1, 2, 3, 4]), work.run([5, 6]), work.run([7]), work.run([8])]
    for (const expected of [[1, 2, 3, 4], [5, 6, 7], [8]]) {
      await turn()
      expect(groups.at(-1)?.items).toEqual(expected)
      groups.at(-1)?.end()
    }
    expect(await Promise.all(results)).toEqual([['1', '2', '3', '4'], ['5', '6'], ['7'], ['8']])
  })

  it('fails all callers of a failed group, and no others', async () => {
    const { work, groups } = heldWork()
    const first = work.run([1])
    await turn()
    const second = Promise.allSettled([work.run([2]), work.run([3])])
    groups[0]!.end(new Error('lost'))
    await expect(first).rejects.toThrow('lost')
    groups[1]!.end(new Error('gone'))
    expect((await second).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const third = work.run([4])
    await turn()
    groups[2]!.end()
    expect(await third).toEqual(['4'])
  })
})
