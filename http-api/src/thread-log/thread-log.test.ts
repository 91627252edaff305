import { describe, expect, it } from 'vitest'
import { simulate } from './simulation/simulate'
import { ThreadLog } from './thread-log'

describe('thread log', () => {
  it('keeps its promises through random lives', async () => {
    const started = performance.now()
    await simulate(ThreadLog, { from: 0, to: 1000 })
    console.log(performance.now() - started)
    expect(true).toBe(true)
  })
})
