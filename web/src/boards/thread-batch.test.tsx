import { type BatchAction } from '@forum/shared/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { aBoard, aMember, aThread } from '../testing/boards'
import { call } from '../testing/calls'
import { resetPage, signIn } from '../testing/forum'
import { renderAt } from '../testing/render'
import { forum } from '../store'
import { BoardScreen } from './BoardScreen'
import { boardsSlice } from './boards.slice'

const calls = vi.mocked(call as (name: string, options?: { body?: object; params?: object }) => unknown)

const board = aBoard({ id: 42, name_zh: 'H1B与工作签证' })
const UNTIL = '2026-11-30T00:00:00.000Z'
const callsOf = (name: string) =>
  calls.mock.calls.filter(([called]) => called === name).map(([, options]) => options)

/** The server: thread 3 is another moderator's, so that nothing can be done to it. */
function respond(name: string, options?: { body?: object }) {
  const threads = [1, 2, 3, 4].map((id) => aThread({ id, isLocked: id === 4 }))
  const pagination = { page: 1, limit: 20, total: 4, totalPages: 1, hasPrev: false, hasNext: false }
  if (name === 'listOwnHeld') return Promise.resolve({ held: [] })
  if (name === 'listAnnouncements') return Promise.resolve({ announcements: [] })
  if (name === 'getBoard') return Promise.resolve({ board, threads, pagination })
  if (name === 'listBoards') return Promise.resolve({ boards: [board, aBoard({ id: 43, name_zh: '绿卡' })] })
  if (name === 'undoAct') return Promise.resolve({ entry: {} })
  const { ids } = (options?.body ?? {}) as { ids: number[]; action: BatchAction }
  const results = ids.map((id) =>
    id === 3 ? { id, ok: false, code: 'FORBIDDEN' } : { id, ok: true, undo: { id: 100 + id, until: UNTIL } },
  )
  return Promise.resolve({ results })
}

beforeEach(() => {
  resetPage()
  calls.mockReset()
  calls.mockImplementation(respond)
})

const row = (title: string) => {
  const found = screen.getAllByRole('listitem').find((item) => item.textContent.includes(title))
  if (!found) throw new Error(`there is no row ${title}`)
  return found
}
const box = (title: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `选择「${title}」` })

async function startChoosing() {
  signIn(forum, aMember({ moderatedBoardIds: [42] }))
  renderAt('/boards/42', <BoardScreen />, '/boards/:boardId')
  fireEvent.click(await screen.findByRole('button', { name: '多选' }))
  return screen.findByRole('region', { name: '批量管理' })
}

it('offers to choose threads only to those who moderate the board', async () => {
  signIn(forum, aMember({ moderatedBoardIds: [41] }))
  renderAt('/boards/42', <BoardScreen />, '/boards/:boardId')
  await screen.findByRole('link', { name: '主题1' })
  expect(screen.queryByRole('button', { name: '多选' })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it('locks the chosen threads, keeps the refused one chosen with its cause, and takes the rest back', async () => {
  const bar = await startChoosing()
  fireEvent.click(box('主题2'))
  fireEvent.click(box('主题4'), { shiftKey: true })
  expect(within(bar).getByText('已选 3')).toBeDefined()
  fireEvent.click(within(bar).getByRole('button', { name: '锁定' }))
  const dialog = await screen.findByRole('dialog', { name: '锁定 2 个主题？' })
  fireEvent.click(within(dialog).getByRole('button', { name: '人身攻击' }))
  fireEvent.click(within(dialog).getByRole('button', { name: '锁定' }))
  // Thread 4 is locked already, so it is left out.
  await within(bar).findByText('锁定：1 个主题，1 个没有成功')
  expect(callsOf('moderateThreads')).toEqual([{ body: { ids: [2, 3], action: 'lock', reason: '人身攻击' } }])
  expect(row('主题2').textContent).toContain('锁定')
  expect(row('主题3').textContent).toContain('权限不足')
  expect([box('主题2').checked, box('主题3').checked]).toEqual([false, true])

  fireEvent.keyDown(document.body, { key: 'u' })
  await within(bar).findByText('已撤销')
  expect(callsOf('undoAct')).toEqual([{ params: { actId: 102 }, body: {} }])
  expect(row('主题2').textContent).not.toContain('锁定')
})

it('moves the chosen threads to a board that is looked up by its name', async () => {
  const bar = await startChoosing()
  fireEvent.click(within(bar).getByRole('button', { name: '全选' }))
  fireEvent.click(within(bar).getByRole('button', { name: '移动到…' }))
  const dialog = await screen.findByRole('dialog', { name: '移动主题' })
  signIn(forum, aMember({ role: 'moderator' }))
  fireEvent.click(await within(dialog).findByRole('radio', { name: '绿卡' }))
  fireEvent.click(within(dialog).getByRole('button', { name: '移动主题' }))
  await within(bar).findByText('移动到：3 个主题，1 个没有成功')
  expect(callsOf('moderateThreads')).toEqual([{ body: { ids: [1, 2, 3, 4], action: 'move', boardId: 43 } }])
  expect(row('主题1').textContent).toContain('已移到「绿卡」')
})

it('leaves the choosing with Escape and returns the focus to its button', async () => {
  await startChoosing()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  const button = await screen.findByRole('button', { name: '多选' })
  expect(screen.queryByRole('checkbox')).toBeNull()
  await waitFor(() => {
    expect(document.activeElement).toBe(button)
  })
})

it('leads from the address of a merged board to the board that it was merged into', async () => {
  signIn(forum, null)
  const { at } = renderAt('/boards/9?sort=created', <BoardScreen />, '/boards/:boardId')
  expect(await screen.findByRole('heading', { name: 'H1B与工作签证' })).toBeDefined()
  expect(at()).toBe('/boards/42?sort=created')
  // The merge may be taken back.
  act(() => {
    forum.receive([{ name: 'boards:changed', id: 'back', at: '2026-11-27T00:00:00.000Z' }])
  })
  expect(forum.read(boardsSlice).ids).toEqual({})
})
