import { TITLE_MAX } from '@forum/shared/limits'
import { ALL_RIGHTS } from '@forum/shared/policies'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api'
import { aBoard, aMember, aThread } from '../../testing/boards'
import { call } from '../../testing/calls'
import { renderAt } from '../../testing/render'
import { resetPage, signIn } from '../../testing/forum'
import { forum } from '../../store'
import { draftKey, drafts } from '../../state/drafts'
import { boardChoices, boardOfAddress, EMPTY, problemsOf } from './new-thread'
import { NewThreadScreen } from './NewThreadScreen'

const responses = vi.mocked(call)
const created = vi.fn()
const similar = vi.fn()

const boards = [
  aBoard({ id: 1, name_zh: '站务管理' }),
  aBoard({ id: 2, name_zh: '站务公告', parentId: 1, postRole: 'moderator' }),
  aBoard({ id: 3, name_zh: '意见反馈', parentId: 1 }),
  aBoard({ id: 150, name_zh: '综合讨论', allowsAnonymous: true }),
]
const member = { id: 7, role: 'user', moderatedBoardIds: [], isMuted: false, boards: ALL_RIGHTS } as const

beforeEach(() => {
  responses.mockReset()
  created.mockReset()
  similar.mockReset().mockResolvedValue({ threads: [] })
  responses.mockImplementation((async (name: string, options: unknown) => {
    if (name === 'listBoards') return { boards }
    if (name === 'listSimilarThreads') return (await similar(options)) as unknown
    return (await created(options)) as unknown
  }) as never)
  drafts.clear(draftKey(7, 'new-thread'))
  drafts.clear(draftKey(7, 'new-thread:greeting'))
  resetPage()
  signIn(forum, aMember())
})

const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: '发表主题' })
const open = async (path = '/new-thread') => {
  const shown = renderAt(
    path,
    <NewThreadScreen />,
    path.startsWith('/new-thread/') ? '/new-thread/:boardId' : undefined,
  )
  await screen.findByRole('option', { name: '意见反馈' })
  return shown
}
const fill = (title = '头一回发帖', content = '请多关照', board = '3') => {
  fireEvent.change(screen.getByLabelText('版块'), { target: { value: board } })
  fireEvent.change(screen.getByLabelText('标题'), { target: { value: title } })
  fireEvent.change(screen.getByLabelText('内容'), { target: { value: content } })
}
const keyOf = (at: number) =>
  (created.mock.calls[at]?.[0] as { idempotencyKey: string } | undefined)?.idempotencyKey

describe('the greeting of a newcomer', () => {
  const content = () => screen.getByLabelText<HTMLTextAreaElement>('内容').value
  const openGreeting = async () => {
    const shown = renderAt('/new-thread/3?begin=greeting', <NewThreadScreen />, '/new-thread/:boardId')
    await screen.findByRole('option', { name: '意见反馈' })
    return shown
  }

  it('is begun, in its board, and no draft until it is changed', async () => {
    await openGreeting()
    expect(screen.getByLabelText<HTMLInputElement>('标题').value).toBe('新人报到：我是老王')
    expect(content()).toContain('大家好，我是老王')
    expect(screen.getByLabelText<HTMLSelectElement>('版块').value).toBe('3')
    drafts.flush()
    expect(Object.keys(localStorage).filter((key) => key.includes('new-thread'))).toEqual([])
    fireEvent.change(screen.getByLabelText('内容'), { target: { value: '大家好，我改了' } })
    drafts.flush()
    expect(localStorage.getItem(draftKey(7, 'new-thread:greeting'))).toContain('大家好，我改了')
  })

  it('leaves the draft of another thread alone, and is empty of it', async () => {
    drafts.set(draftKey(7, 'new-thread'), EMPTY, { title: '另一个主题' })
    await openGreeting()
    expect(screen.getByLabelText<HTMLInputElement>('标题').value).toBe('新人报到：我是老王')
    expect(drafts.read(draftKey(7, 'new-thread'), EMPTY).value.title).toBe('另一个主题')
  })
})

