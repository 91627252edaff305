import { type Case, type Post, type UserSummary } from '@forum/shared/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api'
import { aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { revalidateShown } from '../../resource'
import { forum, type ForumEvent } from '../../store'
import { followHistory } from '../../ui'
import { casesSlice } from './cases.slice'
import { CasesScreen } from './CasesScreen'

type Options = {
  params?: { caseId?: number; actId?: number; postId?: number }
  query?: object
  body?: object
}
const calls = vi.mocked(call as (name: string, options?: Options) => Promise<unknown>)
const callsOf = (name: string) =>
  calls.mock.calls.filter(([called]) => called === name).map(([, options]) => options)

const AT = '2026-11-20T09:30:00.000Z'
const LATER = '2099-01-01T00:00:00.000Z'
const member = (id: number, displayName: string, role: UserSummary['role'] = 'user'): UserSummary => ({
  id,
  username: `member${id}`,
  displayName,
  avatar: null,
  role,
})
const me = aMember({ id: 1, displayName: '老王', role: 'moderator' })
const wangwu = member(2, '王五', 'moderator')

function aCase(given: Partial<Case> & { id: number }): Case {
  const { id } = given
  const author = member(50 + id, `作者${id}`)
  const post = { id: id * 10, number: 12, threadId: id, excerpt: `难听的话${id}`, author }
  const thread = { id, title: `主题${id}`, boardId: 42 }
  return {
    kind: 'post',
    post: { ...post, isDeleted: false },
    message: null,
    member: null,
    complaint: null,
    thread,
    reports: [
      {
        id: id * 100,
        post,
        thread,
        messageId: null,
        userId: null,
        reporter: member(9, '海鸥'),
        reason: '人身攻击：说话太难听',
        status: 'open',
        handledBy: null,
        handledAt: null,
        note: null,
        createdAt: AT,
      },
    ],
    status: 'open',
    claimedBy: null,
    claimedUntil: null,
    handledBy: null,
    handledAt: null,
    action: null,
    reason: null,
    createdAt: AT,
    version: 1,
    ...given,
  }
}

/** The cases as the server has them; calls change them. */
let server: Map<number, Case>
const change = (id: number, changes: Partial<Case>): Case => {
  const before = server.get(id) ?? aCase({ id })
  const after = { ...before, ...changes, version: before.version + 1 }
  server.set(id, after)
  return after
}
const claimedBy = (by: UserSummary) => ({ claimedBy: by, claimedUntil: LATER })
const settledBy = (by: UserSummary, action: Case['action'], reason: string | null) =>
  ({
    status: 'resolved',
    handledBy: by,
    handledAt: AT,
    action,
    reason,
    claimedBy: null,
    claimedUntil: null,
  }) as const

function respond(name: string, options: Options = {}): unknown {
  const id = options.params?.caseId ?? 0
  switch (name) {
    case 'listCases':
      return {
        cases: [...server.values()].filter(({ status }) => status === 'open'),
        pagination: { page: 1, limit: 50, total: server.size, totalPages: 1, hasPrev: false, hasNext: false },
      }
    case 'getCase':
      return { case: server.get(id) ?? refuse('NOT_FOUND', 404), history: [] }
    case 'claimCase':
      return { case: change(id, claimedBy(me)) }
    case 'releaseCase':
      return { case: change(id, { claimedBy: null, claimedUntil: null }) }
    case 'resolveCase': {
      const { action, reason } = options.body as { action: Case['action']; reason: string }
      return { case: change(id, settledBy(me, action, reason)), undo: { id: 700 + id, until: LATER } }
    }
    case 'undoAct': {
      const caseId = (options.params?.actId ?? 0) - 700
      change(caseId, { ...settledBy(me, null, null), ...claimedBy(me), status: 'open', handledBy: null })
      return { entry: {} }
    }
    case 'getPost':
      return { post: { ...aPost(12), id: options.params?.postId } }
    case 'listPosts':
      return { posts: [aPost(10), aPost(11), aPost(13)] }
    default:
      return refuse('NOT_FOUND', 404)
  }
}
const refuse = (code: 'NOT_FOUND' | 'CONFLICT', status: number) => {
  throw new ApiError(status, code, '服务器说不行')
}
const aPost = (number: number) =>
  ({
    id: number,
    number,
    threadId: 1,
    content: `第 ${number} 楼的话`,
    author: member(50 + number, '某人'),
    createdAt: AT,
    isEdited: false,
    isDeleted: false,
  }) as Post

const tell = (found: Case) => {
  const event = { name: 'moderation:report', id: `${found.id} ${found.version}`, at: AT, case: found }
  act(() => {
    forum.receive([event as ForumEvent])
  })
}

beforeEach(() => {
  resetPage()
  forum.update((write) => {
    Object.assign(write(casesSlice), { cases: {}, notes: {}, arrived: [] })
  })
  signIn(forum, me)
  server = new Map([1, 2, 3].map((id) => [id, aCase({ id })]))
  calls.mockReset()
  calls.mockImplementation((name, options) => new Promise((resolve) => resolve(respond(name, options))))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const show = (query = '') => renderAt(`/moderation/reports${query}`, <CasesScreen />)
const line = (id: number) => screen.findByRole('link', { name: `难听的话${id}` })
const lineText = async (id: number) => (await line(id)).closest('li')?.textContent
const press = (key: string, more: object = {}) => fireEvent.keyDown(document.body, { key, ...more })
const choice = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name })

describe('the queue of reports', () => {
  it('shows a case among its neighbours and settles it with keys alone, then opens the next', async () => {
    const { at } = show()
    await line(1)
    press('j')
    expect(at()).toBe('/moderation/reports?case=1')
    await screen.findByText('第 11 楼的话')
    press('d')
    expect((await choice(/^删除此帖/)).checked).toBe(true)
    press('5')
    fireEvent.change(screen.getByRole('textbox', { name: '补充一句' }), {
      target: { value: '再有一次就禁言' },
    })
    press('Enter', { ctrlKey: true })
    await screen.findByText('已结案：《主题1》12 楼 · 删除')
    expect(callsOf('resolveCase')).toEqual([
      { params: { caseId: 1 }, body: { action: 'delete_post', reason: '人身攻击：再有一次就禁言' } },
    ])
    expect(at()).toBe('/moderation/reports?case=2')
    expect(await lineText(1)).toContain('老王 已处理：删除')
  })

  it('takes a settlement back with u and opens the case again', async () => {
    const { at } = show('?case=1')
    await line(1)
    await choice(/^举报不成立/)
    press('x')
    press('Enter', { ctrlKey: true })
    await screen.findByText('已结案：《主题1》12 楼 · 举报不成立')
    press('u')
    await waitFor(() => {
      expect(at()).toBe('/moderation/reports?case=1')
    })
    expect(callsOf('undoAct')).toEqual([{ params: { actId: 701 }, body: {} }])
    expect(await lineText(1)).toContain('你正在处理')
  })

  it('settles the last case again after it was taken back', async () => {
    server = new Map([[1, aCase({ id: 1 })]])
    show('?case=1')
    await line(1)
    await choice(/^举报不成立/)
    press('x')
    press('Enter', { ctrlKey: true })
    await screen.findByText('已结案：《主题1》12 楼 · 举报不成立')
    press('u')
    await waitFor(async () => {
      expect(await lineText(1)).toContain('你正在处理')
    })
    await choice(/^举报不成立/)
    press('x')
    press('Enter', { ctrlKey: true })
    await waitFor(() => {
      expect(callsOf('resolveCase')).toHaveLength(2)
    })
  })

  it('chooses the reason that most reporters gave, and asks for words with another', async () => {
    show('?case=1')
    await line(1)
    expect(screen.getByRole('button', { name: '人身攻击' }).getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByRole('button', { name: '泄露隐私' })).toBeTruthy()
    await choice(/^删除此帖/)
    press('d')
    press('7')
    press('Enter', { ctrlKey: true })
    await screen.findByText('选了“其他”，请写明理由')
    expect(callsOf('resolveCase')).toEqual([])
  })

  it('says who was first when a settlement comes second, and keeps what was chosen', async () => {
    show('?case=1')
    await line(1)
    await choice(/^删除此帖/)
    press('d')
    change(1, settledBy(wangwu, 'delete_post', '垃圾广告'))
    const usual = calls.getMockImplementation()
    calls.mockImplementation((name, options) =>
      name === 'resolveCase'
        ? Promise.reject(new ApiError(409, 'CONFLICT', '刚刚被改动过'))
        : (usual?.(name, options) ?? Promise.reject(new Error(name))),
    )
    press('Enter', { ctrlKey: true })
    const alert = await screen.findByText(/王五 刚刚已处理/)
    expect(alert.textContent).toBe('王五 刚刚已处理：删除，理由 垃圾广告。你的操作没有执行。')
    expect(screen.queryByRole('form', { name: '怎么处理' })).toBeNull()
  })

  it('cannot act on a case that another handles until it is let go', async () => {
    show('?case=1')
    await choice(/^删除此帖/)
    tell(change(1, claimedBy(wangwu)))
    expect(await screen.findByText('王五 正在处理。你可以看，暂时不能处理。')).toBeDefined()
    expect(screen.queryByRole('form', { name: '怎么处理' })).toBeNull()
    expect(await lineText(1)).toContain('王五 正在处理')
    tell(change(1, { claimedBy: null, claimedUntil: null }))
    expect(await choice(/^删除此帖/)).toBeDefined()
  })

  it('claims a case that is looked at for two seconds, and lets it go when another is opened', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    show('?case=1')
    await choice(/^删除此帖/)
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(callsOf('claimCase')).toEqual([{ params: { caseId: 1 } }])
    await screen.findByText('你正在处理，别的版主看得到，不能同时处理')
    press('j')
    await waitFor(() => {
      expect(callsOf('releaseCase')).toEqual([{ params: { caseId: 1 } }])
    })
  })

  it('leaves a case to others whose claim has lapsed while nobody worked on it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    show('?case=1')
    await choice(/^删除此帖/)
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(callsOf('claimCase')).toHaveLength(1)
    tell(change(1, { claimedBy: null, claimedUntil: null }))
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(callsOf('claimCase')).toHaveLength(1)
    fireEvent.pointerDown(await choice(/^删除此帖/))
    await waitFor(() => {
      expect(callsOf('claimCase')).toHaveLength(2)
    })
  })

  it('keeps a case in its place when another moderator settles it, and counts new ones until asked', async () => {
    show()
    await line(2)
    tell(change(2, settledBy(wangwu, 'dismiss', null)))
    tell(change(4, {}))
    const order = () =>
      screen.getAllByRole('link', { name: /难听的话/ }).map(({ textContent }) => textContent)
    expect(order()).toEqual(['难听的话1', '难听的话2', '难听的话3'])
    expect(await lineText(2)).toContain('王五 已处理：举报不成立')
    fireEvent.click(screen.getByRole('button', { name: '有 1 条新举报，点击显示' }))
    await line(4)
    expect(order()).toEqual(['难听的话1', '难听的话3', '难听的话4'])
  })

  it('counts cases that came while no event could, once the list is read again', async () => {
    show()
    await line(3)
    change(4, {})
    await act(() => revalidateShown(forum))
    expect(screen.queryByRole('link', { name: '难听的话4' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: '有 1 条新举报，点击显示' }))
    await line(4)
  })

  it('offers a board moderator no acts on accounts, and none on a deleted post', async () => {
    signIn(forum, aMember({ id: 1, moderatedBoardIds: [42] }))
    show('?case=1')
    await choice(/^删除此帖/)
    const acts = () => screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value)
    expect(acts()).toEqual(['delete_post', 'lock_thread', 'dismiss'])
    const { post } = change(1, {})
    if (post) tell(change(1, { post: { ...post, isDeleted: true } }))
    await waitFor(() => {
      expect(acts()).toEqual(['dismiss'])
    })
  })

  it('shows a reported message alone, which cannot be deleted', async () => {
    const message = { id: 8, sender: member(51, '夜来香'), recipient: member(9, '小鹿'), createdAt: AT }
    const whole = { ...message, subject: '交个朋友', content: '照片私聊给你看', attachments: [] }
    server = new Map([[1, aCase({ id: 1, kind: 'message', post: null, thread: null, message: whole })]])
    show('?case=1')
    expect(await screen.findByText('照片私聊给你看')).toBeDefined()
    // Events carry no text; the loaded one stays.
    tell(change(1, { message: { ...whole, subject: null, content: null }, ...claimedBy(me) }))
    expect(screen.getByText('照片私聊给你看')).toBeDefined()
    await choice(/^封禁发件人/)
    const acts = screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value)
    expect(acts).toEqual(['ban_user', 'mute_user', 'dismiss'])
  })

  describe('on a phone', () => {
    let stopFollowing: () => void
    beforeEach(() => {
      stopFollowing = followHistory()
      vi.stubGlobal('matchMedia', () => ({
        matches: false,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }))
    })
    afterEach(() => {
      stopFollowing()
    })

    it('offers the acts in a bar and the same acts as on the desk in a sheet, which Back and 取消 close', async () => {
      show('?case=1')
      const bar = await screen.findByRole('group', { name: '怎么处理' })
      expect(
        within(bar)
          .getAllByRole('button')
          .map(({ textContent }) => textContent),
      ).toEqual(['删除', '禁言', '不成立', '更多'])
      fireEvent.click(within(bar).getByRole('button', { name: '禁言' }))
      const sheet = await screen.findByRole('dialog', { name: '怎么处理' })
      const radios = within(sheet).getAllByRole<HTMLInputElement>('radio')
      const acts = ['delete_post', 'lock_thread', 'mute_user', 'ban_user', 'dismiss']
      expect(radios.flatMap(({ name, value }) => (name === radios[0]?.name ? value : []))).toEqual(acts)
      expect(radios.find(({ checked }) => checked)?.value).toBe('mute_user')
      fireEvent.change(within(sheet).getByRole('textbox', { name: '补充一句' }), {
        target: { value: '再有' },
      })
      act(() => {
        dispatchEvent(new PopStateEvent('popstate', { state: null }))
      })
      await waitFor(() => {
        expect(screen.queryByRole('dialog')).toBeNull()
      })
      fireEvent.click(within(bar).getByRole('button', { name: '删除' }))
      fireEvent.click(await screen.findByRole('button', { name: '取消' }))
      await waitFor(() => {
        expect(screen.queryByRole('dialog')).toBeNull()
      })
      fireEvent.click(within(bar).getByRole('button', { name: '删除' }))
      const again = await screen.findByRole('dialog', { name: '怎么处理' })
      fireEvent.click(within(again).getByRole('button', { name: /^删除此帖并结案/ }))
      await screen.findByText('已结案：《主题1》12 楼 · 删除')
      expect(callsOf('resolveCase')).toMatchObject([
        { body: { action: 'delete_post', reason: '人身攻击：再有' } },
      ])
    })

    it('says in the sheet who was first', async () => {
      show('?case=1')
      fireEvent.click(await screen.findByRole('button', { name: '更多' }))
      const sheet = await screen.findByRole('dialog', { name: '怎么处理' })
      tell(change(1, settledBy(wangwu, 'delete_post', '垃圾广告')))
      await within(sheet).findByText(/王五 .*已处理：删除/)
      fireEvent.click(within(sheet).getByRole('button', { name: '知道了' }))
      await waitFor(() => {
        expect(screen.queryByRole('dialog')).toBeNull()
      })
    })

    it('leads back from a case to the queue', async () => {
      const { at, router } = show()
      fireEvent.click(await line(1))
      await screen.findByRole('group', { name: '怎么处理' })
      fireEvent.click(screen.getByRole('button', { name: '下一条' }))
      await waitFor(() => {
        expect(at()).toBe('/moderation/reports?case=2')
      })
      await act(() => router.navigate(-1))
      expect(at()).toBe('/moderation/reports')
    })
  })

  it('marks the words of the filter in the line and in the post', async () => {
    server = new Map([[1, aCase({ id: 1, words: ['难听', '第 12'] })]])
    const { container } = show('?case=1')
    await screen.findByText('第 11 楼的话')
    await waitFor(() => {
      const marked = Array.from(container.querySelectorAll('mark'), ({ textContent }) => textContent)
      expect(marked).toEqual(['难听', '第 12'])
    })
    // Lists and events only have the words at the beginning of the text; the loaded ones stay.
    tell(change(1, { ...claimedBy(me), words: ['难听'] }))
    expect(container.querySelectorAll('mark')).toHaveLength(2)
  })

  it('says that nothing waits, and why the list could not be loaded', async () => {
    server = new Map()
    const { unmount } = show()
    await screen.findByText('没有待处理的举报')
    unmount()
    resetPage()
    signIn(forum, me)
    calls.mockImplementation(() => Promise.reject(new ApiError(500, 'INTERNAL', '服务器内部错误')))
    show()
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('服务器内部错误')).toBeDefined()
  })
})
