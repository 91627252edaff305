import { DAY_MS, HOUR_MS, type Clock } from '@forum/shared/clock'
import type { SiteStats } from '@forum/shared/contract'
import { refusedField } from '@forum/shared/errors'
import { STATS_DAYS_MAX } from '@forum/shared/limits'
import { mayAdminister } from '@forum/shared/policies'
import type { Collections } from '../../collections'
import { accountOf } from '../../log'
import { authorize } from '../../platform/http/authorize'
import type { SiteCalendar } from '../../platform/site-calendar'
import type { Viewer } from '../../platform/http/viewer'
import type { DailyStatsDoc } from '../../site'

/** Rows of days that ended longer ago than this are kept; what is younger may still change often. */
const KEPT_AFTER_DAYS = 2
const DAYS_OF_WEEK = 7
/** Days of which rows that are missing are counted in one pass. */
const COUNTED_AT_ONCE = 31
/** Threads whose posts are read at a time. */
const BATCH = 1_000

interface Range {
  days: number
  from?: string | undefined
  to?: string | undefined
  by: 'day' | 'week'
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/** The numbers of the site by day or week, counted from what exists. */
export class SiteStatsService {
  private readonly hour: Intl.DateTimeFormat

  constructor(
    private readonly deps: {
      db: Pick<
        Collections,
        'dailyStats' | 'emptySearches' | 'members' | 'threads' | 'posts' | 'cases' | 'boards'
      >
      calendar: SiteCalendar
      timeZone: string
      clock: Clock
    },
  ) {
    this.hour = new Intl.DateTimeFormat('en-GB', {
      timeZone: deps.timeZone,
      hour: '2-digit',
      hourCycle: 'h23',
    })
  }

  /**
   * Returns the numbers of a range of days, of the last `days` unless its first day is given.
   *
   * @throws ForumError `FORBIDDEN`, `VALIDATION_FAILED` for a range that is too long or ends before it begins
   */
  async get({ actor }: Viewer, { days: length, from, to, by }: Range): Promise<SiteStats> {
    authorize(mayAdminister(actor))
    const last = to ?? this.deps.calendar.today()
    const counted = dayBefore(last, length - 1)
    const first = from ?? (by === 'week' ? mondayOf(counted) : counted)
    const days = daysBetween(first, last)
    if (days.length === 0 || days.length > STATS_DAYS_MAX) throw refusedField('from', 'range')
    // Those who joined in the week before are returning members of the first period.
    const before = daysBetween(dayBefore(first, DAYS_OF_WEEK), dayBefore(first, 1))
    const rows = await this.rows([...before, ...days])
    const empty = await this.emptySearches(days)
    const periods = by === 'day' ? days.map((day) => [day]) : weeksOf(days)
    const series = periods.map((period) => {
      const periodRows = period.flatMap((day) => rows.get(day) ?? [])
      const [date = first] = period
      const joinedBefore = new Set(
        daysBetween(dayBefore(date, DAYS_OF_WEEK), dayBefore(date, 1)).flatMap(
          (day) => rows.get(day)?.joined ?? [],
        ),
      )
      const writers = new Set(periodRows.flatMap((row) => row.writers))
      return {
        date,
        newMembers: sum(periodRows.map((row) => row.joined.length)),
        activeMembers: writers.size,
        returningMembers: [...writers].filter((id) => joinedBefore.has(id)).length,
        threads: sum(periodRows.map((row) => row.threads)),
        replies: sum(periodRows.map((row) => row.replies)),
        reports: sum(periodRows.map((row) => row.reports)),
        medianHoursToSettle: medianOf(periodRows.flatMap((row) => row.hoursToSettle)),
        emptySearches: sum(period.map((day) => empty.get(day) ?? 0)),
      }
    })
    const shown = days.flatMap((day) => rows.get(day) ?? [])
    return { series, boards: await this.boardsOf(shown), hours: hoursOf(shown) }
  }

  /** Keeps the rows of all days that ended long enough ago, so that reading them does not count them again. */
  async keep(): Promise<void> {
    const { db, calendar } = this.deps
    const joinedFirst = { sort: { joinedAt: 1, _id: 1 }, projection: { joinedAt: 1 } } as const
    const first = await db.members.findOne({ status: 'active' }, joinedFirst)
    if (!first) return
    const ended = daysBetween(calendar.dayOf(first.joinedAt), this.lastKept())
    const kept = await this.kept(ended)
    const missing = ended.filter((day) => !kept.has(day))
    for (let from = 0; from < missing.length; from += COUNTED_AT_ONCE) {
      const rows = await this.count(missing.slice(from, from + COUNTED_AT_ONCE))
      await db.dailyStats.bulkWrite(
        rows.map((row) => ({ replaceOne: { filter: { _id: row._id }, replacement: row, upsert: true } })),
        { ordered: false },
      )
    }
  }

  private lastKept(): string {
    return dayBefore(this.deps.calendar.today(), KEPT_AFTER_DAYS + 1)
  }

  private async kept(days: readonly string[]): Promise<Map<string, DailyStatsDoc>> {
    const found = await this.deps.db.dailyStats.find({ _id: { $in: [...days] } }).toArray()
    return new Map(found.map((row) => [row._id, row]))
  }

  /** Returns the rows of days: those that are kept, and the others counted now. */
  private async rows(days: readonly string[]): Promise<ReadonlyMap<string, DailyStatsDoc>> {
    const rows = await this.kept(days)
    for (const row of await this.count(days.filter((day) => !rows.has(day)))) rows.set(row._id, row)
    return rows
  }

