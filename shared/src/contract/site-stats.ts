import * as z from 'zod/mini'
import { STATS_DAYS, STATS_DAYS_MAX } from '../limits'
import { endpoint, rawEndpoint } from './define'
import { id, queryNumber } from './fields'

const count = z.int().check(z.nonnegative())

const stats = z.strictObject({
  series: z.array(
    z.strictObject({
      /** The first day of the period. */
      date: z.string(),
      newMembers: count,
      /** Members who wrote. */
      activeMembers: count,
      /** The number of members who joined in the seven days before the period and wrote in it. */
      returningMembers: count,
      threads: count,
      replies: count,
      reports: count,
      /** The median over the cases that were settled; null if there were none. */
      medianHoursToSettle: z.nullable(z.number()),
      emptySearches: count,
    }),
  ),
  /** Boards with their threads and replies, the busiest first. */
  boards: z.array(z.strictObject({ id, name: z.string(), name_zh: z.string(), posts: count })),
  /** Threads and replies by the hour of the site's day. */
  hours: z.array(count),
})
export type SiteStats = z.output<typeof stats>

const query = z.object({
  /** The last days, up to `to`, if `from` is not given; by week, from the Monday before. */
  days: z._default(queryNumber(1, STATS_DAYS_MAX), STATS_DAYS),
  from: z.optional(z.iso.date('invalid')),
  to: z.optional(z.iso.date('invalid')),
  by: z._default(z.enum(['day', 'week'], 'invalid'), 'day'),
})

export const siteStatsEndpoints = {
  siteStats: endpoint({
    summary: 'The numbers of the site by day or by week, counted from what exists (admins)',
    method: 'GET',
    path: '/admin/stats',
    access: 'member',
    confidential: true,
    query,
    response: stats,
    errors: ['FORBIDDEN'],
  }),

  siteStatsCsv: rawEndpoint({
    summary: 'The same series as CSV (admins)',
    method: 'GET',
    path: '/admin/stats.csv',
    access: 'member',
    confidential: true,
    query,
    produces: ['text/csv'],
    errors: ['FORBIDDEN'],
  }),
}
