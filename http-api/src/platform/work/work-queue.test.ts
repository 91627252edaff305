import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WorkQueue } from './work-queue'

/** Work that ends when the test decides. */
function planned() {
  const started: number[] = []
  const finish: (() => void)[] = []
  const work = (number: number) => () =>
    new Promise<number>((resolve) => {
      started.push(number)
      finish[number] = () => resolve(number)
    })
  return { started, finish, work }
}

describe('a work queue', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('runs a bounded number of jobs at once, and the rest in order of arrival', async () => {
    const queue = new WorkQueue({ atOnce: 2, maxWaiting: 10, maxWaitMs: 1_000 })
    const { started, finish, work } = planned()
    const results = [0, 1, 2, 3].map((number) => queue.run(work(number)))
    await vi.advanceTimersByTimeAsync(0)
    expect(started).toEqual([0, 1])
    finish[1]?.()
    await results[1]
    await vi.advanceTimersByTimeAsync(0)
    expect(started).toEqual([0, 1, 2])
    finish[0]?.()
    await results[0]
    await vi.advanceTimersByTimeAsync(0)
    finish[2]?.()
    finish[3]?.()
    expect(await Promise.all(results)).toEqual([0, 1, 2, 3])
    expect(queue.isIdle).toBe(true)
  })

  it('refuses a job at once when too many wait', async () => {
    const queue = new WorkQueue({ atOnce: 1, maxWaiting: 1, maxWaitMs: 1_000 })
    const { started, finish, work } = planned()
    const results = [queue.run(work(0)), queue.run(work(1))]
    await expect(queue.run(work(2))).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 1 })
    finish[0]?.()
    await results[0]
    await vi.advanceTimersByTimeAsync(0)
    finish[1]?.()
    await results[1]
    expect(started).toEqual([0, 1])
  })

  it('refuses a job that has waited too long, and never starts it', async () => {
    const queue = new WorkQueue({ atOnce: 1, maxWaiting: 5, maxWaitMs: 1_000 })
    const { started, finish, work } = planned()
    const first = queue.run(work(0))
    const late = expect(queue.run(work(1))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await vi.advanceTimersByTimeAsync(1_000)
    await late
    finish[0]?.()
    await first
    expect(started).toEqual([0])
    expect(queue.isIdle).toBe(true)
  })

  it('continues after a failed job', async () => {
    const queue = new WorkQueue({ atOnce: 1, maxWaiting: 5, maxWaitMs: 1_000 })
    const failing = expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    const next = queue.run(() => Promise.resolve('yes'))
    await failing
    expect(await next).toBe('yes')
  })
})