  /** Counts days from what exists, in one pass over the threads that had posts since the first of them. */
  private async count(days: readonly string[]): Promise<DailyStatsDoc[]> {
    const [first] = days
    const last = days.at(-1)
    if (first === undefined || last === undefined) return []
    const { db, calendar } = this.deps
    const [start, end] = [calendar.startOf(first), calendar.endOf(last)]
    const rows = new Map(days.map((day) => [day, { ...emptyRow(day), writers: new Set<number>() }]))
    const rowAt = (at: Date) => (at >= start && at < end ? rows.get(calendar.dayOf(at)) : undefined)
    for await (const { _id, joinedAt } of db.members.find(
      { status: { $in: ['active', 'inactive', 'banned'] }, joinedAt: { $gte: start, $lt: end } },
      { projection: { joinedAt: 1 } },
    ))
      rowAt(joinedAt)?.joined.push(_id)
    const since = { isDeleted: false, lastPostAt: { $gte: start }, createdAt: { $lt: end } }
    const boardOf = new Map<number, number>()
    for await (const { _id, boardId } of db.threads.find(since, { projection: { boardId: 1 } }))
      boardOf.set(_id, boardId)
    const threadIds = [...boardOf.keys()]
    for (let from = 0; from < threadIds.length; from += BATCH) {
      const posts = db.posts.find(
        {
          threadId: { $in: threadIds.slice(from, from + BATCH) },
          isDeleted: false,
          createdAt: { $gte: start, $lt: end },
        },
        { projection: { threadId: 1, number: 1, authorId: 1, writerId: 1, createdAt: 1 } },
      )
      for await (const { threadId, number, createdAt, ...post } of posts) {
        const row = rowAt(createdAt)
        if (!row) continue
        row.writers.add(accountOf(post))
        row[number === 1 ? 'threads' : 'replies'] += 1
        const boardId = String(boardOf.get(threadId) ?? 0)
        row.boards[boardId] = (row.boards[boardId] ?? 0) + 1
        const hour = Number(this.hour.format(createdAt))
        row.hours[hour] = (row.hours[hour] ?? 0) + 1
      }
    }
    // Whoever reported in these days did so to a case that is open, or that was settled since.
    const settled = {
      status: { $in: ['resolved' as const, 'dismissed' as const] },
      handledAt: { $gte: start },
    }
    const projection = { 'reports.createdAt': 1, createdAt: 1, handledAt: 1 }
    const cases = [
      ...(await db.cases.find(settled, { projection }).toArray()),
      ...(await db.cases.find({ status: 'open', createdAt: { $lt: end } }, { projection }).toArray()),
    ]
    for (const { reports, createdAt, handledAt } of cases) {
      for (const report of reports) {
        const row = rowAt(report.createdAt)
        if (row) row.reports += 1
      }
      if (handledAt)
        rowAt(handledAt)?.hoursToSettle.push((handledAt.getTime() - createdAt.getTime()) / HOUR_MS)
    }
    return [...rows.values()].map((row) => ({ ...row, writers: [...row.writers] }))
  }

  private async emptySearches(days: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const found = await this.deps.db.emptySearches.find({ _id: { $in: [...days] } }).toArray()
    return new Map(found.map(({ _id, count }) => [_id, count]))
  }

  /** Returns the boards with their threads and replies, the busiest first. */
  private async boardsOf(rows: readonly DailyStatsDoc[]): Promise<SiteStats['boards']> {
    const counts = new Map<number, number>()
    for (const { boards } of rows)
      for (const [id, count] of Object.entries(boards))
        counts.set(Number(id), (counts.get(Number(id)) ?? 0) + count)
    const found = await this.deps.db.boards
      .find({ _id: { $in: [...counts.keys()] } }, { projection: { name: 1, nameZh: 1 } })
      .toArray()
    return found
      .map(({ _id, name, nameZh }) => ({ id: _id, name, name_zh: nameZh, posts: counts.get(_id) ?? 0 }))
      .toSorted((a, b) => b.posts - a.posts || a.id - b.id)
  }
}

const emptyRow = (day: string): DailyStatsDoc => ({
  _id: day,
  joined: [],
  writers: [],
  threads: 0,
  replies: 0,
  reports: 0,
  hoursToSettle: [],
  boards: {},
  hours: Array.from({ length: 24 }, () => 0),
})

const hoursOf = (rows: readonly DailyStatsDoc[]) =>
  Array.from({ length: 24 }, (_, hour) => sum(rows.map(({ hours }) => hours[hour] ?? 0)))

const noonOf = (day: string) => new Date(`${day}T12:00:00.000Z`).getTime()
const dayAt = (noon: number) => new Date(noon).toISOString().slice(0, 10)
/** Returns the Monday of the week that a day is in. */
const mondayOf = (day: string) => dayBefore(day, (new Date(noonOf(day)).getUTCDay() + 6) % DAYS_OF_WEEK)
const dayBefore = (day: string, days: number) => dayAt(noonOf(day) - days * DAY_MS)

/** Returns the days from one to another, both included. */
function daysBetween(first: string, last: string): string[] {
  const days = Math.round((noonOf(last) - noonOf(first)) / DAY_MS) + 1
  if (days > STATS_DAYS_MAX + DAYS_OF_WEEK) return daysBetween(dayBefore(last, STATS_DAYS_MAX), last)
  return Array.from({ length: Math.max(0, days) }, (_, i) => dayAt(noonOf(first) + i * DAY_MS))
}

/** Returns days by week, which begins on Monday. */
function weeksOf(days: readonly string[]): string[][] {
  const weeks: string[][] = []
  for (const day of days) {
    if (weeks.length === 0 || new Date(noonOf(day)).getUTCDay() === 1) weeks.push([])
    weeks.at(-1)?.push(day)
  }
  return weeks
}

/** Returns the median, to a tenth; null of nothing. */
function medianOf(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
  return Math.round(median * 10) / 10
}
