import { expect, it } from 'vitest'
import type { ReadContext } from '../../platform/http/viewer'
import { MemberThreads } from '../member-threads.queries'
import { MovedPostQueries } from './moved-posts.queries'

const CIRCLE = new Map([
  [1, 2],
  [2, 1],
])
const LOOKS_MAX = 10

/** Returns a lookup of the thread that one was merged into. It throws once a walk asks more often than it has to. */
function merges() {
  let looks = 0
  return (id: number) => {
    if (++looks > LOOKS_MAX) throw new Error('walks in a circle')
    return CIRCLE.get(id) ?? null
  }
}

it('an address stops in a circle of merged threads', async () => {
  const next = merges()
  const threads = { get: (id: number) => Promise.resolve({ mergedInto: next(id) }) }
  const moved = new MovedPostQueries({} as never, threads as never)
  expect(CIRCLE.has(await moved.currentOf(1))).toBe(true)
})

it('a list of bookmarks stops in a circle of merged threads', async () => {
  const next = merges()
  const find = (filter: { _id: { $in: number[] }; mergedInto?: object }) => ({
    toArray: () =>
      Promise.resolve(filter.mergedInto ? filter._id.$in.map((_id) => ({ _id, mergedInto: next(_id) })) : []),
  })
  const lists = new MemberThreads({
    db: { threads: { find } },
    boards: { structure: () => Promise.resolve({ find: () => undefined }) },
    present: () => Promise.resolve([]),
  } as never)
  const reader = { viewer: { actor: { id: 7 } }, language: 'zh' } as unknown as ReadContext
  const { threads } = await lists.listed([1, 2], { page: 1, limit: 20 }, reader as never)
  expect(threads).toEqual([])
})
