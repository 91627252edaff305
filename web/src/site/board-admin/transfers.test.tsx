import { type Transfer } from '@forum/shared/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { forum } from '../../store'
import { aBoard, aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { BoardsAdminScreen } from './BoardsAdminScreen'

const named = (id: number, name: string) => ({ id, name, name_zh: name, displayName: name })
const running: Transfer = {
  id: 5,
  status: 'running',
  from: named(4, '岩馆'),
  to: named(6, '装备'),
  merges: true,
  threads: 120,
  done: 40,
  createdAt: '2026-11-20T06:30:00.000Z',
  undoUntil: '2026-11-27T06:30:00.000Z',
}
let transfers: Transfer[]
const made: unknown[] = []
beforeEach(() => {
  resetPage()
  signIn(forum, aMember({ role: 'admin' }))
  transfers = []
  made.length = 0
  const access = { see: 'everyone', start: 'members', reply: 'members' } as const
  const boards = [
    aBoard({ id: 4, name_zh: '岩馆', threadCount: 120, access }),
    aBoard({ id: 6, name_zh: '装备', access: { ...access, see: 'members' } }),
  ]
  vi.mocked(call).mockImplementation((name: string, options: object) => {
    switch (name) {
      case 'listBoards':
        return Promise.resolve({ boards })
      case 'listCategories':
        return Promise.resolve({ categories: [] })
      case 'listTransfers':
        return Promise.resolve({ transfers })
      default:
        made.push([name, options])
        if (name === 'transferBoard') transfers = [running]
        if (name === 'undoTransfer') transfers = [{ ...running, status: 'undone', undoUntil: null }]
        return Promise.resolve({ transfer: transfers[0] ?? running })
    }
  })
})

it('merges a board into another one, shows how far that has got, and takes it back', async () => {
  renderAt('/admin/boards', <BoardsAdminScreen />)
  fireEvent.click(await screen.findByRole('button', { name: '移走主题或合并：岩馆' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: '移走 120 个主题' }))
  expect(await dialog.findByText('请选择移到哪个版块')).toBeDefined()
  fireEvent.change(dialog.getByLabelText('移到'), { target: { value: '6' } })
  expect(dialog.getByRole('note').textContent).toContain('能看“装备”的人就能看这些主题')
  fireEvent.click(dialog.getByRole('checkbox', { name: /合并/ }))
  fireEvent.click(dialog.getByRole('button', { name: '合并并删除版块' }))
  expect(await screen.findByText('“岩馆”并入“装备”')).toBeDefined()
  expect(made).toEqual([['transferBoard', { params: { boardId: 4 }, body: { toBoardId: 6, merges: true } }]])
  expect(screen.getByRole('progressbar', { name: '进度' }).getAttribute('value')).toBe('40')
  transfers = [{ ...running, status: 'done', done: 120 }]
  expect(await screen.findByText(/完成，共 120 个主题/, {}, { timeout: 3_000 })).toBeDefined()
  expect(screen.queryByRole('button', { name: '停在这里' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '撤销' }))
  expect(await screen.findByText(/已撤销/)).toBeDefined()
  expect(made.at(-1)).toEqual(['undoTransfer', { params: { transferId: 5 } }])
})
