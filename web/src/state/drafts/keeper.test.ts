import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { flushBeforeLeaving } from '../../lib/session'
import { draftKey } from './draft-key'
import { DraftKeeper, drafts } from './keeper'

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

  it('brings a cleared draft back, beside what was written in its place', () => {
    const first = keeper()
    first.set(KEY, EMPTY, { content: '扔掉的' })
    const undo = first.clear(KEY)
    expect(first.read(KEY, EMPTY).value).toEqual(EMPTY)
    first.set(KEY, EMPTY, { content: '新写的' })
    undo()
    expect(first.read(KEY, EMPTY)).toMatchObject({
      value: { content: '扔掉的' },
      other: { content: '新写的' },
    })
  })

  it('begins with what its form begins with by now, until something is written', () => {
    const one = keeper()
    const place = draftKey(7, 'message:edit:3')
    one.set(place, { content: '6 点' }, { content: '7 点' })
    one.clear(place)
    expect(one.read(place, { content: '7 点' }).value).toEqual({ content: '7 点' })
    one.set(place, { content: '7 点' }, { content: '8 点' })
    expect(one.read(place, { content: '9 点' }).value).toEqual({ content: '8 点' })
  })

  it('puts a text back beside what was written in its place', () => {
    const one = keeper()
    one.putBack(KEY, EMPTY, { content: '退回来的' })
    expect(one.read(KEY, EMPTY)).toMatchObject({ value: { content: '退回来的' }, other: null })
    one.clear(KEY)
    one.set(KEY, EMPTY, { content: '写了一半' })
    one.putBack(KEY, EMPTY, { content: '退回来的' })
    const { value, other } = one.read(KEY, EMPTY)
    expect(new Set([value.content, other?.content])).toEqual(new Set(['写了一半', '退回来的']))
    expect(keeper().read(KEY, EMPTY).other).not.toBeNull()
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

describe('a draft in two tabs', () => {
  const clock = { now: () => new Date(1_000) }
  /** A tab that shows the form. Its changes reach the others with `stored`. */
  const openTab = () => {
    const keeper = new DraftKeeper(() => localStorage, clock)
    keeper.subscribe(KEY, EMPTY, () => undefined)
    const read = () => keeper.read(KEY, EMPTY)
    return {
      keeper,
      text: () => read().value.content,
      other: () => read().other?.content ?? null,
      type: (content: string) => {
        keeper.set(KEY, EMPTY, { content })
        keeper.flush()
      },
    }
  }
  let [one, two] = [openTab(), openTab()]
  const hear = () => {
    for (const { keeper } of [one, two, one, two]) keeper.sync()
  }
  const texts = () => [one.text(), two.text()]

  beforeEach(() => {
    vi.useFakeTimers()
    localStorage.clear()
    ;[one, two] = [openTab(), openTab()]
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('follows what is typed in another tab', () => {
    one.type('写')
    hear()
    expect(texts()).toEqual(['写', '写'])
    one.type('写到一')
    hear()
    two.type('写到一半')
    hear()
    expect(texts()).toEqual(['写到一半', '写到一半'])
    expect([one.other(), two.other()]).toEqual([null, null])
  })

  it('empties a draft in every tab once one of them has sent it', () => {
    one.type('只发一次')
    hear()
    one.keeper.startSending(KEY, EMPTY)!.clear()
    hear()
    expect(texts()).toEqual(['', ''])
    expect(localStorage).toHaveLength(0)
  })

  it('gives the same text the same id in two tabs, also if both typed it before they heard of each other', () => {
    one.type('一样的')
    two.type('一样的')
    const [first, second] = [one, two].map(({ keeper }) => keeper.startSending(KEY, EMPTY)!.id)
    expect(first).toBe(second)
    expect(texts()).toEqual(['一样的', '一样的'])
  })

  it.each([
    ['before they hear of each other', () => undefined],
    ['and replaced in one of them', hear],
  ])('keeps both versions of a draft if two were written %s', (_, meanwhile) => {
    one.type('第一份')
    meanwhile()
    two.type('第二份')
    hear()
    expect(texts()).toEqual(['第一份', '第二份'])
    expect([one.other(), two.other()]).toEqual(['第二份', '第一份'])
    // After both tabs were closed.
    const next = openTab()
    expect(new Set([next.text(), next.other()])).toEqual(new Set(['第一份', '第二份']))
  })

  it('keeps the version of a draft that was not sent, and shows it where nothing is being written', () => {
    one.type('第一份')
    two.type('第二份')
    hear()
    two.keeper.startSending(KEY, EMPTY)!.clear()
    hear()
    expect(texts()).toEqual(['第一份', '第一份'])
    expect([one.other(), two.other()]).toEqual([null, null])
    expect(openTab().text()).toBe('第一份')
  })

  it('shows the other version of a draft or removes it, as the writer chooses', () => {
    one.type('第一份')
    two.type('第二份')
    hear()
    one.keeper.swap(KEY)
    expect([one.text(), one.other()]).toEqual(['第二份', '第一份'])
    one.keeper.discardOther(KEY)
    hear()
    expect(texts()).toEqual(['第二份', '第二份'])
    expect([one.other(), two.other()]).toEqual([null, null])
    expect(localStorage).toHaveLength(1)
  })

  it('keeps every version that three tabs have written', () => {
    const three = openTab()
    const tabs = [one, two, three]
    tabs.forEach(({ type }, index) => {
      type(`第 ${index} 份`)
    })
    for (let round = 0; round < 3; round += 1) for (const { keeper } of tabs) keeper.sync()
    expect(tabs.map(({ text }) => text())).toEqual(['第 0 份', '第 1 份', '第 2 份'])
    expect(localStorage).toHaveLength(3)
  })

  it('keeps what is being typed while another tab sends the text before it', () => {
    one.type('发出去')
    hear()
    two.keeper.set(KEY, EMPTY, { content: '发出去，还有' })
    one.keeper.startSending(KEY, EMPTY)!.clear()
    hear()
    two.keeper.flush()
    hear()
    expect(texts()).toEqual(['发出去，还有', '发出去，还有'])
  })

  it('removes every version of a draft at once', () => {
    one.type('第一份')
    two.type('第二份')
    hear()
    one.keeper.clearAll(KEY)
    hear()
    expect(texts()).toEqual(['', ''])
    expect(localStorage).toHaveLength(0)
  })

  it('follows the last tab that writes a draft without a text to lose', () => {
    const place = draftKey(7, 'last-reply')
    const [first, second] = [one.keeper, two.keeper]
    first.subscribe(place, { threadId: 0, title: '' }, () => undefined)
    first.set(place, { threadId: 0, title: '' }, { threadId: 5, title: '甲' })
    first.flush()
    second.set(place, { threadId: 0, title: '' }, { threadId: 6, title: '乙' })
    second.flush()
    first.sync()
    expect(first.read(place, { threadId: 0, title: '' }).value.title).toBe('乙')
    expect(localStorage).toHaveLength(1)
  })

  it('follows other tabs by the events of storage', () => {
    expect(drafts.read(KEY, EMPTY).value.content).toBe('')
    one.type('从那边来')
    dispatchEvent(new StorageEvent('storage', { key: KEY }))
    expect(drafts.read(KEY, EMPTY).value.content).toBe('从那边来')
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: null }))
    expect(drafts.read(KEY, EMPTY).value.content).toBe('')
  })
})
