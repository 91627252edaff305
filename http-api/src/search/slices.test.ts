import { SEARCH_MAX_MS } from '../platform/limits'
import { expect, it } from 'vitest'
import { continueQuery, isSliceOver, nextSlice } from './slices'

it('gives each waiting work a turn of the event loop of its own', async () => {
  let turn = 0
  const count = () => {
    turn += 1
    if (turn < 1_000) setImmediate(count)
  }
  count()
  const turns = await Promise.all(Array.from({ length: 16 }, () => nextSlice().then(() => turn)))
  turn = 1_000
  expect(new Set(turns).size).toBe(16)
})

it('goes on first with what began first', async () => {
  const order: string[] = []
  await Promise.all([
    nextSlice().then(() => order.push('maintenance')),
    nextSlice(3).then(() => order.push('third query')),
    nextSlice(1).then(() => order.push('first query')),
    nextSlice(2).then(() => order.push('second query')),
  ])
  expect(order).toEqual(['first query', 'second query', 'third query', 'maintenance'])
})

it('lets no query overtake one that waits and began before', async () => {
  await nextSlice()
  const first = nextSlice(1)
  expect(isSliceOver(2)).toBe(true)
  expect(isSliceOver(0)).toBe(false)
  await first
  expect(isSliceOver(2)).toBe(false)
})

it('refuses to go on with a query that nobody waits for any longer', async () => {
  const tooLong = performance.now() - SEARCH_MAX_MS - 1
  await expect(continueQuery(tooLong)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 })
  await expect(continueQuery(performance.now())).resolves.toBeUndefined()
})
