import { ERRORS, ForumError, type Language } from '@forum/shared/errors'
import { ERROR_TEXTS, fieldText } from '@forum/shared/bilingual'
import type { ErrorBody } from '@forum/shared/contract'
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import { isDatabaseUnavailable, isDiskFull } from '../mongo/database'
import { logFailure } from '../work/failures'
import { languageOf } from './mount'

/** A full disk needs a person. */
const DISK_RETRY_AFTER_S = 60

/**
 * Turns any failure into a `ForumError`: `UNAVAILABLE` while the database is unavailable or the disk is full, otherwise
 * `INTERNAL`.
 */
export function asForumError(error: unknown): ForumError {
  if (error instanceof ForumError) return error
  if (isDatabaseUnavailable(error)) {
    return new ForumError('UNAVAILABLE', { cause: error, retryAfterSeconds: 1 })
  }
  if (isDiskFull(error)) {
    return new ForumError('UNAVAILABLE', { cause: error, retryAfterSeconds: DISK_RETRY_AFTER_S })
  }
  return new ForumError('INTERNAL', { cause: error })
}

interface ErrorResponse {
  status: number
  headers: Record<string, string>
  body: string
}

/** The only place where an error becomes a response, which never contains a stack or a driver's message. */
export function presentError(
  thrown: unknown,
  { language, requestId, log }: { language: Language; requestId: string; log: Logger },
): ErrorResponse {
  const error = asForumError(thrown)
  const { status } = ERRORS[error.code]
  // Without a cause it is a refusal, such as mail that is not set up, and the line of the request says enough.
  const isRefusal =
    thrown instanceof ForumError && thrown.code === 'UNAVAILABLE' && thrown.cause === undefined
  if (status >= 500 && !isRefusal) logFailure(log, 'error', { err: thrown, requestId }, 'request failed')
  const errors = error.fields.map((field) => ({ ...field, message: fieldText(field, language) }))
  const body: ErrorBody = {
    code: error.code,
    message: error.detail?.[language] ?? errors[0]?.message ?? ERROR_TEXTS[error.code][language],
    ...(errors.length > 0 ? { errors } : {}),
    requestId,
    ...error.newer,
  }
  const { retryAfterSeconds } = error
  return {
    status,
    headers: {
      ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json; charset=utf-8',
    },
    body: JSON.stringify(body),
  }
}

export function handleErrors(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (thrown) {
      const language = languageOf(ctx.get('Accept-Language'))
      const response = presentError(thrown, { language, requestId: String(ctx.state.requestId), log })
      ctx.status = response.status
      ctx.set(response.headers)
      ctx.body = response.body
    }
  }
}
