import { ALL_RIGHTS } from '@forum/shared/access'
import { describe, expect, it } from 'vitest'
import { RelatedThreads } from './related.queries'

describe('the threads that are related to a thread', () => {
  it('are searched for once by readers who open it at the same time', async () => {
    const thread = { _id: 1, title: '路考', excerpt: '' }
    const near = {
      similarIds: () => Promise.resolve([2]),
      presentSimilar: (found: { _id: number }[]) => Promise.resolve(found.map(({ _id }) => _id)),
    }
    const related = new RelatedThreads({
      db: { threads: { find: () => ({ toArray: () => Promise.resolve([{ _id: 2, title: '驾照' }]) }) } },
      near,
      posts: { readableThread: () => Promise.resolve({ ...thread }) },
      clock: { now: () => new Date(0) },
    } as never)
    let searches = 0
    const reader = { reader: { viewer: null, as: { id: null, boards: ALL_RIGHTS } }, language: 'zh' } as const
    const to = () =>
      related.to(1, reader, (search) => {
        searches++
        return search()
      })
    expect(await Promise.all([to(), to()])).toEqual([[2], [2]])
    expect(await to()).toEqual([2])
    expect(searches).toBe(1)
    thread.title = '笔试'
    await to()
    expect(searches).toBe(2)
  })
})
