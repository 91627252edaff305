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

const state = z.enum(['up', 'down', 'unused'])

/** The status is 503, with the same body, while the database is away. */
export const ready = endpoint({
  name: 'ready',
  summary: 'State of the database and the bus',
  method: 'GET',
  path: '/health/ready',
  limit: null,
  ignoresToken: true,
  response: z.strictObject({
    status: z.enum(['ok', 'unavailable']),
    dependencies: z.strictObject({ mongodb: state, redis: state }),
  }),
  statusOf: (response) => (response.status === 'ok' ? 200 : 503),
})
