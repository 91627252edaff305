import { expect, it } from 'vitest'
import { nextSlice } from './slices'

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
