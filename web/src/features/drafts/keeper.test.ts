import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { flushBeforeLeaving } from '../../lib/session'
import { DraftKeeper, draftKey, drafts, startDrafts } from './keeper'

const EMPTY = { content: '', title: '' }
const KEY = draftKey(7, 'reply:5')

describe('a draft', () => {
  const clock = { now: () => new Date(1_000) }
  const keeper = () => new DraftKeeper(() => localStorage, clock)

  beforeEach(() => {
    vi.useFakeTimers()
    localStorage.clear()
  })
  afterEach(() => {
    vi.useRealTimers()
    drafts.clear(KEY)
  })

  it('stores a draft within 300 ms of typing and restores it on the next visit', () => {
    const first = keeper()
    first.set(KEY, EMPTY, { content: '写了一半' })
    vi.advanceTimersByTime(300)
    expect(first.read(KEY, EMPTY).savedAt).toEqual(new Date(1_000))
    expect(keeper().read(KEY, EMPTY)).toMatchObject({
      value: { content: '写了一半', title: '' },
      restored: true,
    })
  })

  it('stores a draft at least every 300 ms during continuous typing', () => {
    const first = keeper()
    for (let step = 0; step < 10; step += 1) {
      first.set(KEY, EMPTY, { content: 'x'.repeat(step + 1) })
      vi.advanceTimersByTime(100)
    }
    expect(JSON.parse(localStorage.getItem(KEY) ?? '{}')).toMatchObject({
      content: expect.stringMatching(/x{7,}/),
    })
  })

  it('stores a draft at once before a 401 leaves the page, and when the page is hidden or left', () => {
    startDrafts()
    for (const leave of [
      flushBeforeLeaving,
      () => dispatchEvent(new Event('pagehide')),
      () => document.dispatchEvent(new Event('visibilitychange')),
    ]) {
      localStorage.clear()
      drafts.set(KEY, EMPTY, { content: `还没写完 ${Math.random()}` })
      leave()
      expect(localStorage.getItem(KEY)).toContain('还没写完')
    }
  })

  it('removes a cleared draft, and does not restore it', () => {
    const first = keeper()
    first.set(KEY, EMPTY, { content: '发出去了' })
    first.clear(KEY)
    vi.advanceTimersByTime(1_000)
    expect(localStorage.getItem(KEY)).toBeNull()
    expect(first.read(KEY, EMPTY).value).toEqual(EMPTY)
  })

  it('removes all drafts of a kind, in storage and in memory', () => {
    const [stored, held] = [draftKey(7, 'message:reply:1'), draftKey(7, 'message')]
    keeper().set(stored, EMPTY, { content: '回信' })
    vi.advanceTimersByTime(300)
    const first = keeper()
    first.set(held, EMPTY, { content: '写信' })
    first.set(KEY, EMPTY, { content: '回帖' })
    first.clearAll(draftKey(7, 'message'))
    vi.advanceTimersByTime(300)
    expect(Object.keys(localStorage)).toEqual([KEY])
    expect(first.read(held, EMPTY).value).toEqual(EMPTY)
  })

  it('keeps separate drafts for each member and each form', () => {
    const first = keeper()
    first.set(KEY, EMPTY, { content: '我的' })
    expect(first.read(draftKey(8, 'reply:5'), EMPTY).value.content).toBe('')
    expect(first.read(draftKey(7, 'reply:6'), EMPTY).value.content).toBe('')
  })

  it('does not store an empty draft', () => {
    const first = keeper()
    first.set(KEY, EMPTY, { content: '字' })
    vi.advanceTimersByTime(300)
    first.set(KEY, EMPTY, { content: '' })
    vi.advanceTimersByTime(300)
    expect(localStorage.getItem(KEY)).toBeNull()
    expect(keeper().read(KEY, EMPTY).restored).toBe(false)
  })

  it.each(['not json', '[1]', '5', 'null'])('starts empty if storage holds %s', (stored) => {
    localStorage.setItem(KEY, stored)
    expect(keeper().read(KEY, EMPTY)).toMatchObject({ value: EMPTY, restored: false })
  })

  it('keeps typed text in memory if storage is full or unavailable', () => {
    const broken = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
      removeItem: () => undefined,
    } as unknown as Storage
    for (const storage of [
      () => broken,
      () => {
        throw new DOMException('forbidden', 'SecurityError')
      },
    ]) {
      const held = new DraftKeeper(storage, clock)
      held.set(KEY, EMPTY, { content: '照样能写' })
      vi.advanceTimersByTime(300)
      expect(held.read(KEY, EMPTY)).toMatchObject({ value: { content: '照样能写' }, savedAt: null })
      held.clear(KEY)
      expect(held.read(KEY, EMPTY).value).toEqual(EMPTY)
    }
  })
})