describe('the select', () => {
  it('shows parents as headings over their boards, and boards without a parent on their own', async () => {
    await open()
    const group = screen.getByRole('group', { name: '站务管理' })
    expect([...group.querySelectorAll('option')].map((option) => option.textContent)).toEqual([
      '站务公告',
      '意见反馈',
    ])
    expect(screen.getByRole('option', { name: '综合讨论' }).closest('optgroup')).toBeNull()
  })

  it('offers no boards in which only staff may start threads', async () => {
    await open()
    expect(screen.getByRole<HTMLOptionElement>('option', { name: '站务公告' }).disabled).toBe(true)
  })

  it.each(['/new-thread/3', '/new-thread?boardId=3'])('preselects the board of %s', async (path) => {
    await open(path)
    expect(screen.getByLabelText<HTMLSelectElement>('版块').value).toBe('3')
  })

  it.each(['1', '2', '99', 'x', null])('preselects nothing for %j', (given) => {
    expect(boardOfAddress(given, boards, member)).toBeNull()
  })

  it('keeps the order of the boards', () => {
    expect(boardChoices(boards).map(({ board }) => board.id)).toEqual([1, 150])
  })
})

it('shows a notice in place of the form while the reader is muted', async () => {
  signIn(forum, aMember({ mutedUntil: new Date(Date.now() + 60 * 60 * 1_000).toISOString() }))
  renderAt('/new-thread', <NewThreadScreen />)
  expect(await screen.findByText(/^你已被禁言至/)).toBeDefined()
  expect(screen.queryByLabelText('标题')).toBeNull()
})

describe('the search for a board', () => {
  const search = () => screen.getByRole('searchbox', { name: '按名字查找' })

  it('offers boards by a part of their name, and Enter chooses the first', async () => {
    await open()
    // Boards for staff only are not offered.
    fireEvent.change(search(), { target: { value: '公告' } })
    expect(screen.getByText('没有找到，换个词试试')).toBeDefined()
    fireEvent.change(search(), { target: { value: '意见' } })
    expect(screen.getByRole('button', { name: /意见反馈/ })).toBeDefined()
    fireEvent.keyDown(search(), { key: 'Enter' })
    expect(screen.getByLabelText<HTMLSelectElement>('版块').value).toBe('3')
    expect(created).not.toHaveBeenCalled()
  })
})

describe('similar threads', () => {
  it('are offered while the title is typed, and go when it is emptied', async () => {
    similar.mockResolvedValue({ threads: [aThread({ id: 5, title: '头一回租房' })] })
    await open()
    fireEvent.change(screen.getByLabelText('标题'), { target: { value: '头一回' } })
    const link = await screen.findByRole('link', { name: '头一回租房' })
    expect(link.getAttribute('href')).toBe('/threads/5')
    expect(similar).toHaveBeenCalledWith({ query: { title: '头一回' } })
    fireEvent.change(screen.getByLabelText('标题'), { target: { value: '头' } })
    expect(screen.queryByRole('link', { name: '头一回租房' })).toBeNull()
  })
})

describe('what is missing', () => {
  it('disables the button only for missing fields', async () => {
    await open()
    expect(submit().disabled).toBe(true)
    fill('标题', '内容', '')
    expect(submit().disabled).toBe(true)
    fill('　 ', '内容')
    expect(submit().disabled).toBe(true)
    fill('标题', '​\n')
    expect(submit().disabled).toBe(true)
    fill('标题', '内容')
    expect(submit().disabled).toBe(false)
  })

  it('has a text for each missing field', () => {
    expect(problemsOf({ title: ' ', content: '', boardId: null })).toEqual({
      board: 'boardRequired',
      title: 'titleRequired',
      content: 'contentRequired',
    })
    expect(problemsOf({ title: '长'.repeat(TITLE_MAX + 1), content: '好', boardId: 3 })).toEqual({
      title: 'titleTooLong',
    })
    expect(problemsOf({ title: '👨‍👩‍👧'.repeat(TITLE_MAX), content: '好', boardId: 3 })).toEqual({})
  })

  it('reports what is too long only on submit', async () => {
    await open()
    fill('长'.repeat(TITLE_MAX + 1))
    expect(submit().disabled).toBe(false)
    fireEvent.click(submit())
    expect(screen.getByText(`标题不能超过 ${TITLE_MAX} 字`)).toBeDefined()
    expect(created).not.toHaveBeenCalled()
  })
})

