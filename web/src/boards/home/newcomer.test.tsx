import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { forum } from '../../store'
import { aBoard, aMember, aThread } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { Newcomer } from './Newcomer'

beforeEach(() => {
  resetPage()
})

const boards = [aBoard({ id: 4, name: 'Newcomers' })]
const show = (given: Parameters<typeof aMember>[0], bookmarks: number) => {
  const threads = Array.from({ length: bookmarks }, (_, i) => aThread({ id: i + 1 }))
  vi.mocked(call).mockResolvedValue({ threads, pagination: {} })
  const user = aMember(given)
  signIn(forum, user)
  const onDone = vi.fn()
  renderAt('/', <Newcomer user={user} boards={boards} onDone={onDone} onClose={vi.fn()} />)
  return onDone
}
const ticks = () => screen.getAllByRole('listitem').map((item) => item.querySelector('[role=img]') !== null)

it('leads a newcomer to what can be done, and ticks what is', async () => {
  const onDone = show({ avatar: null, postCount: 0 }, 1)
  await waitFor(() => {
    expect(ticks()).toEqual([true, false, false, true])
  })
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/profile', '/new-thread/4?begin=greeting'])
  expect(onDone).not.toHaveBeenCalled()
})

it('is done when everything is ticked', async () => {
  const onDone = show({ avatar: '/api/uploads/a.png', postCount: 1 }, 1)
  await waitFor(() => {
    expect(onDone).toHaveBeenCalled()
  })
  expect(ticks()).toEqual([true, true, true, true])
})
