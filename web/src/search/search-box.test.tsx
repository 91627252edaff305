import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../lib/api'
import { aBoard, aMember, aThread } from '../testing/boards'
import { call } from '../testing/calls'
import { aForum, resetPage, signIn } from '../testing/forum'
import { renderAt } from '../testing/render'
import { forum } from '../store'
import { rememberSearch } from './recent-searches'
import { suggest } from './search.actions'
import { SearchBox } from './SearchBox'
// Loaded ahead, so that the list is there as soon as the box has the focus.
import './Suggestions'

const responses = vi.mocked(call)
const search = vi.fn()

const { email: _email, ...laowang } = aMember()
const member = { ...laowang, highlights: ['老王'] }
const thread = { ...aThread({ id: 5, title: '老王的菜谱' }), snippet: '', highlights: ['老王'] }
const boards = [aBoard({ id: 42, name_zh: '老王版', displayName: '老王版' }), aBoard({ id: 43 })]

beforeEach(() => {
  localStorage.clear()
  search.mockReset().mockResolvedValue({ threads: [thread], posts: [], users: [member], totals: null })
  responses.mockReset().mockImplementation((async (name: string, options: unknown) => {
    if (name === 'search') return (await search(options)) as unknown
    return { boards }
  }) as never)
  resetPage()
  signIn(forum, null)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const box = () => screen.getByRole<HTMLInputElement>('combobox')
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
const chosen = () => screen.queryByRole('option', { selected: true })?.textContent
const key = (name: string, more: object = {}) => fireEvent.keyDown(box(), { key: name, ...more })
const type = (value: string) => fireEvent.change(box(), { target: { value } })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const queries = () => search.mock.calls.map(([options]) => (options as { query: { q: string } }).query.q)

async function open() {
  const shown = renderAt('/', <SearchBox />)
  act(() => {
    box().focus()
  })
  await pass(0)
  return shown
}

describe('suggestions', () => {
  it('come 300 ms after the last key: members, boards, threads and the search itself', async () => {
    await open()
    type('老')
    await pass(200)
    type('老王')
    await pass(299)
    expect(search).not.toHaveBeenCalled()
    await pass(1)
    expect(queries()).toEqual(['老王'])
    expect(options()).toEqual(['老老王laowang88', '老王版今日 0', '老王的菜谱0 回复', '搜索全部内容：“老王”'])
    expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['老王', '老王'])
  })

  it('never come while an input method composes', async () => {
    await open()
    fireEvent.compositionStart(box())
    type('lao wang')
    await pass(1_000)
    expect(search).not.toHaveBeenCalled()
    expect(options()).toEqual([])
    type('老王')
    fireEvent.compositionEnd(box())
    await pass(300)
    expect(queries()).toEqual(['老王'])
  })

  it('come for one Chinese character but not for one letter', async () => {
    await open()
    type('l')
    await pass(1_000)
    expect(search).not.toHaveBeenCalled()
    type('王')
    await pass(300)
    expect(queries()).toEqual(['王'])
  })

  it('leave out threads whose titles have nothing of what was typed', async () => {
    const byText = { ...thread, id: 6, title: '周末吃什么', highlights: ['老王'] }
    search.mockResolvedValue({ threads: [byText, thread], posts: [], users: [], totals: null })
    await open()
    type('老王')
    await pass(300)
    expect(options()).toEqual(['老王版今日 0', '老王的菜谱0 回复', '搜索全部内容：“老王”'])
  })

  it('that cannot be read leave the search itself', async () => {
    search.mockRejectedValue(new ApiError(0, 'NETWORK', 'away'))
    await open()
    type('签证')
    await pass(300)
    expect(options()).toEqual(['搜索全部内容：“签证”'])
  })

  it('leave half of the searches of a minute', async () => {
    let now = 0
    const clockedForum = aForum(call, { now: () => new Date(now) })
    const ask = async (times: number) => {
      for (let i = 0; i < times; i += 1) await suggest(clockedForum, `签证${i}`, new AbortController().signal)
    }
    await ask(20)
    expect(search).toHaveBeenCalledTimes(15)
    now = 60_000
    await ask(1)
    expect(search).toHaveBeenCalledTimes(16)
  })
})

describe('the keys of the box', () => {
  it('choose among the suggestions and open the chosen one', async () => {
    const { at } = await open()
    type('老王')
    await pass(300)
    expect(chosen()).toBeUndefined()
    key('ArrowDown')
    expect(chosen()).toBe('老老王laowang88')
    expect(box().getAttribute('aria-activedescendant')).toBe(
      screen.getByRole('option', { selected: true }).id,
    )
    key('ArrowUp')
    expect(chosen()).toBeUndefined()
    key('ArrowUp')
    expect(chosen()).toBe('搜索全部内容：“老王”')
    key('ArrowUp')
    key('Enter')
    await pass(0)
    expect(at()).toBe('/threads/5')
  })

  it('close the list first and leave the box second with Esc', async () => {
    await open()
    type('老王')
    await pass(300)
    key('Escape')
    expect(options()).toEqual([])
    expect(box().value).toBe('老王')
    expect(document.activeElement).toBe(box())
    key('Escape')
    expect(document.activeElement).not.toBe(box())
  })

  it('search with Enter, but not with the Enter that ends a composition', async () => {
    const { at } = await open()
    fireEvent.compositionStart(box())
    expect(key('Enter', { isComposing: true })).toBe(false)
    fireEvent.compositionEnd(box())
    expect(key('Enter', { keyCode: 229 })).toBe(false)
    type(' 绿卡 ')
    expect(key('Enter')).toBe(true)
    fireEvent.submit(screen.getByRole('search'))
    await pass(0)
    expect(at()).toBe(`/search?${new URLSearchParams({ q: '绿卡' }).toString()}`)
  })

  it('focus it with /', () => {
    renderAt('/', <SearchBox />)
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement).toBe(box())
  })

  it('search for nothing that is blank', async () => {
    const { at } = await open()
    type('　 ')
    fireEvent.submit(screen.getByRole('search'))
    expect(at()).toBe('/')
  })
})

describe('recent searches', () => {
  it('are offered when the box gets the focus, the latest first, and can be cleared', async () => {
    for (const q of ['绿卡', 'H1B', '绿卡']) rememberSearch(null, q)
    await open()
    expect(options()).toEqual(['绿卡', 'H1B'])
    fireEvent.click(screen.getByRole('button', { name: '清空最近搜索' }))
    expect(options()).toEqual([])
  })

  it('belong to one account of the browser', async () => {
    rememberSearch(null, '绿卡')
    signIn(forum, aMember())
    await open()
    expect(options()).toEqual([])
  })
})
