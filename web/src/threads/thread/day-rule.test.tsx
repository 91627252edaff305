import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { forum } from '../../store'
import { type PostEntity, threadCopySlice } from '../../state/thread-copy'
import { resetPage } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { sharedClock } from '../../ui'
import { DayRule, hasDays } from './DayRule'

beforeEach(() => {
  resetPage()
})
const at = (day: number, hour: number, year = 2026) => new Date(year, 10, day, hour).toISOString()

it('stands above the first post of each day, and names those that are near', () => {
  vi.spyOn(sharedClock, 'now').mockReturnValue(new Date(2026, 10, 27, 20).getTime())
  const times = [at(20, 9, 2025), at(24, 23), at(26, 1), at(26, 23), at(27, 0)]
  forum.update((write) => {
    times.forEach((createdAt, index) => {
      write(threadCopySlice).posts[index + 1] = { id: index + 1, createdAt } as PostEntity
    })
  })
  renderAt(
    '/',
    <div data-testid="days">
      {times.map((_, index) => (
        <DayRule key={index} postId={index + 1} previousId={index === 0 ? null : index} />
      ))}
    </div>,
  )
  expect([...screen.getByTestId('days').children].map(({ textContent }) => textContent.trim())).toEqual([
    '2025 年 11 月 20 日 星期四',
    '11 月 24 日 星期二',
    '昨天 11 月 26 日 星期四',
    '今天 11 月 27 日 星期五',
  ])
})

it('is left out of short threads', () => {
  expect([hasDays({ lastNumber: 10 }), hasDays({ lastNumber: 11 })]).toEqual([false, true])
})
