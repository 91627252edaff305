import { ERRORS, fieldText, ForumError } from '@forum/shared/errors'
import type { ErrorBody } from '@forum/shared/contract'
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import { isDatabaseUnavailable } from './database'
import { languageOf } from './mount'

/** Turns any failure into a `ForumError`: `UNAVAILABLE` while the database is unavailable, otherwise `INTERNAL`. */
export function asForumError(error: unknown): ForumError {
  if (error instanceof ForumError) return error
  if (isDatabaseUnavailable(error)) {
    return new ForumError('UNAVAILABLE', { cause: error, retryAfterSeconds: 1 })
  }
  return new ForumError('INTERNAL', { cause: error })
}

/** The only place where an error becomes a response, which never contains a stack or a driver's message. */
export function handleErrors(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (thrown) {
      const error = asForumError(thrown)
      const language = languageOf(ctx.get('Accept-Language'))
      const { status } = ERRORS[error.code]
      const requestId = String(ctx.state.requestId)
      if (status >= 500) log.error({ err: thrown, requestId }, 'request failed')
      const errors = error.fields.map((field) => ({ ...field, message: fieldText(field, language) }))
      const body: ErrorBody = {
        code: error.code,
        message: error.detail?.[language] ?? errors[0]?.message ?? ERRORS[error.code][language],
        ...(errors.length > 0 ? { errors } : {}),
        requestId,
      }
      ctx.status = status
      if (error.retryAfterSeconds !== undefined) ctx.set('Retry-After', String(error.retryAfterSeconds))
      ctx.set('Cache-Control', 'no-store')
      ctx.type = 'application/json; charset=utf-8'
      ctx.body = JSON.stringify(body)
    }
  }
}
