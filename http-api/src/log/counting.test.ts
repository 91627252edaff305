import { describe, expect, it } from 'vitest'
import { Counting } from './counting'
import type { LogEvent } from './log-event'
import type { Addition, LogStore } from './log-store'

const AUTHORS = 100

type Store = LogStore<{ seq: number }, never>

describe('counting', () => {
  it('reads the counts of an event equally often for one author as for many', async () => {
    const added: Addition[] = []
    const store = {
      add: (additions: readonly Addition[]) => {
        added.push(...additions)
        return Promise.resolve(additions.map(() => true))
      },
    } as unknown as Store
    const readsFor = async (authors: number) => {
      let reads = 0
      const counts = Array.from({ length: authors }, (_, i) => ({ subject: 'member', id: i + 1, posts: -2 }))
      const event = {
        seq: 7,
        boardId: 3,
        get counts() {
          reads++
          return counts
        },
      } as unknown as LogEvent<{ seq: number }, never>
      await new Counting<{ seq: number }, never>({ store, remembered: 10 }).add(1, [event], new Map())
      return reads
    }
    expect(await readsFor(AUTHORS)).toBe(await readsFor(1))
    expect(added).toHaveLength(AUTHORS + 1)
    expect(added[0]).toMatchObject({
      key: 'member:1',
      from: 7,
      to: 7,
      sum: { posts: -2, postsIn: { 3: -2 } },
    })
  })
})
