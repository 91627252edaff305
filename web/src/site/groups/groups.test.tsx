import { type Group } from '@forum/shared/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type Mock, beforeEach, expect, it } from 'vitest'
import { aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { GroupsScreen } from './GroupsScreen'

const calls = call as unknown as Mock
const group: Group = {
  ...{ id: 3, name: '校友', joining: 'byHand', code: null, days: 0, posts: 0 },
  ...{ memberCount: 2, requestCount: 0 },
}
const called = (wanted: string) =>
  (calls.mock.calls as [string, { params?: object; query?: object }][])
    .filter(([name]) => name === wanted)
    .map(([, options]) => options)
const member = (id: number) => ({
  user: { ...aMember(), id, username: `m${id}`, displayName: `成员${id}` },
  standing: 'added',
})

beforeEach(() => {
  resetPage()
  calls.mockReset()
  calls.mockImplementation((name: string, { query }: { query?: { page?: number; q?: string } } = {}) => {
    const page = query?.page ?? 1
    switch (name) {
      case 'listGroups':
        return Promise.resolve({ groups: [group] })
      case 'listGroupMembers':
        return Promise.resolve({ members: [member(page)], pagination: { hasNext: page < 2 } })
      default:
        return Promise.resolve({ users: [], members: [], pagination: { hasNext: false } })
    }
  })
})
const openMembers = async () => {
  renderAt('/admin/groups', <GroupsScreen />)
  fireEvent.click(await screen.findByRole('button', { name: '成员：校友' }))
  return within(await screen.findByRole('dialog'))
}

it('asks before it deletes a group, which cannot be undone', async () => {
  renderAt('/admin/groups', <GroupsScreen />)
  fireEvent.click(await screen.findByRole('button', { name: '删除用户组：校友' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('组里有 2 人。删除后不能撤销。')).toBeDefined()
  expect(called('deleteGroup')).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: '删除' }))
  await waitFor(() => {
    expect(called('deleteGroup')).toEqual([{ params: { groupId: 3 } }])
  })
})

it('lists the members of a large group page by page', async () => {
  const dialog = await openMembers()
  await dialog.findByText('成员1')
  fireEvent.click(dialog.getByRole('button', { name: '加载更多' }))
  await dialog.findByText('成员2')
  expect(dialog.getByText('成员1')).toBeDefined()
  expect(dialog.queryByRole('button', { name: '加载更多' })).toBeNull()
})

it('keeps a name that nobody has, so that it can be corrected', async () => {
  const dialog = await openMembers()
  const name = dialog.getByLabelText<HTMLInputElement>('用户名')
  const add = dialog.getByRole('button', { name: '添加' })
  for (const wrong of ['xiaolii', 'xiaoll']) {
    const before = calls.mock.calls.length
    fireEvent.change(name, { target: { value: wrong } })
    fireEvent.click(add)
    await waitFor(() => {
      expect(calls.mock.calls.length).toBeGreaterThan(before)
    })
    await waitFor(() => {
      expect(add.getAttribute('aria-busy')).not.toBe('true')
    })
    expect(name.value).toBe(wrong)
  }
})
