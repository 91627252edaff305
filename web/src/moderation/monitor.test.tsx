import { type Activity } from '@forum/shared/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../lib/api'
import { forum } from '../store'
import { aMember } from '../testing/boards'
import { call } from '../testing/calls'
import { resetPage, signIn } from '../testing/forum'
import { renderAt } from '../testing/render'
import { toast } from '../ui'
import { aLine } from './activity.fixture'
import { monitorSlice, postKey, setMark } from './monitor.slice'
import { MonitorScreen } from './MonitorScreen'

type Options = { query?: { before?: number } }
const calls = vi.mocked(call as (name: string, options?: Options) => Promise<unknown>)

const AT = '2026-11-20T09:30:00.000Z'
const line: Activity = aLine(1, { excerpt: '请加薇信', detail: { words: [[1, 4]] }, postNumber: 12 })
const post = {
  id: line.postId,
  number: 12,
  threadId: 1,
  content: '请加[b]薇信[/b]，快加薇信',
  author: line.actor,
  createdAt: AT,
  isEdited: false,
  isDeleted: false,
}

function respond(name: string, { query }: Options = {}): unknown {
  switch (name) {
    case 'listActivity':
      return { activity: query?.before === undefined ? [line] : [], nextSince: 1 }
    case 'listCases':
      return { cases: [] }
    case 'postHistory':
      return { versions: [] }
    case 'getPost':
      return { post }
    case 'listPosts':
      return { posts: [] }
    case 'getUser':
      return { user: aMember({ id: 7, username: 'member7', displayName: '会员7' }) }
    case 'getDiscipline':
      return { entries: [], notes: [] }
    default:
      throw new ApiError(404, 'NOT_FOUND', '没有')
  }
}

/** Gives the feed other lines, the newest first. */
const respondWith = (lines: readonly Activity[]) =>
  calls.mockImplementation((name, options) =>
    name === 'listActivity'
      ? Promise.resolve({
          activity: options?.query?.before === undefined ? lines : [],
          nextSince: lines[0]?.id ?? 0,
        })
      : new Promise((resolve) => resolve(respond(name, options))),
  )

const press = (key: string) => fireEvent.keyDown(document.body, { key })

beforeEach(() => {
  resetPage()
  forum.update((write) => {
    Object.assign(write(monitorSlice), monitorSlice.initial())
  })
  signIn(forum, aMember({ id: 1, role: 'moderator' }))
  calls.mockReset()
  calls.mockImplementation((name, options) => new Promise((resolve) => resolve(respond(name, options))))
})

it('opens the drawer of the author with p, as the list of keys says', async () => {
  renderAt('/moderation', <MonitorScreen />)
  await screen.findByText('会员7')
  press('j')
  press('p')
  expect(await screen.findByRole('dialog', { name: /会员7/ })).toBeDefined()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  press('?')
  const keys = await screen.findByRole('dialog')
  expect(within(keys).getByText('打开作者的处罚与记录')).toBeDefined()
})

it('marks the words of the filter in the context of a line', async () => {
  const { container } = renderAt('/moderation', <MonitorScreen />)
  await screen.findByText('会员7')
  press('j')
  press('Enter')
  await waitFor(() => {
    const marked = Array.from(container.querySelectorAll('.context-text mark'), (mark) => mark.textContent)
    expect(marked).toEqual(['加薇信', '加薇信'])
  })
})

it('offers what an edit changed in the context of its line', async () => {
  calls.mockImplementation((name, options) =>
    name === 'getPost'
      ? Promise.resolve({ post: { ...post, isEdited: true } })
      : new Promise((resolve) => resolve(respond(name, options))),
  )
  renderAt('/moderation', <MonitorScreen />)
  await screen.findByText('会员7')
  press('j')
  press('Enter')
  fireEvent.click(await screen.findByRole('button', { name: '看改动' }))
  expect(await screen.findByRole('dialog')).toBeDefined()
})

it('acts on the author of a post that a moderator edited', async () => {
  const editor = { ...line.actor, id: 2, displayName: '版主甲', role: 'moderator' as const }
  const author = aMember({ id: 9, displayName: '王五' })
  respondWith([{ ...line, kind: 'edit', actor: editor, detail: { user: author, before: '加薇信' } }])
  renderAt('/moderation', <MonitorScreen />)
  await screen.findByText('版主甲')
  press('j')
  press('d')
  expect(await screen.findByRole('dialog', { name: '删除 王五 的 12 楼' })).toBeDefined()
  expect(screen.getByRole('checkbox', { name: '同时禁言 1 天' })).toBeDefined()
})

