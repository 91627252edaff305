import { expect, it, vi } from 'vitest'
import { createListeners, createSignal } from './signal'

it('a signal calls its listeners when its value becomes another one', () => {
  const signal = createSignal(1)
  const seen: number[] = []
  signal.subscribe(() => seen.push(signal.current()))
  signal.set(1)
  signal.set(2)
  signal.set(2)
  signal.set(3)
  expect(seen).toEqual([2, 3])
})

it('a removed listener is not called, even if another removes it meanwhile', () => {
  const listeners = createListeners<[string]>()
  const removed = vi.fn()
  listeners.subscribe(() => {
    remove()
  })
  const remove = listeners.subscribe(removed)
  listeners.notify('first')
  listeners.notify('second')
  expect(removed).not.toHaveBeenCalled()
  expect(listeners.count()).toBe(1)
})