describe('submitting', () => {
  it('creates the thread, clears the draft and opens the thread', async () => {
    created.mockResolvedValueOnce({ thread: aThread({ id: 77 }) })
    const { at } = await open()
    fill()
    fireEvent.click(submit())
    await waitFor(() => {
      expect(at()).toBe('/threads/77')
    })
    expect(created.mock.calls[0]?.[0]).toMatchObject({
      body: { title: '头一回发帖', content: '请多关照', boardId: 3 },
    })
    expect(drafts.read(draftKey(7, 'new-thread'), { title: '' }).value.title).toBe('')
  })

  it('submits with Ctrl + Enter in the content', async () => {
    created.mockResolvedValueOnce({ thread: aThread({ id: 77 }) })
    const { at } = await open()
    fill()
    fireEvent.keyDown(screen.getByLabelText('内容'), { key: 'Enter', ctrlKey: true })
    await waitFor(() => {
      expect(at()).toBe('/threads/77')
    })
  })

  it('retries under the same key, so that a lost response never makes two threads', async () => {
    created
      .mockRejectedValueOnce(new ApiError(0, 'TIMEOUT', '网络异常，请稍后再试'))
      .mockRejectedValueOnce(new ApiError(0, 'TIMEOUT', '网络异常，请稍后再试'))
    created.mockResolvedValueOnce({ thread: aThread({ id: 77 }) })
    const { at } = await open()
    fill()
    fireEvent.click(submit())
    expect(await screen.findByText('创建主题失败，请重试')).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('标题').value).toBe('头一回发帖')
    fireEvent.click(submit())
    await waitFor(() => {
      expect(at()).toBe('/threads/77')
    })
    expect(keyOf(0)).toMatch(/^[0-9a-f-]{36}$/)
    expect(keyOf(1)).toBe(keyOf(0))
    expect(keyOf(2)).toBe(keyOf(0))
  })

  it('uses a new key after any change, since it is then another thread', async () => {
    created.mockRejectedValue(new ApiError(403, 'MUTED', '你已被禁言，暂时不能发言'))
    await open()
    fill()
    fireEvent.click(submit())
    expect(await screen.findByText(/你已被禁言/)).toBeDefined()
    fill('改过的标题')
    fireEvent.click(submit())
    await waitFor(() => {
      expect(created).toHaveBeenCalledTimes(2)
    })
    expect(keyOf(1)).not.toBe(keyOf(0))
  })
})

it('restores what was typed before, and discards it on request', async () => {
  const { unmount } = await open()
  fill()
  act(() => {
    drafts.flush()
  })
  unmount()
  await open()
  expect(screen.getByLabelText<HTMLInputElement>('标题').value).toBe('头一回发帖')
})

it('goes to the question of the poll that is added, and back to the button once it is removed', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: '添加投票' }))
  expect(document.activeElement).toBe(screen.getByLabelText(/^投票的问题/))
  fireEvent.click(screen.getByRole('button', { name: '移除投票' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '添加投票' }))
})

it('goes out without a name where a board allows it', async () => {
  created.mockResolvedValue({ thread: aThread({ id: 9 }) })
  await open()
  fill()
  expect(screen.queryByLabelText(/匿名发表/)).toBeNull()
  fill('不署名的', '正文', '150')
  fireEvent.click(await screen.findByLabelText(/匿名发表/))
  fireEvent.click(submit())
  await waitFor(() => {
    expect(created).toHaveBeenCalled()
  })
  expect(created.mock.calls[0]?.[0]).toMatchObject({ body: { boardId: 150, anonymous: true } })
})
