import { describe, expect, it } from 'vitest'
import { GroupedWork } from './grouped-work'

/** Work whose groups end when the test says so. */
function heldWork() {
  const groups: { items: number[]; end: (error?: Error) => void }[] = []
  const work = new GroupedWork(
    (items: number[]) =>
      new Promise<string[]>((resolve, reject) => {
        groups.push({ items, end: (error) => (error ? reject(error) : resolve(items.map(String))) })
      }),
  )
  return { work, groups }
}

describe('grouped work', () => {
  it('does what arrives during a group together, and returns each caller its own results', async () => {
    const { work, groups } = heldWork()
    const first = work.run([1])
    const others = [work.run([2, 3]), work.run([]), work.run([4])]
    expect(groups.map(({ items }) => items)).toEqual([[1]])
    groups[0]!.end()
    expect(await first).toEqual(['1'])
    expect(groups.map(({ items }) => items)).toEqual([[1], [2, 3, 4]])
    groups[1]!.end()
    expect(await Promise.all(others)).toEqual([['2', '3'], [], ['4']])
  })

  it('fails all callers of a failed group, and no others', async () => {
    const { work, groups } = heldWork()
    const first = work.run([1])
    const second = Promise.allSettled([work.run([2]), work.run([3])])
    groups[0]!.end(new Error('lost'))
    await expect(first).rejects.toThrow('lost')
    groups[1]!.end(new Error('gone'))
    expect((await second).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const third = work.run([4])
    groups[2]!.end()
    expect(await third).toEqual(['4'])
  })
})
