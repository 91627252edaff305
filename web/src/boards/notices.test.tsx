import { type ListedAnnouncement } from '@forum/shared/contract'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { call } from '../testing/calls'
import { resetPage, signIn } from '../testing/forum'
import { renderAt } from '../testing/render'
import { forum } from '../store'
import { Notices } from './Notices'

const said = (id: number, text: string, given: Partial<ListedAnnouncement> = {}): ListedAnnouncement => ({
  ...{ id, text, from: null, until: null, audience: 'everyone', boardId: null },
  updatedAt: '2026-11-20T09:30:00.000Z',
  ...given,
})
let announcements: ListedAnnouncement[] = []
beforeEach(() => {
  localStorage.clear()
  resetPage()
  signIn(forum, null)
  announcements = [
    said(1, '滚动的那条'),
    said(2, '周三[url=/boards/4]岩馆[/url]见'),
    said(3, '本版', { boardId: 4 }),
  ]
  vi.mocked(call).mockImplementation((name: string) =>
    Promise.resolve(
      name === 'listAnnouncements'
        ? { announcements }
        : { announcement: { text: '滚动的那条', updatedAt: null, until: null } },
    ),
  )
})
const shown = () => screen.queryAllByRole('listitem').map((item) => item.textContent)

it('shows what the scrolling announcement does not, until a reader dismisses it for good', async () => {
  const { unmount } = renderAt('/', <Notices />)
  await screen.findByRole('link', { name: '岩馆' })
  expect(shown()).toEqual(['周三岩馆见'])
  fireEvent.click(screen.getByRole('button'))
  expect(shown()).toEqual([])
  unmount()
  announcements = [...announcements, said(5, '新的一条')]
  renderAt('/', <Notices />)
  await screen.findByText('新的一条')
  expect(shown()).toEqual(['新的一条'])
})

it('shows what is announced in a board there alone', async () => {
  renderAt('/boards/4', <Notices boardId={4} />)
  await screen.findByText('本版')
  expect(shown()).toEqual(['本版'])
})

it('shows an announcement to members alone, and whatever an admin changes meanwhile', async () => {
  announcements = [said(2, '只告诉成员', { audience: 'members' })]
  renderAt('/', <Notices />)
  await screen.findByText('只告诉成员')
  announcements = [said(2, '改过的话', { audience: 'members' })]
  act(() => {
    forum.receive([
      {
        name: 'announcement:changed',
        id: 'next',
        at: '',
        announcement: { text: '滚动的那条', updatedAt: null, until: null },
      },
    ])
  })
  await screen.findByText('改过的话')
  expect(shown()).toEqual(['改过的话'])
})

it('shows a board what is said to everyone in the same words', async () => {
  announcements = [said(3, '滚动的那条', { boardId: 4 })]
  renderAt('/boards/4', <Notices boardId={4} />)
  await screen.findByText('滚动的那条')
})
