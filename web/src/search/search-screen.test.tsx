import { type MemberHit, type PostHit, type ThreadHit } from '@forum/shared/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../lib/api'
import { aBoard, aMember, aThread } from '../testing/boards'
import { call } from '../testing/calls'
import { resetPage, signIn } from '../testing/forum'
import { renderAt } from '../testing/render'
import { forum } from '../store'
import { SearchAside } from './SearchAside'
import { SearchScreen } from './SearchScreen'

const responses = vi.mocked(call)
const search = vi.fn()

const { email: _email, ...author } = aMember()
const aThreadHit = (id: number): ThreadHit => ({
  ...aThread({ id, title: `等綠卡第${id}年` }),
  snippet: '<b>绿卡</b>排期',
  highlights: ['綠卡', '绿卡', '排期'],
})
const aPostHit = {
  id: 9,
  number: 38,
  author,
  createdAt: '2026-11-20T09:30:00.000Z',
  snippet: '我的緑卡',
  highlights: ['緑卡'],
  thread: { id: 1, title: '标题', boardId: 42 },
} as unknown as PostHit
const aMemberHit = (id: number): MemberHit => ({ ...author, id, highlights: ['王'] })

interface Found {
  threads?: ThreadHit[]
  posts?: PostHit[]
  users?: MemberHit[]
  totals?: { threads: number; posts: number; users: number }
}
const best = ({ threads = [], posts = [], users = [], totals }: Found = {}) => ({
  threads,
  posts,
  users,
  totals: totals ?? { threads: threads.length, posts: posts.length, users: users.length },
})
const everything = () => best({ threads: [aThreadHit(1)], posts: [aPostHit], users: [aMemberHit(7)] })

beforeEach(() => {
  localStorage.clear()
  search.mockReset().mockImplementation(() => Promise.resolve(everything()))
  responses.mockReset().mockImplementation((async (name: string, options: { query: object }) => {
    if (name === 'listBoards') return { boards: [aBoard({ id: 42, name_zh: '绿卡排期' })] }
    return (await search(name, options.query)) as unknown
  }) as never)
  resetPage()
  signIn(forum, null)
})

const open = (query: string) => renderAt(`/search?${query}`, <SearchScreen />)
const shows = (text: string | RegExp) => screen.findByText(text)
const queryOf = (at: number) => search.mock.calls[at]?.[1] as Record<string, unknown>

