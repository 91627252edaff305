import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'
import type { Logger } from 'pino'

/** Accepts a caller's own request id if it is short, and harmless in a log and a header. */
const SANE_ID = /^[A-Za-z0-9._-]{1,64}$/

export const requestId: Middleware = async (ctx, next) => {
  const given = ctx.get('X-Request-Id')
  const id = SANE_ID.test(given) ? given : randomUUID()
  ctx.state.requestId = id
  ctx.set('X-Request-Id', id)
  await next()
}

/** Logs one JSON line per request. The query is omitted: it may contain a search text. */
export function logRequests(log: Logger): Middleware {
  return async (ctx, next) => {
    const start = performance.now()
    try {
      await next()
    } finally {
      log.info(
        {
          requestId: ctx.state.requestId as string,
          method: ctx.method,
          path: ctx.path,
          status: ctx.status,
          ms: Math.round((performance.now() - start) * 10) / 10,
        },
        'request',
      )
    }
  }
}
