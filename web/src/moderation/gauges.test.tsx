import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { call } from '../testing/calls'
import { renderAt } from '../testing/render'
import { sharedClock } from '../ui'
import { Gauges } from './Gauges'

const MINUTE_MS = 60_000

beforeEach(() => {
  vi.mocked(call).mockResolvedValue({
    online: 1284,
    members: 310,
    held: 0,
    oldestHeldAt: null,
    openReports: 7,
    oldestOpenReportAt: new Date(sharedClock.now() - 42.5 * MINUTE_MS).toISOString(),
    postsPerMinute: Array.from({ length: 60 }, (_, i) => i),
    postsPerMinuteYesterday: Array.from({ length: 60 }, () => 3),
  })
})
const setWide = (matches: boolean) => {
  const ignore = () => undefined
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener: ignore, removeEventListener: ignore }))
}
const texts = (container: HTMLElement) =>
  Array.from(container.querySelectorAll('.gauge'), ({ textContent }) => textContent)

it('shows four numbers and the chart of the hour on a desk', async () => {
  setWide(true)
  const { container } = renderAt('/moderation', <Gauges />)
  // It has its place before the numbers are there.
  screen.getByRole('img', { name: /^最近一小时/ })
  await screen.findByText('1,284')
  expect(texts(container)).toEqual([
    '58 帖 / 分钟昨天此时 3',
    '1,284在线（会员 310）',
    '7待处理举报',
    '42 分钟最久的一条在等',
  ])
})

it('shows the chart of the hour and two numbers on a phone', async () => {
  setWide(false)
  const { container } = renderAt('/moderation', <Gauges />)
  screen.getByRole('img', { name: /^最近一小时/ })
  await screen.findByText('1,284')
  expect(texts(container)).toEqual(['', '1,284在线', '7举报 · 42 分钟'])
})
