import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'
import type { Logger } from 'pino'

/** Accepts a caller's own request id if it is short, and harmless in a log and a header. */
const SANE_ID = /^[A-Za-z0-9._-]{1,64}$/

export const requestIdOf = (given: string | undefined): string =>
  given !== undefined && SANE_ID.test(given) ? given : randomUUID()

export const requestId: Middleware = async (ctx, next) => {
  const id = requestIdOf(ctx.get('X-Request-Id'))
  ctx.state.requestId = id
  ctx.set('X-Request-Id', id)
  await next()
}

interface Answered {
  requestId: string
  method: string
  path: string
  status: number
  /** By `performance.now()`. */
  startedAt: number
}

/** Logs one JSON line per request. The query is omitted: it may contain a search text. */
export function logRequest(log: Logger, { requestId, method, path, status, startedAt }: Answered): void {
  const ms = Math.round((performance.now() - startedAt) * 10) / 10
  log.info({ requestId, method, path, status, ms }, 'request')
}

export function logRequests(log: Logger): Middleware {
  return async (ctx, next) => {
    const startedAt = performance.now()
    try {
      await next()
    } finally {
      const { method, path, status } = ctx
      logRequest(log, { requestId: ctx.state.requestId as string, method, path, status, startedAt })
    }
  }
}
