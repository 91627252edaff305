import { type SiteStats } from '@forum/shared/contract'

export type Point = SiteStats['series'][number]
type Value = (point: Point) => number | null

/** One of the charts: a line, perhaps a second one below it, and the number in its heading. */
export interface Metric {
  key: 'active' | 'joined' | 'posts' | 'settle' | 'reports' | 'empty'
  value: Value
  /** The second line, a share of the value. */
  part: { key: 'returning' | 'threads'; value: Value } | null
  /** The heading has the sum or the mean of the values. */
  total: 'sum' | 'mean'
}

export const METRICS: readonly Metric[] = [
  {
    key: 'active',
    value: (point) => point.activeMembers,
    part: { key: 'returning', value: (point) => point.returningMembers },
    total: 'mean',
  },
  { key: 'joined', value: (point) => point.newMembers, part: null, total: 'sum' },
  {
    key: 'posts',
    value: (point) => point.threads + point.replies,
    part: { key: 'threads', value: (point) => point.threads },
    total: 'sum',
  },
  { key: 'settle', value: (point) => point.medianHoursToSettle, part: null, total: 'mean' },
  { key: 'reports', value: (point) => point.reports, part: null, total: 'sum' },
  { key: 'empty', value: (point) => point.emptySearches, part: null, total: 'sum' },
]

/** A line of a chart: a value for each period, null where there is none. */
export type Line = readonly (number | null)[]

/** The drawn lines of a chart, and the number in its heading. */
export interface Plotted {
  value: Line
  part: Line | null
  /** As many periods before the shown ones; null if they are not compared. */
  before: Line | null
  total: number | null
  /** Change of the total against the periods before, in percent; null if there is nothing to compare. */
  change: number | null
}

/** Returns the lines of a chart, reading each period once for each of them. */
export function plotted(
  { value, part, total }: Metric,
  series: readonly Point[],
  previous: readonly Point[] | null,
): Plotted {
  const line = series.map(value)
  const before = previous && aligned(previous.map(value), line.length)
  const sum = totalOf(line, total)
  const sumBefore = before && totalOf(before, total)
  return {
    value: line,
    part: part && series.map(part.value),
    before,
    total: sum,
    change: sum === null || !sumBefore ? null : Math.round((sum / sumBefore - 1) * 100),
  }
}

/** Returns the last `length` values, preceded by null if there are fewer: the newest periods lie above each other. */
const aligned = (line: Line, length: number): Line =>
  Array.from({ length }, (_, index) => line[line.length - length + index] ?? null)

function totalOf(line: Line, kind: Metric['total']): number | null {
  let sum = 0
  let count = 0
  for (const value of line)
    if (value !== null) {
      sum += value
      count += 1
    }
  if (count === 0) return null
  return kind === 'sum' ? sum : Math.round((sum / count) * 10) / 10
}

/** Returns at most `most` places, evenly from the first to the last of `length`, for the dates below a chart. */
export function ticksOf(length: number, most: number): number[] {
  if (length <= most) return Array.from({ length }, (_, index) => index)
  return Array.from({ length: most }, (_, index) => Math.round((index * (length - 1)) / (most - 1)))
}

/** Returns the rows of the table of numbers, the newest first: `count` of them, since a table of years is slow to draw. */
export const newestRows = (series: readonly Point[], count: number): readonly Point[] =>
  series.slice(-count).toReversed()

/** A board with its posts, and their change in percent. */
export interface BusyBoard {
  id: number
  name: string
  posts: number
  change: number | null
}

const BOARDS_SHOWN = 10

/** Returns the busiest boards. */
export function busiestBoards(
  boards: SiteStats['boards'],
  previous: SiteStats['boards'] | null,
): BusyBoard[] {
  const before = new Map(previous?.map(({ id, posts }) => [id, posts]))
  return boards.slice(0, BOARDS_SHOWN).map(({ id, name_zh, posts }) => {
    const postsBefore = before.get(id)
    return {
      id,
      name: name_zh,
      posts,
      change: postsBefore ? Math.round((posts / postsBefore - 1) * 100) : null,
    }
  })
}