describe('a search', () => {
  it('asks for something when it is blank', async () => {
    const { at } = renderAt('/search', <SearchScreen />)
    await shows('想找什么？')
    fireEvent.change(screen.getByLabelText('搜索内容'), { target: { value: ' 　' } })
    fireEvent.click(screen.getByRole('button', { name: '搜索' }))
    await shows('请输入搜索内容')
    expect(at()).toBe('/search')
    expect(search).not.toHaveBeenCalled()
  })

  it('shows the kinds with their totals, and marks what matched as text', async () => {
    open('q=绿卡')
    await shows('共 3 条结果')
    const scopes = screen.getByRole('navigation', { name: '结果分类' })
    expect([...scopes.querySelectorAll('a')].map((link) => link.textContent)).toEqual([
      '全部 3',
      '主题 1',
      '帖子 1',
      '用户 1',
    ])
    expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
      '綠卡',
      '绿卡',
      '排期',
      '緑卡',
      '王',
    ])
    // The content of members is never markup.
    expect(document.querySelector('.hit-snippet')?.textContent).toBe('<b>绿卡</b>排期')
    expect(screen.getByRole('link', { name: /38 楼/ }).getAttribute('href')).toBe('/posts/9')
  })

  it('passes the filters of its address on', async () => {
    open('q=绿卡&boardId=42&author=laowang88&from=2026-01-01&sortBy=newest')
    await shows('共 3 条结果')
    expect(queryOf(0)).toEqual({
      q: '绿卡',
      boardId: 42,
      author: 'laowang88',
      from: '2026-01-01',
      sortBy: 'newest',
    })
  })

  it('keeps the filters in the address, and loses them together', async () => {
    const { at } = open('q=绿卡&author=laowang88&page=1')
    await screen.findByRole('option', { name: '绿卡排期' })
    fireEvent.change(screen.getByLabelText('版块'), { target: { value: '42' } })
    await waitFor(() => {
      expect(at()).toContain('boardId=42')
    })
    expect(at()).toContain('author=laowang88')
    fireEvent.click(screen.getByRole('button', { name: '去掉“laowang88”' }))
    expect(at()).not.toContain('author')
    fireEvent.click(screen.getByRole('link', { name: '清除筛选' }))
    expect(at()).toBe(`/search?${new URLSearchParams({ q: '绿卡' }).toString()}`)
  })

  it('changes its scope with the select and the tabs alike', async () => {
    const { at } = open('q=lw')
    await shows('共 3 条结果')
    search.mockImplementation((name: string) =>
      name === 'searchMembers'
        ? { users: [aMemberHit(7)], pagination: { page: 1, totalPages: 1, total: 1 } }
        : everything(),
    )
    fireEvent.change(screen.getByLabelText('搜索范围'), { target: { value: 'users' } })
    expect(at()).toBe('/search?q=lw&type=users')
    await waitFor(() => {
      expect(screen.queryByRole('heading', { name: /主题/ })).toBeNull()
    })
    fireEvent.click(screen.getByRole('link', { name: /^全部/ }))
    expect(at()).toBe('/search?q=lw')
    expect(screen.getByLabelText<HTMLSelectElement>('搜索范围').value).toBe('all')
  })

  it.each([
    [8, false],
    [9, true],
  ])('with %i members links to all of them: %s', async (count, isLinked) => {
    const users = Array.from({ length: count }, (_, index) => aMemberHit(index + 10))
    search.mockResolvedValue(best({ users }))
    open('q=lw')
    await shows(`共 ${count} 条结果`)
    const link = screen.queryByRole('link', { name: /查看全部用户/ })
    expect(link?.getAttribute('href') ?? null).toBe(isLinked ? '/search?q=lw&type=users' : null)
  })

  it('serves further pages of one kind', async () => {
    search.mockImplementation((name: string) =>
      name === 'searchPosts'
        ? { posts: [aPostHit], pagination: { page: 2, totalPages: 3, total: 41 } }
        : everything(),
    )
    open('q=绿卡&type=posts&page=2')
    const next = await screen.findByRole('link', { name: '下一页' })
    expect(next.getAttribute('href')).toContain('page=3')
    expect(search).toHaveBeenCalledWith('searchPosts', { q: '绿卡', page: 2 })
  })
})

describe('the filters on a phone', () => {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }
  beforeEach(() => {
    happyDOM.setViewport({ width: 390 })
  })
  afterEach(() => {
    happyDOM.setViewport({ width: 1024 })
  })

  it('are in a sheet whose button shows how many are set', async () => {
    const { at } = open('q=绿卡&boardId=42&author=laowang88')
    await shows('共 3 条结果')
    fireEvent.click(screen.getByRole('button', { name: '筛选（已选 2 项）' }))
    const sheet = within(await screen.findByRole('dialog', { name: '筛选' }))
    await sheet.findByRole('option', { name: '绿卡排期' })
    expect(sheet.getByLabelText<HTMLSelectElement>('版块').value).toBe('42')
    fireEvent.click(sheet.getByRole('button', { name: '去掉“laowang88”' }))
    fireEvent.change(sheet.getByLabelText('时间'), { target: { value: 'custom' } })
    fireEvent.change(sheet.getByLabelText('从'), { target: { value: '2026-01-02' } })
    fireEvent.change(sheet.getByLabelText('排序'), { target: { value: 'newest' } })
    // Nothing is searched for until all filters are chosen.
    expect(at()).toContain('author=laowang88')
    fireEvent.click(sheet.getByRole('button', { name: '查看结果' }))
    await waitFor(() => {
      expect(new URLSearchParams(at().slice('/search?'.length)).toString()).toBe(
        new URLSearchParams({ q: '绿卡', boardId: '42', from: '2026-01-02', sortBy: 'newest' }).toString(),
      )
    })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('have the order of the results beside them', async () => {
    const { at } = open('q=绿卡')
    await shows('共 3 条结果')
    fireEvent.change(screen.getByRole('combobox', { name: '排序' }), { target: { value: 'newest' } })
    await waitFor(() => {
      expect(at()).toContain('sortBy=newest')
    })
  })

  it('are cleared together', async () => {
    const { at } = open('q=绿卡&boardId=42&sortBy=newest')
    await shows('共 3 条结果')
    fireEvent.click(screen.getByRole('button', { name: '筛选（已选 1 项）' }))
    const sheet = within(await screen.findByRole('dialog', { name: '筛选' }))
    fireEvent.click(sheet.getByRole('button', { name: '清除筛选' }))
    fireEvent.click(sheet.getByRole('button', { name: '查看结果' }))
    await waitFor(() => {
      expect(at()).toBe(`/search?${new URLSearchParams({ q: '绿卡' }).toString()}`)
    })
  })

  it('are not offered for members', async () => {
    open('q=lw&type=users')
    await screen.findByRole('navigation', { name: '结果分类' })
    expect(screen.queryByRole('button', { name: /^筛选/ })).toBeNull()
  })
})

describe('the boards that a search finds', () => {
  const found = async () =>
    within(await screen.findByRole('navigation', { name: '版块' }))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))

  it('stand above its results', async () => {
    open('q=绿卡')
    expect(await found()).toEqual(['/boards/42'])
    await shows('共 3 条结果')
  })

  it('are shown when nothing else is found, which is then said of the rest', async () => {
    search.mockResolvedValue(best())
    open('q=“排期”')
    expect(await found()).toEqual(['/boards/42'])
    await shows('主题、帖子和用户里没有“排期”')
    expect(screen.queryByText(/没有找到与/)).toBeNull()
  })

  it.each([
    ['among members', 'q=绿卡&type=users'],
    ['within a board', 'q=绿卡&boardId=42'],
    ['for a single letter', 'q=G'],
  ])('are not sought %s', async (_where, query) => {
    open(query)
    await screen.findByRole('heading', { name: /用户/ })
    expect(screen.queryByRole('navigation', { name: '版块' })).toBeNull()
  })
})

