import { api } from '@forum/shared/contract'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { showSite } from '../../state/site'
import { blankOf } from '../../testing/blank'
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

it.each([
  ['America/New_York', '2026-11-29T04:59:30.000Z'],
  ['Asia/Shanghai', '2026-11-28T15:59:30.000Z'],
])('goes on to the next day at midnight in the time zone of the site, %s', (timeZone, before) => {
  const at = Date.parse(before)
  act(() => {
    sharedClock.setOffset(at - Date.now())
    showSite({ ...blankOf(api.getSite.response).site, timeZone })
  })
  renderAt('/', <DateLine boards={undefined} />)
  expect(screen.getByText('11月28日星期六')).toBeDefined()
  act(() => {
    sharedClock.setOffset(at + 60_000 - Date.now())
  })
  expect(screen.getByText('11月29日星期日')).toBeDefined()
})
