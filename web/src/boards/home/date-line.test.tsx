import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { boardCopySlice } from '../../state/board-copy'
import { forum } from '../../store'
import { aBoard, aMember } from '../../testing/boards'
import { call } from '../../testing/calls'
import { resetPage, signIn } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { sharedClock } from '../../ui'
import { DateLine } from './DateLine'

beforeEach(() => {
  resetPage()
  signIn(forum, aMember())
})
afterEach(() => {
  sharedClock.setOffset(0)
})

const BOARDS = [
  aBoard({ id: 1, todayCount: 7 }),
  // Its posts are in the number of the board above it.
  aBoard({ id: 2, parentId: 1, todayCount: 5 }),
  aBoard({ id: 3, todayCount: 4 }),
]

it('shows the posts of the day, as they are written', async () => {
  vi.mocked(call as unknown as () => Promise<unknown>).mockResolvedValue({ boards: BOARDS })
  renderAt('/', <DateLine />)
  await screen.findByText('今日 11 帖')
  act(() => {
    forum.update((write) => {
      write(boardCopySlice).boards[3]!.todayCount += 1
    })
  })
  await screen.findByText('今日 12 帖')
})

it('goes on to the next day at midnight', () => {
  const at = new Date(2026, 10, 28, 23, 59, 30)
  act(() => {
    sharedClock.setOffset(at.getTime() - Date.now())
  })
  renderAt('/', <DateLine />)
  expect(screen.getByText('11 月 28 日 星期六')).toBeDefined()
  act(() => {
    sharedClock.setOffset(at.getTime() + 60_000 - Date.now())
  })
  expect(screen.getByText('11 月 29 日 星期日')).toBeDefined()
})