describe('the boards beside a search', () => {
  const boards = [42, 43, 44].map((id) => aBoard({ id, name_zh: `版块${id}`, todayCount: id - 42 }))
  const hitIn = (id: number, boardId: number): ThreadHit => ({ ...aThreadHit(id), boardId })
  const openAside = async (query: string) => {
    responses.mockImplementation((async (name: string, options: { query: object }) =>
      name === 'listBoards' ? { boards } : ((await search(name, options.query)) as unknown)) as never)
    renderAt(`/search?${query}`, <SearchAside />)
    await screen.findByText('相关版块')
    return screen
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
      .filter((text) => text.startsWith('版块'))
  }
  beforeEach(() => {
    search.mockResolvedValue(best({ threads: [hitIn(1, 43), hitIn(2, 44), hitIn(3, 44)], posts: [aPostHit] }))
  })

  it('are those of its best hits, with what was posted there today', async () => {
    expect(await openAside('q=绿卡')).toEqual(['版块44今日 2', '版块43今日 1', '版块42'])
    expect(screen.getByRole('link', { name: '版块44' }).getAttribute('href')).toBe('/boards/44')
    expect(search).toHaveBeenCalledTimes(1)
  })

  it('leave out the board that is searched', async () => {
    expect(await openAside('q=绿卡&boardId=44')).toEqual(['版块43今日 1', '版块42'])
  })
})

describe('the hint at the exact phrase', () => {
  const finds = (exact: Found) =>
    search.mockImplementation((_name: string, { q }: { q: string }) =>
      q.startsWith('"') ? best(exact) : everything(),
    )
  const isAbsent = async () => {
    open('q=绿卡+排期')
    await waitFor(() => {
      expect(search).toHaveBeenCalledTimes(2)
    })
    await act(async () => {})
    expect(screen.queryByText(/加上引号/)).toBeNull()
  }

  it('appears for words that occur together in some of the results', async () => {
    finds({ threads: [aThreadHit(1)] })
    open('q=绿卡+排期')
    const link = await screen.findByRole('link', { name: /“绿卡排期”（1 条）/ })
    expect(link.getAttribute('href')).toBe(`/search?${new URLSearchParams({ q: '“绿卡排期”' }).toString()}`)
    expect(queryOf(1)).toEqual({ q: '"绿卡排期"' })
  })

  it('does not appear if they never do', async () => {
    finds({})
    await isAbsent()
  })

  it('does not appear if they do in all of them', async () => {
    finds({ threads: [aThreadHit(1)], posts: [aPostHit] })
    await isAbsent()
  })

  it('offers a search without quotes for a query that has them', async () => {
    open('q=“绿卡排期”')
    const link = await screen.findByRole('link', { name: /不加引号再搜/ })
    expect(link.getAttribute('href')).toBe(`/search?${new URLSearchParams({ q: '绿卡排期' }).toString()}`)
  })
})

