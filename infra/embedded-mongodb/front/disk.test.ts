import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { DiskWatch, freeBytes } from './disk'

const MB = 1024 * 1024

describe('watching the disk', () => {
  it('reports low space under 150 MB, and enough space only from 200 MB on', async () => {
    let free = 0
    const changes: boolean[] = []
    const watch = new DiskWatch(
      async () => free,
      (isLow) => changes.push(isLow),
    )
    const lowAt = async (megabytes: number) => {
      free = megabytes * MB
      await watch.check()
      return watch.isLow
    }
    expect(await lowAt(1_000)).toBe(false)
    expect(await lowAt(150)).toBe(false)
    expect(await lowAt(149)).toBe(true)
    expect(await lowAt(199)).toBe(true)
    expect(await lowAt(200)).toBe(false)
    expect(changes).toEqual([true, false])
  })

  it('reads the free space of a folder’s disk', async () => {
    expect(await freeBytes(tmpdir())).toBeGreaterThan(0)
  })
})
