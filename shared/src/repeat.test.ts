import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { repeat } from './repeat'

describe('repeat', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('starts a task again only after its end', async () => {
    let end = () => {}
    const task = vi.fn(() => new Promise<void>((resolve) => (end = resolve)))
    const stop = repeat(1_000, task, vi.fn())
    await vi.advanceTimersByTimeAsync(5_000)
    expect(task).toHaveBeenCalledTimes(1)
    end()
    await vi.advanceTimersByTimeAsync(999)
    expect(task).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(task).toHaveBeenCalledTimes(2)
    end()
    await stop()
  })

  it('reports a failed run and continues', async () => {
    const onFailure = vi.fn()
    const task = vi.fn(() => Promise.reject(new Error('away')))
    const stop = repeat(10, task, onFailure)
    await vi.advanceTimersByTimeAsync(25)
    expect(task).toHaveBeenCalledTimes(2)
    expect(onFailure).toHaveBeenCalledTimes(2)
    await stop()
  })

  it('stops after the run in progress, and starts no other', async () => {
    let end = () => {}
    const task = vi.fn(() => new Promise<void>((resolve) => (end = resolve)))
    const stop = repeat(10, task, vi.fn())
    await vi.advanceTimersByTimeAsync(10)
    const isStopped = vi.fn()
    void stop().then(isStopped)
    await vi.advanceTimersByTimeAsync(100)
    expect(isStopped).not.toHaveBeenCalled()
    end()
    await vi.advanceTimersByTimeAsync(100)
    expect(isStopped).toHaveBeenCalled()
    expect(task).toHaveBeenCalledTimes(1)
  })
})
