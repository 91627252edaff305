import { type LogEntry } from '@forum/shared/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/api'
import { aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { forum, type ForumEvent } from '../../store'
import { logSlice } from './log.slice'
import { LogScreen } from './LogScreen'

type Options = { query?: Record<string, unknown>; params?: { actId?: number } }
const calls = vi.mocked(call as (name: string, options?: Options) => Promise<unknown>)
const callsOf = (name: string) =>
  calls.mock.calls.filter(([called]) => called === name).map(([, options]) => options)

const AT = '2026-11-20T09:30:00.000Z'
const wangwu = { id: 2, username: 'wangwu', displayName: '王五', avatar: null, role: 'moderator' as const }

const anEntry = (id: number, given: Partial<LogEntry> = {}): LogEntry => ({
  id,
  action: 'lock_thread',
  actor: wangwu,
  createdAt: AT,
  reason: '已有相同主题',
  user: null,
  board: { id: 42, name: 'H1B', name_zh: 'H1B', displayName: 'H1B' },
  thread: { id: 5, title: `主题${id}` },
  postId: null,
  postNumber: null,
  changes: [{ field: 'isLocked', before: false, after: true }],
  canUndo: true,
  undoes: null,
  undone: null,
  ...given,
})

let entries: LogEntry[]

function respond(name: string, { query, params }: Options = {}): unknown {
  switch (name) {
    case 'listModerationLog': {
      const before = Number(query?.['before'] ?? Infinity)
      const page = entries.filter(({ id }) => id < before).slice(0, 2)
      const last = page.at(-1)?.id ?? 0
      return { entries: page, nextBefore: entries.some(({ id }) => id < last) ? last : null }
    }
    case 'listBoards':
      return { boards: [] }
    case 'undoAct':
      entries = entries.map((one) =>
        one.id === params?.actId ? { ...one, canUndo: false, undone: { by: wangwu, at: AT } } : one,
      )
      return { entry: entries[0] }
    case 'listPostVersions':
      return {
        versions: ['电话 408-555-0134', '电话已隐去'].map((content, index) => ({
          version: index + 1,
          content,
          editedAt: AT,
          editedBy: wangwu,
        })),
      }
    default:
      throw new ApiError(404, 'NOT_FOUND', '')
  }
}

beforeEach(() => {
  resetPage()
  forum.update((write) => {
    Object.assign(write(logSlice), { entries: {}, arrived: 0 })
  })
  signIn(forum, aMember({ id: 1, role: 'moderator' }))
  entries = [anEntry(9), anEntry(8), anEntry(7)]
  calls.mockReset()
  calls.mockImplementation((name, options) => new Promise((resolve) => resolve(respond(name, options))))
})

const show = (query = '') => renderAt(`/moderation/log${query}`, <LogScreen />)
const titles = () => screen.getAllByRole('link', { name: /^《/ }).map(({ textContent }) => textContent)

it('keeps the filters in the address, and asks the server for them', async () => {
  const { at } = show('?action=lock_thread&q=相同&from=2026-11-01')
  await screen.findByText('《主题9》')
  expect(callsOf('listModerationLog')[0]?.query).toEqual({
    action: 'lock_thread',
    q: '相同',
    from: '2026-11-01',
    limit: 50,
  })
  fireEvent.change(screen.getByRole('combobox', { name: '做了什么' }), { target: { value: 'ban_user' } })
  await waitFor(() => {
    expect(callsOf('listModerationLog').at(-1)?.query).toMatchObject({ action: 'ban_user', q: '相同' })
  })
  expect(at()).toContain('action=ban_user')
  fireEvent.click(await screen.findByRole('button', { name: '清除筛选' }))
  await waitFor(() => {
    expect(at()).toBe('/moderation/log')
  })
})

it('loads older entries where the last page ended', async () => {
  show()
  await screen.findByText('《主题8》')
  fireEvent.click(screen.getByRole('button', { name: '加载更多' }))
  await screen.findByText('《主题7》')
  expect(callsOf('listModerationLog').at(-1)?.query).toEqual({ before: 8, limit: 50 })
  expect(titles()).toEqual(['《主题9》', '《主题8》', '《主题7》'])
})

it('counts new acts in a line until they are asked for', async () => {
  show()
  await screen.findByText('《主题9》')
  entries = [anEntry(10), ...entries]
  const event = { name: 'moderation:acted', id: '1', at: AT, action: 'lock_thread', by: wangwu }
  act(() => {
    forum.receive([event as ForumEvent])
  })
  expect(titles()).toEqual(['《主题9》', '《主题8》'])
  fireEvent.click(screen.getByRole('button', { name: '有 1 条新记录，点击显示' }))
  await screen.findByText('《主题10》')
  expect(screen.queryByRole('button', { name: /条新记录/ })).toBeNull()
})

it('counts no acts that a filter may leave out', async () => {
  show('?action=lock_thread')
  await screen.findByText('《主题9》')
  const event = { name: 'moderation:acted', id: '1', at: AT, action: 'pin_thread', by: wangwu }
  act(() => {
    forum.receive([event as ForumEvent])
  })
  expect(screen.queryByRole('button', { name: /条新记录/ })).toBeNull()
})

it('takes an act back after a confirmation, and says who did', async () => {
  show()
  await screen.findByText('《主题9》')
  const [undo] = screen.getAllByRole('button', { name: '撤销' })
  if (undo) fireEvent.click(undo)
  const dialog = await screen.findByRole('alertdialog', { name: '撤销「锁定」？' })
  fireEvent.click(within(dialog).getByRole('button', { name: '撤销' }))
  expect(await screen.findByText('王五 已撤销')).toBeDefined()
  expect(callsOf('undoAct')).toEqual([{ params: { actId: 9 }, body: {} }])
})

it('names the system as the one who ended a mute, and the end as its reason', async () => {
  entries = [
    anEntry(9, {
      action: 'unmute_user',
      actor: null,
      reason: null,
      thread: null,
      board: null,
      canUndo: false,
    }),
  ]
  show()
  const row = (await screen.findByText('解除禁言', { selector: 'td' })).closest('tr')!
  expect(within(row).getByText('系统', { exact: false })).toBeTruthy()
  expect(within(row).getByText('到期')).toBeTruthy()
})

it('opens an edit in its place and shows what it changed', async () => {
  const version = [{ field: 'version', before: 1, after: 2 }]
  entries = [anEntry(9, { action: 'edit_post', postId: 70, postNumber: 3, changes: version })]
  show()
  fireEvent.click(await screen.findByRole('button', { name: '展开' }))
  await waitFor(() => {
    expect(document.querySelector('.text-diff del')?.textContent).toContain('408')
  })
  expect(callsOf('listPostVersions')).toEqual([{ params: { postId: 70 } }])
})

it('tells an empty log from filters that nothing matches', async () => {
  entries = []
  const { unmount } = show('?q=没有')
  await screen.findByText('没有符合筛选的记录')
  unmount()
  resetPage()
  signIn(forum, aMember({ id: 1, role: 'moderator' }))
  show()
  await screen.findByText('还没有记录')
})