it('cuts what an edit changed between characters', async () => {
  // 59 characters, and one of more than a code unit.
  const [before, after] = [`${'旧'.repeat(59)}😀😀`, `${'新'.repeat(59)}👩‍👩‍👧旧`]
  respondWith([{ ...line, kind: 'edit', excerpt: after, detail: { before } }])
  const { container } = renderAt('/moderation', <MonitorScreen />)
  await screen.findByText('会员7')
  const shown = Array.from(container.querySelectorAll('.feed-what :is(del, ins)'), (part) => part.textContent)
  expect(shown).toEqual([`${'旧'.repeat(59)}😀`, `${'新'.repeat(59)}👩‍👩‍👧`])
})

it('names the member whose content a purge removed or restored', async () => {
  const user = aMember({ id: 9, displayName: '王五' })
  const purge = { thread: null, board: null, postId: null, postNumber: null, excerpt: '' }
  const lines = [
    aLine(3, { ...purge, kind: 'restore', detail: { action: 'undo_purge', user } }),
    aLine(2, { ...purge, kind: 'delete', detail: { action: 'purge_user', user, reason: '垃圾广告' } }),
  ]
  respondWith(lines)
  renderAt('/moderation', <MonitorScreen />)
  expect(await screen.findByText('删除了 王五 的全部内容 · 理由：垃圾广告')).toBeDefined()
  expect(screen.getByText('恢复了 王五 的全部内容')).toBeDefined()
})

it('leads from the report of a message to its case', async () => {
  const report = aLine(1, {
    kind: 'report',
    thread: null,
    board: null,
    postId: null,
    postNumber: null,
    excerpt: '',
    detail: { user: aMember({ id: 9, displayName: '王五' }), reason: '骚扰', caseId: 31 },
  })
  respondWith([report])
  const opened = vi.fn()
  vi.stubGlobal('open', opened)
  renderAt('/moderation', <MonitorScreen />)
  await screen.findByRole('button', { name: '站内信 骚扰' })
  press('j')
  press('o')
  expect(opened).toHaveBeenCalledWith('/moderation/reports?case=31', '_blank', 'noopener')
  press('Enter')
  const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(addressOf('看举报')).toBe('/moderation/reports?case=31')
  expect(addressOf('新窗口打开')).toBe('/moderation/reports?case=31')
})

it('leads from the report of a post to the post and to its case', async () => {
  respondWith([{ ...line, kind: 'report', detail: { reason: '骚扰', caseId: 31 } }])
  const opened = vi.fn()
  vi.stubGlobal('open', opened)
  renderAt('/moderation', <MonitorScreen />)
  await screen.findByText('会员7')
  press('j')
  press('o')
  expect(opened).toHaveBeenCalledWith('/posts/1001', '_blank', 'noopener')
  press('Enter')
  expect((await screen.findByRole('link', { name: '看举报' })).getAttribute('href')).toBe(
    '/moderation/reports?case=31',
  )
})

describe('what was typed for an act', () => {
  const details = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^补充一句/ })
  const isOn = (reason: string) =>
    screen.getByRole('button', { name: reason }).getAttribute('aria-pressed') === 'true'
  const closed = () =>
    waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull()
    })
  const type = async (text: string) => fireEvent.change(await details(), { target: { value: text } })
  const pressButton = async (name: string) => {
    fireEvent.click(screen.getByRole('button', { name }))
    await closed()
  }
  const open = async () => {
    respondWith([aLine(2, { by: 8 }), line])
    renderAt('/moderation', <MonitorScreen />)
    await screen.findByText('会员8')
    press('j')
  }

  it('is there when the dialog is opened again for the same act on the same line', async () => {
    await open()
    press('d')
    await type('第三次了')
    fireEvent.click(screen.getByRole('button', { name: '人身攻击' }))
    await pressButton('取消')

    press('m')
    expect((await details()).value).toBe('')
    await pressButton('取消')
    press('j')
    press('d')
    expect((await details()).value).toBe('')
    expect(isOn('人身攻击')).toBe(false)
    await pressButton('取消')

    press('k')
    press('d')
    expect((await details()).value).toBe('第三次了')
    expect(isOn('人身攻击')).toBe(true)
  })

  it('stays when the act fails, and is forgotten once it is done', async () => {
    let isDown = true
    const failed = vi.spyOn(toast, 'error')
    await open()
    const others = calls.getMockImplementation()
    calls.mockImplementation((name, options) => {
      if (name !== 'muteUser') return others?.(name, options) ?? Promise.resolve()
      return isDown
        ? Promise.reject(new ApiError(500, 'INTERNAL', '服务器出错'))
        : Promise.resolve({ user: aMember({ id: 8 }), undo: { id: 1, until: '' } })
    })
    press('m')
    await type('刷屏')
    await pressButton('禁言')
    await waitFor(() => {
      expect(failed).toHaveBeenCalledWith('操作失败', { description: '服务器出错' })
    })
    isDown = false
    press('m')
    expect((await details()).value).toBe('刷屏')
    await pressButton('禁言')
    await screen.findByText('已禁言 会员8 · 刷屏')
    press('m')
    expect((await details()).value).toBe('')
  })
})

