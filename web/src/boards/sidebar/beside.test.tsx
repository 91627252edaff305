import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { applyThread } from '../../state/thread-copy'
import { forum } from '../../store'
import { aMember, aThread } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { BesideReading } from './BesideReading'

const viewer = (lastReadNumber: number, unreadCount: number) => ({
  ...aThread({ id: 1 }).viewer!,
  lastReadNumber,
  unreadCount,
})

beforeEach(() => {
  vi.mocked(call).mockReset()
  resetPage()
  signIn(forum, aMember())
  vi.mocked(call).mockImplementation(((_: string, { query }: { query: { boardId?: number } }) =>
    Promise.resolve({
      threads:
        query.boardId === undefined
          ? [
              aThread({ id: 1, title: '看到一半', viewer: viewer(3, 5) }),
              aThread({ id: 2, title: '没打开过', viewer: viewer(0, 9) }),
              aThread({ id: 9, title: '正在看', viewer: viewer(3, 5) }),
            ]
          : [
              aThread({ id: 3, boardId: 4, title: '置顶的', isPinned: true }),
              aThread({ id: 4, boardId: 4, title: '普通的' }),
            ],
    })) as never)
})

it('leads beside a thread to where others were left, and to what its board has pinned', async () => {
  forum.update((write) => {
    applyThread(write, aThread({ id: 9, boardId: 4 }))
  })
  renderAt('/threads/9', <BesideReading />)
  const stopped = within(await screen.findByRole('region', { name: '接着看' }))
  expect(stopped.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['看到一半新 5'])
  expect(stopped.getByRole('link').getAttribute('href')).toBe('/threads/1/page/unread')
  const pinned = within(await screen.findByRole('region', { name: '本版置顶' }))
  expect(pinned.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/threads/3'])
})

it('shows a visitor of a board nothing', () => {
  signIn(forum, null)
  renderAt('/boards/4', <BesideReading />)
  expect(screen.queryByRole('region')).toBeNull()
  expect(call).not.toHaveBeenCalled()
})
