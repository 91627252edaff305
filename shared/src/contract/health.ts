import * as z from 'zod/mini'
import { endpoint } from './define'
import { time } from './fields'

const runningProcess = z.strictObject({
  id: z.string(),
  role: z.enum(['all', 'api', 'gateway']),
  version: z.string(),
  startedAt: time,
  /** When it last said that it runs. */
  seenAt: time,
  /** Events that did not reach its gateway since it started; null without a gateway. */
  gaps: z.nullable(z.int()),
})
export type RunningProcess = z.output<typeof runningProcess>

const siteHealthReport = z.strictObject({
  /** The release of the process that responds. */
  version: z.string(),
  /** The processes that said within a minute that they run, the oldest first; without Redis only the one that responds. */
  processes: z.array(runningProcess),
  database: z.enum(['up', 'full', 'down']),
  redis: z.enum(['up', 'down', 'unused']),
  /** Events of the log that a consumer, such as publishing, still has to handle; null while that is unknown. */
  backlog: z.nullable(z.strictObject({ events: z.int(), oldestSeconds: z.number() })),
  /** Posts in the search index, changes that are not in a segment of it yet, and whether it is built again; null while that is unknown. */
  search: z.nullable(z.strictObject({ posts: z.int(), waiting: z.int(), isRebuilding: z.boolean() })),
  /** Free space where the data folder of the process that responds is; null while that is unknown. */
  freeBytes: z.nullable(z.number()),
  lastBackupAt: z.nullable(time),
  readOnlySince: z.nullable(time),
})
export type SiteHealthReport = z.output<typeof siteHealthReport>

export const healthEndpoints = {
  live: endpoint({
    summary: 'Succeeds as long as the process runs',
    method: 'GET',
    path: '/health/live',
    limit: null,
    ignoresToken: true,
    response: z.strictObject({ status: z.literal('ok') }),
  }),

  /**
   * The status is 503, with the same body, while the database is away and before the process stops. While its disk is full the forum can be read but not
   * written, which is `readOnly`, with status 200: a balancer that dropped every process would end the reading too.
   */
  ready: endpoint({
    summary: 'State of the database and the bus',
    method: 'GET',
    path: '/health/ready',
    limit: null,
    ignoresToken: true,
    response: z.strictObject({
      status: z.enum(['ok', 'readOnly', 'unavailable']),
      dependencies: z.strictObject({
        mongodb: z.enum(['up', 'full', 'down']),
        redis: z.enum(['up', 'down', 'unused']),
      }),
    }),
    statusOf: (response) => (response.status === 'unavailable' ? 503 : 200),
  }),

  getSiteHealth: endpoint({
    summary: 'Version, processes, dependencies, backlog, search index, disk and last backup (admins)',
    method: 'GET',
    path: '/admin/health',
    access: 'member',
    confidential: true,
    response: z.strictObject({ health: siteHealthReport }),
    errors: ['FORBIDDEN'],
  }),
}