describe('on a phone', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })
  const touch = (to: Element, kind: 'start' | 'move' | 'end', clientX: number, clientY = 20) => {
    const touches = kind === 'end' ? [] : [{ clientX, clientY }]
    const fire = { start: fireEvent.touchStart, move: fireEvent.touchMove, end: fireEvent.touchEnd }[kind]
    fire(to, { touches })
  }
  const open = async () => {
    const { container } = renderAt('/moderation', <MonitorScreen />)
    await screen.findByText('会员7')
    const row = container.querySelector('.feed-row')
    if (!row) throw new Error('no row')
    return row
  }
  const actsOfRow = (row: Element) =>
    Array.from(row.querySelectorAll('.feed-swiped button'), ({ textContent }) => textContent)

  it('offers to delete and to ignore after a swipe to the left, until it is swiped back', async () => {
    const row = await open()
    touch(row, 'start', 300)
    touch(row, 'move', 260, 90)
    touch(row, 'end', 0)
    expect(actsOfRow(row)).toEqual([])
    touch(row, 'start', 300)
    touch(row, 'move', 220)
    touch(row, 'end', 0)
    expect(actsOfRow(row)).toEqual(['d删除', 'x忽略'])
    touch(row, 'start', 100)
    touch(row, 'move', 200)
    touch(row, 'end', 0)
    expect(actsOfRow(row)).toEqual([])
    touch(row, 'start', 300)
    touch(row, 'move', 220)
    fireEvent.click(within(row as HTMLElement).getByRole('button', { name: '忽略' }))
    expect(await screen.findByText(/已忽略一条动态/)).toBeDefined()
    expect(actsOfRow(row)).toEqual([])
  })

  it('previews the removal of everything by the author from the act sheet', async () => {
    const preview = { id: null, status: 'preview', threads: 2, posts: 12, othersReplies: 6, items: [] }
    calls.mockImplementation((name, options) =>
      name === 'purgeUser'
        ? Promise.resolve({ purge: preview })
        : new Promise((resolve) => resolve(respond(name, options))),
    )
    const row = await open()
    touch(row, 'start', 100)
    fireEvent.click(await screen.findByRole('button', { name: '删除此人全部内容… 先预览' }))
    expect(await screen.findByText('主题里有别人的 6 条回复，会一起看不到。')).toBeDefined()
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    const body = { preview: true, keepThreadIds: [] }
    expect(calls).toHaveBeenCalledWith('purgeUser', { params: { userId: 7 }, body })
  })

  it('offers no removal of everything by somebody of the same role', async () => {
    respondWith([{ ...line, actor: { ...line.actor, role: 'moderator' } }])
    const row = await open()
    touch(row, 'start', 100)
    await screen.findByRole('textbox', { name: /^补充一句/ })
    expect(screen.queryByRole('button', { name: /^删除此人全部内容/ })).toBeNull()
  })

  it('opens the act sheet on a long press, and says there who was first', async () => {
    const row = await open()
    const words = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^补充一句/ })
    touch(row, 'start', 100)
    await words()
    touch(row, 'end', 0)
    forum.update((write) => {
      const by = aMember({ id: 2, displayName: '王五' })
      setMark(write(monitorSlice), postKey(line.postId ?? 0), { kind: 'deleted', by, at: 0 })
    })
    expect(await screen.findByText('王五 先处理了这一条：已删除')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: '知道了' }))
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull()
    })
  })
})
