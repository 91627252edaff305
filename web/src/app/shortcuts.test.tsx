import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ThreadList } from '../boards/ThreadList'
import { threadCopySlice } from '../state/thread-copy'
import { forum, sessionSlice, useForum } from '../store'
import { aMember, aThread } from '../testing/boards'
import { call } from '../testing/calls'
import { resetPage, signIn } from '../testing/forum'
import { renderAt } from '../testing/render'
import { Shortcuts } from './Shortcuts'

const responses = vi.mocked(call)
const refresh = vi.fn()

const viewer = {
  canEdit: false,
  canDelete: false,
  canReply: true,
  canModerate: false,
  isWatching: false,
  isMuted: false,
  isBookmarked: false,
  bookmarkedPostIds: [],
  lastReadNumber: 3,
  firstUnreadNumber: 4,
  unreadCount: 2,
  votes: [],
}

function Screen() {
  const thread = useForum((read) => read(threadCopySlice).threads[5])
  return (
    <>
      <Shortcuts />
      <ThreadList threads={thread ? [thread] : []} updates={{ count: 2, refresh }} />
    </>
  )
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

beforeEach(() => {
  refresh.mockReset()
  responses.mockReset()
  resetPage()
  signIn(forum, aMember())
  forum.update((write) => {
    write(threadCopySlice).threads[5] = aThread({ id: 5, lastNumber: 5, viewer })
  })
  Element.prototype.scrollIntoView = vi.fn()
  renderAt('/', <Screen />)
})

it('marks the thread of the chosen row as read with m', async () => {
  responses.mockResolvedValue({ unread: 0 })
  press('j')
  press('m')
  await waitFor(() => {
    expect(screen.queryByRole('link', { name: /^新 2/ })).toBeNull()
  })
  expect(responses).toHaveBeenCalledWith('markThreadRead', { params: { threadId: 5 }, body: { number: 5 } })
})

it('makes lists dense, and normal again, with d', async () => {
  responses.mockResolvedValue({ user: aMember({ density: 'dense' }) })
  press('d')
  await waitFor(() => {
    expect(forum.read(sessionSlice).user?.density).toBe('dense')
  })
  expect(responses).toHaveBeenCalledWith('updateProfile', { body: { density: 'dense' } })
})

it('shows what moved in the list with .', async () => {
  press('.')
  await waitFor(() => {
    expect(refresh).toHaveBeenCalledOnce()
  })
})

it('lists the keys of threads and lists with ?', async () => {
  press('?')
  const keys = await screen.findByRole('dialog', { name: '键盘快捷键' })
  for (const key of ['m', 'd', '.', 'q', 'l', 'u', 'g', 'b', 'e']) expect(keys.textContent).toContain(key)
})
