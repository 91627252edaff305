import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aBoard } from '../../testing/boards'
import { resetPage } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { sharedClock } from '../../ui'
import { DateLine } from './DateLine'

beforeEach(() => {
  resetPage()
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

it('adds the posts of the day up', () => {
  renderAt('/', <DateLine boards={BOARDS} />)
  expect(screen.getByText('今日 11 帖')).toBeDefined()
})

it('goes on to the next day at midnight', () => {
  const at = new Date(2026, 10, 28, 23, 59, 30)
  act(() => {
    sharedClock.setOffset(at.getTime() - Date.now())
  })
  renderAt('/', <DateLine boards={undefined} />)
  expect(screen.getByText('11 月 28 日 星期六')).toBeDefined()
  act(() => {
    sharedClock.setOffset(at.getTime() + 60_000 - Date.now())
  })
  expect(screen.getByText('11 月 29 日 星期日')).toBeDefined()
})
