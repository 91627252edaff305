import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { forum } from '../../store'
import { aBoard, aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { AnnouncementScreen } from '../admin/AnnouncementScreen'
import { Announcements } from './Announcements'

const made: unknown[] = []
const old = {
  ...{ id: 3, text: '旧的一条', from: null, until: null, audience: 'members', boardId: 4 },
  updatedAt: '2026-11-20T09:30:00.000Z',
}
beforeEach(() => {
  resetPage()
  signIn(forum, aMember({ role: 'admin' }))
  made.length = 0
  vi.mocked(call).mockImplementation((name: string, options: object) => {
    if (name === 'listBoards') return Promise.resolve({ boards: [aBoard({ id: 4, name_zh: '岩馆' })] })
    if (name === 'listAllAnnouncements') return Promise.resolve({ announcements: [old] })
    made.push([name, options])
    return Promise.resolve({})
  })
})

it('shows the announcements once, without a field until one is made or changed', async () => {
  renderAt('/admin/announcement', <AnnouncementScreen />)
  expect(await screen.findAllByText('旧的一条')).toHaveLength(1)
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('makes, changes and removes announcements with a time, an audience and a board', async () => {
  renderAt('/admin/announcement', <Announcements />)
  expect(await screen.findByText('会员 · 岩馆')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: '加一条公告' }))
  fireEvent.change(screen.getByLabelText('这条公告'), { target: { value: '周三夜攀' } })
  fireEvent.change(screen.getByLabelText('给谁看'), { target: { value: 'newcomers' } })
  fireEvent.change(screen.getByLabelText(/^结束/), { target: { value: '2026-12-01T20:00' } })
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  const until = new Date('2026-12-01T20:00').toISOString()
  await vi.waitFor(() => {
    expect(made).toEqual([
      [
        'createAnnouncement',
        { body: { text: '周三夜攀', audience: 'newcomers', from: null, until, boardId: null } },
      ],
    ])
  })
  await vi.waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  fireEvent.click(screen.getByRole('button', { name: '修改公告：旧的一条' }))
  fireEvent.change(screen.getByLabelText('这条公告'), { target: { value: '新的一条' } })
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  await vi.waitFor(() => {
    expect(made[1]).toEqual([
      'updateAnnouncement',
      {
        params: { announcementId: 3 },
        body: { text: '新的一条', audience: 'members', from: null, until: null, boardId: 4 },
      },
    ])
  })
  fireEvent.click(await screen.findByRole('button', { name: '删除公告：旧的一条' }))
  await vi.waitFor(() => {
    expect(made[2]).toEqual(['deleteAnnouncement', { params: { announcementId: 3 } }])
  })
})
