import type { Bilingual } from './bilingual/language'

export type { Language } from './bilingual/language'

/**
 * Every error code of the API, with its HTTP status. Programs match on codes, which are stable; the texts for people
 * are in bilingual/errors.ts.
 */
export const ERRORS = {
  VALIDATION_FAILED: { status: 400 },
  BAD_JSON: { status: 400 },
  WRONG_PASSWORD: { status: 400 },
  WRONG_CODE: { status: 400 },
  UNAUTHENTICATED: { status: 401 },
  INVALID_CREDENTIALS: { status: 401 },
  FORBIDDEN: { status: 403 },
  ACCOUNT_BANNED: { status: 403 },
  ACCOUNT_INACTIVE: { status: 403 },
  SECOND_FACTOR_REQUIRED: { status: 403 },
  PASSWORD_REQUIRED: { status: 403 },
  INVITATION_REQUIRED: { status: 403 },
  AGREEMENT_REQUIRED: { status: 403 },
  EMAIL_NOT_VERIFIED: { status: 403 },
  WARNING_UNREAD: { status: 403 },
  MUTED: { status: 403 },
  BLOCKED_BY_RECIPIENT: { status: 403 },
  NOT_FOUND: { status: 404 },
  RECIPIENT_NOT_FOUND: { status: 404 },
  METHOD_NOT_ALLOWED: { status: 405 },
  PAYLOAD_TOO_LARGE: { status: 413 },
  UNSUPPORTED_MEDIA_TYPE: { status: 415 },
  USERNAME_TAKEN: { status: 409 },
  EMAIL_TAKEN: { status: 409 },
  THREAD_LOCKED: { status: 409 },
  THREAD_HAS_REPLIES: { status: 409 },
  BOARD_NOT_EMPTY: { status: 409 },
  BOARD_HAS_CHILDREN: { status: 409 },
  CATEGORY_NOT_EMPTY: { status: 409 },
  CONTENT_BLOCKED: { status: 409 },
  CONFLICT: { status: 409 },
  TOO_MANY_REQUESTS: { status: 429 },
  INTERNAL: { status: 500 },
  UNAVAILABLE: { status: 503 },
} as const satisfies Record<string, { status: number }>

export type ErrorCode = keyof typeof ERRORS

/** One invalid field; `code` names the rule it violates (`required`, `too_long`). */
export interface FieldError {
  field: string
  code: string
}

/**
 * A refusal, thrown by policies and services and turned into a response in one place. `detail` replaces the
 * text of the code where a more specific one exists (why an account is banned and until when).
 */
export class ForumError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldError[]
  readonly retryAfterSeconds: number | undefined
  readonly detail: Bilingual | undefined
  /** The newer state, which the caller does not have yet; the response includes it. */
  readonly newer: object | undefined

  constructor(
    code: ErrorCode,
    more: {
      fields?: FieldError[]
      retryAfterSeconds?: number
      detail?: Bilingual
      newer?: object
      cause?: unknown
    } = {},
  ) {
    super(code, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'ForumError'
    this.code = code
    this.fields = more.fields ?? []
    this.retryAfterSeconds = more.retryAfterSeconds
    this.detail = more.detail
    this.newer = more.newer
  }
}

/** The refusal of one field. */
export const refusedField = (field: string, code: string, cause?: unknown): ForumError =>
  new ForumError('VALIDATION_FAILED', { fields: [{ field, code }], cause })
