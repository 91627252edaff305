import * as z from 'zod/mini'
import { endpoint } from './define'

export const live = endpoint({
  name: 'live',
  summary: 'Succeeds as long as the process runs',
  method: 'GET',
  path: '/health/live',
  limit: null,
  ignoresToken: true,
  response: z.strictObject({ status: z.literal('ok') }),
})

/**
 * The status is 503, with the same body, while the database is away and before the process stops. While its disk is full the forum can be read but not
 * written, which is `readOnly`, with status 200: a balancer that dropped every process would end the reading too.
 */
export const ready = endpoint({
  name: 'ready',
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
})
