import type { SiteStats } from '@forum/shared/contract'
import { signedIn, type Handlers } from '../../platform/http/mount'
import type { SiteStatsService } from './site-stats.service'

const COLUMNS = [
  'date',
  'newMembers',
  'activeMembers',
  'returningMembers',
  'threads',
  'replies',
  'reports',
  'medianHoursToSettle',
  'emptySearches',
] as const satisfies (keyof SiteStats['series'][number])[]

const csvOf = ({ series }: SiteStats): string =>
  [COLUMNS.join(','), ...series.map((row) => COLUMNS.map((name) => row[name] ?? '').join(','))]
    .map((line) => `${line}\r\n`)
    .join('')

export const siteStatsRoutes = (stats: SiteStatsService) =>
  ({
    siteStats: (call) => stats.get(signedIn(call), call.query),
    siteStatsCsv: async (call) => ({
      type: 'text/csv; charset=utf-8',
      body: csvOf(await stats.get(signedIn(call), call.query)),
      headers: { 'Content-Disposition': 'attachment; filename="stats.csv"' },
    }),
  }) satisfies Partial<Handlers>
