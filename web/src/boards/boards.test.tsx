import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../lib/api'
import { aBoard, aMember, aThread } from '../testing/boards'
import { call } from '../testing/calls'
import { renderAt } from '../testing/render'
import { resetPage, signIn } from '../testing/forum'
import { forum } from '../store'
import { BoardsScreen } from './BoardsScreen'

/** The responses of `listBoards`, with the categories. */
const responses = vi.fn()

beforeEach(() => {
  responses.mockReset()
  vi.mocked(call).mockImplementation((name: string): Promise<never> => {
    const result: unknown = name === 'listCategories' ? { categories: [] } : responses()
    return Promise.resolve(result as never)
  })
  resetPage()
  signIn(forum, null)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('boards that cannot be loaded', () => {
  it('loads the boards automatically once the server responds again', async () => {
    vi.useFakeTimers()
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    responses.mockRejectedValue(new ApiError(503, 'UNAVAILABLE', '服务暂时不可用，请稍后再试'))
    renderAt('/boards', <BoardsScreen />)
    await pass(3_000)
    for (const times of [1, 2, 3]) {
      expect(responses).toHaveBeenCalledTimes(times)
      expect(screen.getByRole('alert').textContent).toContain('服务暂时不可用')
      await pass(6_250)
    }
    responses.mockResolvedValue({ boards: [aBoard({ id: 3, name_zh: '意见反馈' })] })
    await pass(6_250)
    expect(screen.getByRole('link', { name: '意见反馈' })).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('does not retry refused boards', async () => {
    vi.useFakeTimers()
    responses.mockRejectedValue(new ApiError(403, 'FORBIDDEN', ''))
    renderAt('/boards', <BoardsScreen />)
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(screen.getByRole('alert').textContent).toContain('权限不足')
    expect(responses).toHaveBeenCalledTimes(1)
  })

  it.each([
    [new ApiError(0, 'NETWORK', ''), '无法连接服务器，请检查网络'],
    [new ApiError(0, 'TIMEOUT', ''), '网络异常，请稍后再试'],
    [new ApiError(401, 'UNAUTHENTICATED', ''), '登录已失效，请重新登录'],
    [new ApiError(403, 'FORBIDDEN', ''), '权限不足，无法访问'],
    [new ApiError(404, 'NOT_FOUND', ''), '请求的内容不存在'],
    [new ApiError(500, 'INTERNAL', ''), '服务器内部错误，请稍后再试'],
    [new ApiError(503, 'UNAVAILABLE', '服务暂时不可用，请稍后再试'), '错误：服务暂时不可用，请稍后再试'],
    [new ApiError(429, 'TOO_MANY_REQUESTS', '操作太频繁'), '错误：操作太频繁'],
  ])('explains why boards could not be loaded: %s', async (error, text) => {
    responses.mockRejectedValue(error)
    renderAt('/boards', <BoardsScreen />)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('加载看板时出错')
    expect(alert.textContent).toContain(text)
    expect(screen.getByText('调试信息').closest('details')?.textContent).toContain(error.code)
  })

  it('shows the boards once a retry succeeds', async () => {
    responses.mockRejectedValueOnce(new ApiError(0, 'NETWORK', ''))
    renderAt('/boards', <BoardsScreen />)
    const retry = await screen.findByRole('button', { name: '重试' })
    responses.mockResolvedValueOnce({ boards: [aBoard({ id: 3, name_zh: '意见反馈' })] })
    fireEvent.click(retry)
    expect(await screen.findByRole('link', { name: '意见反馈' })).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

it('shows every board with its moderators and counts', async () => {
  const { email: _email, ...moderator } = aMember({ displayName: '枫林晚' })
  responses.mockResolvedValueOnce({
    boards: [
      aBoard({ id: 40, name_zh: '移民签证' }),
      aBoard({
        id: 42,
        parentId: 40,
        name_zh: 'H1B与工作签证',
        moderators: [moderator],
        threadCount: 41,
        postCount: 12_345,
      }),
    ],
  })
  renderAt('/boards', <BoardsScreen />)
  const row = (await screen.findByRole('link', { name: 'H1B与工作签证' })).closest('tr')
  expect(row?.textContent).toContain('枫林晚')
  expect(row?.textContent).toContain('41')
  expect(row?.textContent).toContain('1.2 万')
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    '版块',
    '版主',
    '主题',
    '帖子',
  ])
  expect(screen.getByRole('link', { name: '移民签证' }).closest('tr')?.textContent).not.toContain('版主')
})

it('says that there are no boards', async () => {
  responses.mockResolvedValueOnce({ boards: [] })
  renderAt('/boards', <BoardsScreen />)
  expect(await screen.findByText('论坛还没有开设版块')).toBeDefined()
})

it('leads from the newest thread of a board to what is new in it', async () => {
  const lastThread = {
    id: 9,
    title: '排期动了',
    lastPostAt: '2025-08-01T00:00:00.000Z',
    lastPostUser: { ...aThread({ id: 9 }).lastPostUser, displayName: '海鸥' },
    userId: 1,
  }
  responses.mockResolvedValueOnce({ boards: [{ ...aBoard({ id: 42 }), lastThread }] })
  renderAt('/boards', <BoardsScreen />)
  const link = await screen.findByRole('link', { name: '排期动了' })
  expect(link.getAttribute('href')).toBe('/threads/9/page/unread')
})
