import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { forum } from '../../store'
import { aBoard, aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { BoardsAdminScreen } from './BoardsAdminScreen'

const made: unknown[] = []
const group = {
  id: 6,
  name: '老友',
  joining: 'byHand',
  code: null,
  days: 0,
  posts: 0,
  memberCount: 2,
  requestCount: 0,
}
const category = (key: string, name: string, boardCount: number, position: number) => ({
  ...{ key, name, boardCount, position },
  ...{ slug: key, name_zh: name, displayName: name },
})
beforeEach(() => {
  resetPage()
  signIn(forum, aMember({ role: 'admin' }))
  made.length = 0
  vi.mocked(call).mockImplementation((name: string, options: object) => {
    if (name === 'listBoards')
      return Promise.resolve({ boards: [aBoard({ id: 4, name_zh: '岩馆', category: 'gyms' })] })
    if (name === 'listCategories')
      return Promise.resolve({
        categories: [category('gyms', '场馆', 1, 0), category('trips', '出行', 0, 1)],
      })
    if (name === 'listTransfers') return Promise.resolve({ transfers: [] })
    if (name === 'listGroups') return Promise.resolve({ groups: [group] })
    made.push([name, options])
    return Promise.resolve({})
  })
})
const press = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
}

it('makes, renames, orders and removes categories', async () => {
  renderAt('/admin/boards', <BoardsAdminScreen />)
  await screen.findByText('出行')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '删除分类：场馆' }).disabled).toBe(true)
  press('加一个分类')
  fireEvent.change(screen.getByLabelText('分类名称'), { target: { value: '装备' } })
  fireEvent.change(screen.getByLabelText('分类地址'), { target: { value: 'gear' } })
  press('保存')
  await vi.waitFor(() => {
    expect(made).toEqual([['createCategory', { body: { name: '装备', name_zh: '装备', slug: 'gear' } }]])
  })
  await vi.waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  press('分类上移：出行')
  await vi.waitFor(() => {
    expect(made[1]).toEqual(['updateCategory', { params: { key: 'trips' }, body: { position: 0 } }])
  })
  press('删除分类：出行')
  await vi.waitFor(() => {
    expect(made[2]).toEqual(['deleteCategory', { params: { key: 'trips' } }])
  })
})

it('gives a board an icon, a colour, rules and a category of the site', async () => {
  renderAt('/admin/boards', <BoardsAdminScreen />)
  fireEvent.click(await screen.findByRole('button', { name: '编辑版块：岩馆' }))
  const type = (label: RegExp, value: string) => {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  }
  type(/^版印/, '🧗')
  type(/^版色/, '#1f6f43')
  type(/^版规/, '先检查绳结。')
  fireEvent.change(screen.getByRole('combobox', { name: '分类' }), { target: { value: 'trips' } })
  press('保存')
  await vi.waitFor(() => {
    expect(made).toEqual([
      [
        'updateBoard',
        {
          params: { boardId: 4 },
          body: expect.objectContaining({
            icon: '🧗',
            color: '#1f6f43',
            rules: '先检查绳结。',
            category: 'trips',
          }) as object,
        },
      ],
    ])
  })
})

it('opens a board to some groups only', async () => {
  renderAt('/admin/boards', <BoardsAdminScreen />)
  fireEvent.click(await screen.findByRole('button', { name: '编辑版块：岩馆' }))
  expect(screen.queryByText('老友')).toBeNull()
  fireEvent.change(screen.getByRole('combobox', { name: '谁能看到' }), { target: { value: 'groups' } })
  fireEvent.click(await screen.findByLabelText('老友'))
  press('保存')
  await vi.waitFor(() => {
    expect(made).toEqual([
      [
        'updateBoard',
        {
          params: { boardId: 4 },
          body: expect.objectContaining({
            access: { see: 'groups', start: 'members', reply: 'members' },
            groupIds: [6],
          }) as object,
        },
      ],
    ])
  })
})