describe('a search that finds nothing', () => {
  it('offers the same search without its filters, with their total', async () => {
    search.mockImplementation((_name: string, { boardId }: { boardId?: number }) =>
      boardId === undefined ? everything() : best(),
    )
    open('q=绿卡&boardId=42')
    await shows('没有找到与“绿卡”相关的内容')
    await shows('筛选着：绿卡排期。去掉筛选后有 3 条。')
    expect(screen.getByRole('link', { name: '清除筛选再搜' }).getAttribute('href')).toBe(
      `/search?${new URLSearchParams({ q: '绿卡' }).toString()}`,
    )
  })

  it('of one kind leads to the other kinds', async () => {
    search.mockImplementation((name: string) =>
      name === 'searchMembers'
        ? { users: [], pagination: { page: 1, totalPages: 0, total: 0 } }
        : best({ threads: [aThreadHit(1)] }),
    )
    open('q=绿卡&type=users')
    await shows('没有找到与“绿卡”相关的内容')
    await shows('其他分类里有 1 条。')
  })
})

describe('what is near a query', () => {
  const near = { threads: [{ ...aThreadHit(2), highlights: [] }], posts: [aPostHit] }
  const heading = (name: string) => screen.findByRole('heading', { name: new RegExp(`^${name}`) })

  it('stands in place of the empty state where nothing is exact', async () => {
    search.mockResolvedValue({ ...best(), nearby: near })
    open('q=落签')
    const section = within((await heading('没有完全一致的，这些接近')).closest('section')!)
    expect(section.getByText('主题 1 · 帖子 1')).toBeDefined()
    expect(section.getByRole('link', { name: '等綠卡第2年' })).toBeDefined()
    expect(section.getByRole('link', { name: /38 楼/ }).getAttribute('href')).toBe('/posts/9')
    expect(screen.queryByText(/没有找到与/)).toBeNull()
  })

  it('follows a few exact results, without a word that there are none', async () => {
    search.mockResolvedValue({ ...best({ threads: [aThreadHit(1)] }), nearby: near })
    open('q=绿卡')
    await heading('完全一致的不多，这些也接近')
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      '主题 1',
      '完全一致的不多，这些也接近主题 1 · 帖子 1',
    ])
  })

  it('keeps the way to a search without filters', async () => {
    search.mockImplementation((_name: string, { boardId }: { boardId?: number }) =>
      boardId === undefined ? everything() : { ...best(), nearby: near },
    )
    open('q=落签&boardId=42')
    await heading('没有完全一致的，这些接近')
    await shows(/^筛选着：绿卡排期。去掉筛选后有 3 条。/)
    expect(screen.getByRole('link', { name: /清除筛选再搜/ })).toBeDefined()
  })

  it('is not mentioned where nothing is near, or all of it is hidden from the reader', async () => {
    signIn(
      forum,
      aMember({ id: 8, blocked: [{ id: author.id, role: 'user', moderatedBoardIds: [] }] as never }),
    )
    search.mockResolvedValue({ ...best(), nearby: near })
    open('q=落签')
    await shows('没有找到与“落签”相关的内容')
    expect(screen.queryByRole('heading', { name: /这些接近/ })).toBeNull()
  })
})

describe('a search that fails', () => {
  it('says so, keeps what was typed and can be repeated', async () => {
    search.mockRejectedValue(new ApiError(0, 'NETWORK', '无法连接服务器'))
    open('q=绿卡')
    await shows('搜索失败，请重试')
    expect(screen.getByLabelText<HTMLInputElement>('搜索内容').value).toBe('绿卡')
    search.mockImplementation(() => everything())
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    await shows('共 3 条结果')
    expect(screen.queryByText('搜索失败，请重试')).toBeNull()
  })

  it('for too many searches counts down and keeps the results before it', async () => {
    const { router } = open('q=绿卡')
    await shows('共 3 条结果')
    search.mockRejectedValue(new ApiError(429, 'TOO_MANY_REQUESTS', '太快了', { retryAfterSeconds: 12 }))
    await act(() => router.navigate('/search?q=护照'))
    await shows('搜索太频繁，请 12 秒后再试')
    await shows('结果保持上一次的')
    expect(screen.getByRole('link', { name: /第1年/ })).toBeDefined()
  })
})
