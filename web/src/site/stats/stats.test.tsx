import { type SiteStats } from '@forum/shared/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { call } from '../../testing/calls'
import { resetPage } from '../../testing/forum'
import { renderAt } from '../../testing/render'
import { METRICS, plotted, type Point, ticksOf } from './metrics'
import { StatsScreen } from './StatsScreen'

// happy-dom draws no canvas.
vi.mock('uplot', () => ({
  default: class {
    static readonly paths = {}
    readonly over = document.createElement('div')
    valToPos = () => 0
    setSize = () => undefined
    redraw = () => undefined
    destroy = () => undefined
  },
}))

const YEARS = 1_826
const NOON = Date.parse('2026-11-26T12:00:00.000Z')
const point = (daysAgo: number, change: Partial<Point> = {}): Point => ({
  date: new Date(NOON - daysAgo * 86_400_000).toISOString().slice(0, 10),
  newMembers: 1,
  activeMembers: 4,
  returningMembers: 1,
  threads: 2,
  replies: 8,
  reports: 0,
  medianHoursToSettle: null,
  emptySearches: 3,
  ...change,
})
/** Days up to 26 November 2026, or to so many days before it. */
const series = (length: number, until = 0) =>
  Array.from({ length }, (_, index) => point(until + length - 1 - index))
const stats = (days: readonly Point[], posts: number): SiteStats => ({
  series: [...days],
  boards: [{ id: 4, name: 'Rent', name_zh: '租房', posts }],
  hours: Array.from({ length: 24 }, (_, hour) => (hour === 21 ? 9 : 0)),
})

const asked: unknown[] = []
beforeEach(() => {
  resetPage()
  asked.length = 0
  vi.mocked(call).mockImplementation(((_: string, { query }: { query: { days: number; to?: string } }) => {
    asked.push(query)
    return Promise.resolve(
      query.to === undefined ? stats(series(query.days), 30) : stats(series(query.days, query.days), 20),
    )
  }) as never)
})

it('compares a range with the one before, and moves one mark over all charts by keyboard', async () => {
  const { at } = renderAt('/admin/stats', <StatsScreen />)
  const joined = await screen.findByRole('slider', { name: '新成员' })
  expect(asked).toEqual([
    { days: 30, by: 'day' },
    { days: 30, by: 'day', to: '2026-10-27' },
  ])
  expect(joined.getAttribute('aria-valuetext')).toBe('11-26 周四 新成员 1 上一期 1')
  fireEvent.keyDown(joined, { key: 'PageDown' })
  fireEvent.keyDown(joined, { key: 'ArrowRight' })
  expect(screen.getByRole('slider', { name: '主题与回复' }).getAttribute('aria-valuetext')).toBe(
    '11-20 周五 帖 10 其中主题 2 上一期 10',
  )
  expect(screen.getByRole('row', { name: '租房 30 +50%' })).toBeDefined()
  expect(screen.getByRole('slider', { name: '最忙的时段' }).getAttribute('aria-valuetext')).toBe('21 点 9 帖')
  fireEvent.click(screen.getByRole('checkbox', { name: '与上一期比' }))
  await vi.waitFor(() => {
    expect(screen.getByRole('row', { name: '租房 30' })).toBeDefined()
  })
  expect(at()).toBe('/admin/stats?range=month&compare=no')
})

it('draws no more rows of five years than are asked for', async () => {
  renderAt('/admin/stats?range=years', <StatsScreen />)
  const summary = await screen.findByText('以表格查看')
  expect(screen.getByRole('slider', { name: '新成员' }).getAttribute('aria-valuetext')).toContain(
    '2026-11-26',
  )
  expect(screen.queryByRole('region', { name: '每期的数字' })).toBeNull()
  const details = summary.closest('details')
  expect(details).not.toBeNull()
  if (details) details.open = true
  fireEvent(details!, new Event('toggle'))
  const table = within(await screen.findByRole('region', { name: '每期的数字' }))
  expect(table.getAllByRole('row')).toHaveLength(61)
  expect(table.getAllByRole('rowheader')[0]?.textContent).toBe('2026-11-26')
  fireEvent.click(screen.getByRole('button', { name: '再看 60 行' }))
  expect(table.getAllByRole('row')).toHaveLength(121)
})

it('reads each of five years of days once for each line of a chart', () => {
  let reads = 0
  const counted = series(YEARS).map(
    (day) =>
      new Proxy(day, {
        get: (of, name: keyof Point) => {
          reads += 1
          return of[name]
        },
      }),
  )
  for (const metric of METRICS) plotted(metric, counted, null)
  // Six values, of which posts add two numbers, and two parts.
  expect(reads).toBe(9 * YEARS)
  expect(ticksOf(YEARS, 5)).toEqual([0, 456, 913, 1369, 1825])
})

it('lays the newest periods above each other, and has no change where nothing was before', () => {
  const [, joined] = METRICS
  const week = series(2)
  const { before, change, total } = plotted(joined!, week, series(1, 7))
  expect({ before, change, total }).toEqual({ before: [null, 1], change: 100, total: 2 })
  expect(plotted(joined!, week, []).change).toBeNull()
})
