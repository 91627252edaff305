import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'
import type { Logger } from 'pino'

/** A caller's own request id is kept if it is sane: short, and harmless in a log and a header. */
const SANE_ID = /^[A-Za-z0-9._-]{1,64}$/

export const requestId: Middleware = async (ctx, next) => {
  const given = ctx.get('X-Request-Id')
  const id = SANE_ID.test(given) ? given : randomUUID()
  ctx.state.requestId = id
  ctx.set('X-Request-Id', id)
  await next()
}

/** One JSON line a request. The query is left out: it may hold what somebody searched for. */
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
