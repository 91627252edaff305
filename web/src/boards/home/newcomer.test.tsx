import { type BoardLevel } from '@forum/shared/access'
import { fireEvent, screen, waitFor } from '@testing-library/react'
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

const viewerWith = (level: BoardLevel) => ({ canStart: true, canReply: true, level })
const greeting = aBoard({ id: 4, name: 'Newcomers', postCount: 900 })
const boards = [greeting, aBoard({ id: 5, name_zh: '装备', viewer: viewerWith('normal') })]
const show = (given: Parameters<typeof aMember>[0], bookmarks: number, shown = boards) => {
  const threads = Array.from({ length: bookmarks }, (_, i) => aThread({ id: i + 1 }))
  vi.mocked(call).mockResolvedValue({ threads, pagination: {} })
  const user = aMember(given)
  signIn(forum, user)
  const onDone = vi.fn()
  renderAt('/', <Newcomer user={user} boards={shown} onDone={onDone} onClose={vi.fn()} />)
  return onDone
}
const ticks = () =>
  screen
    .getAllByRole('listitem')
    .filter((item) => item.querySelector('.newcomer-mark') !== null)
    .map((item) => item.querySelector('[role=img]') !== null)

it('leads a newcomer to what can be done, and ticks what is', async () => {
  const onDone = show({ avatar: null, postCount: 0 }, 1)
  await waitFor(() => {
    expect(ticks()).toEqual([true, false, false, false, true])
  })
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/profile', '/new-thread/4?begin=greeting'])
  expect(onDone).not.toHaveBeenCalled()
})

it('is done when everything is ticked', async () => {
  const followed = [greeting, aBoard({ id: 5, viewer: viewerWith('follow') })]
  const onDone = show({ avatar: '/api/uploads/a.png', postCount: 1 }, 1, followed)
  await waitFor(() => {
    expect(onDone).toHaveBeenCalled()
  })
  expect(ticks()).toEqual([true, true, true, true, true])
})

it('offers boards to follow, and not the one for greetings', async () => {
  show({ avatar: null, postCount: 0 }, 0)
  expect(screen.queryByRole('button', { name: 'Newcomers' })).toBeNull()
  const chip = screen.getByRole('button', { name: '装备' })
  expect(chip.getAttribute('aria-pressed')).toBe('false')
  vi.mocked(call).mockResolvedValue({ board: boards[1] ?? greeting })
  fireEvent.click(chip)
  await waitFor(() => {
    expect(call).toHaveBeenCalledWith('setBoardLevel', { params: { boardId: 5 }, body: { level: 'follow' } })
  })
})
