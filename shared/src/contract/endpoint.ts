import type * as z from 'zod/mini'
import type { ErrorCode } from '../errors'
import type { RateLimitName } from '../limits'

/**
 * Who may call: `member` is a signed-in member, `gateway` a process that knows the gateways' secret. The service checks
 * finer permissions with policies.
 */
export type Access = 'anyone' | 'member' | 'gateway'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One file in a body of `multipart/form-data`; its other fields are the call's `body`. */
export interface Upload {
  /** Name of the form field that holds the file. */
  field: string
  /** A larger file is refused with `PAYLOAD_TOO_LARGE`. */
  maxBytes: number
}

/** One HTTP call as data: mounted by the server, called by the typed client, documented by the generator. */
export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> {
  summary: string
  /** More than one where documented clients use several verbs; the typed client uses the first. */
  methods: readonly [Method, ...Method[]]
  /** Under `/api`, with `:name` for parameters. */
  path: string
  access: Access
  /** The rate limit that a call counts against, besides the one of its address; `null` for none. */
  limit: RateLimitName | null
  /** Ignores the `Authorization` header, so that an expired token does not prevent signing in or out. */
  ignoresToken: boolean
  /** Accepts a body of any type, and does not read it. */
  ignoresBody: boolean
  /** True if a call that is no read is served while the site is read-only. */
  whileReadOnly: boolean
  /**
   * True if the call refuses members who have not agreed to the present terms or lack a verified address that the
   * site requires, since it writes what others read.
   */
  needsAgreement: boolean
  /** Honours `Idempotency-Key`. */
  idempotent: boolean
  /** True if the response may be a `HeldResponse` with the status 202, because the sent text waits for approval. */
  mayHold: boolean
  /** True if no cache may store the response, so that nothing of it is left on a device once the session has ended. */
  confidential: boolean
  params: Params
  query: Query
  body: Body
  /** The file in a multipart body; null for a JSON body. */
  upload: Upload | null
  status: 200 | 201 | 202 | 204 | 302
  /** Derives the status from the response, for calls whose status varies. */
  statusOf?: ((response: z.output<Response>) => 200 | 204 | 503) | undefined
  response: Response
  /** The content types of a response that is not JSON (a `RawResponse`); null for JSON. */
  produces: readonly [string, ...string[]] | null
  /** True if a client may request a part of the response (`Range`). */
  isRanged: boolean
  /** Error codes of this call, besides those common to all calls. */
  errors: readonly ErrorCode[]
}

/** Error codes common to all calls; `METHOD_NOT_ALLOWED` is that of their path with another method. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'VALIDATION_FAILED',
  'UNAUTHENTICATED',
  'METHOD_NOT_ALLOWED',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'UNAVAILABLE',
]

/** Error codes common to all calls that read a body. */
const BODY_ERRORS: readonly ErrorCode[] = ['BAD_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']

/** Returns true if a call reads the body of its request. */
export const readsBody = ({ methods }: Pick<Endpoint, 'methods'>): boolean => !methods.includes('GET')

/** Returns all error codes that a call can respond with. */
export const errorsOf = (endpoint: Endpoint): readonly ErrorCode[] => [
  ...new Set<ErrorCode>([
    ...COMMON_ERRORS,
    ...(readsBody(endpoint) ? BODY_ERRORS : []),
    // A personal token may not be meant for it.
    ...(endpoint.ignoresToken ? [] : (['FORBIDDEN'] as const)),
    ...(endpoint.needsAgreement
      ? (['AGREEMENT_REQUIRED', 'EMAIL_NOT_VERIFIED', 'WARNING_UNREAD'] as const)
      : []),
    ...endpoint.errors,
  ]),
]

/** A body of known size, of which a client may request a part (`Range`). */
export interface Ranged {
  /** Identifies exactly these bytes. */
  etag: string
  size: number
  /** Reads the whole body or an inclusive range of it. */
  read(range?: { first: number; last: number }): AsyncIterable<Uint8Array>
}

/** A response that is not JSON: a feed, an archive, the bytes of a file. */
export interface RawResponse {
  /** One of the content types that the endpoint produces; parameters such as `charset` may follow. */
  type: string
  body: string | Uint8Array | AsyncIterable<Uint8Array> | Ranged
  /** `Content-Disposition` and the like. */
  headers?: Readonly<Record<string, string>> | undefined
}

export type ParamsOf<E extends Endpoint> = z.output<E['params']>
export type QueryOf<E extends Endpoint> = z.output<E['query']>
export type QueryInput<E extends Endpoint> = z.input<E['query']>
export type BodyOf<E extends Endpoint> = z.output<E['body']>
export type BodyInput<E extends Endpoint> = z.input<E['body']>
export type ResponseOf<E extends Endpoint> = z.output<E['response']>
