import { systemClock } from '@forum/shared/clock'
import { describe, expect, it } from 'vitest'
import { OnlyWriterCopies, SharedCopies } from '../platform/work/copies'
import { Freshness } from './freshness'
import type { ThreadDoc } from './threads.model'
import type { ThreadEventDoc } from './thread-events.model'
import { ThreadCache } from './thread-cache.queries'

const THREAD = 7

function open(isOnlyWriter = true) {
  const stored = { _id: THREAD, seq: 3, title: '旧题', viewCount: 10 } as ThreadDoc
  let reads = 0
  const find = () => ({
    toArray: () => {
      reads += 1
      return Promise.resolve([{ ...stored }])
    },
  })
  const freshness = new Freshness(isOnlyWriter ? new OnlyWriterCopies(systemClock) : new SharedCopies())
  const cache = new ThreadCache({ threads: { find } } as never, freshness)
  return { cache, freshness, stored, reads: () => reads }
}

const renamed = (seq: number, title: string) =>
  ({ threadId: THREAD, seq, kind: 'thread.renamed', thread: { title } }) as ThreadEventDoc

describe('ThreadCache', () => {
  it('returns a thread after its next events without reading it again', async () => {
    const { cache, freshness, reads } = open()
    await cache.get(THREAD)
    freshness.emit('threadChanged', THREAD, [renamed(4, '新题'), renamed(5, '更新的题')])
    expect(await cache.get(THREAD)).toMatchObject({ seq: 5, title: '更新的题', viewCount: 10 })
    expect(reads()).toBe(1)
  })

  it('reads a thread again when its views were counted or an event does not follow', async () => {
    const { cache, freshness, stored, reads } = open()
    await cache.get(THREAD)
    for (const [i, events] of [[], [renamed(6, '跳过一个')], [renamed(3, '已经有了')]].entries()) {
      stored.viewCount += 1
      freshness.emit('threadChanged', THREAD, events)
      expect(await cache.get(THREAD)).toMatchObject({ seq: 3, title: '旧题', viewCount: 11 + i })
      expect(reads()).toBe(2 + i)
    }
  })

  it('reads a thread every time where other processes write', async () => {
    const { cache, freshness, reads } = open(false)
    await cache.get(THREAD)
    freshness.emit('threadChanged', THREAD, [renamed(4, '新题')])
    expect(await cache.get(THREAD)).toMatchObject({ seq: 3 })
    expect(reads()).toBe(2)
  })
})
