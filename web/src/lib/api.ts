import { api, type ResponseOf, type Api, type EndpointName, type RawResponse } from '@forum/shared/contract'
import { systemClock } from '@forum/shared/clock'
import type { ErrorCode } from '@forum/shared/errors'
import { REQUEST_TIMEOUT_MS } from '@forum/shared/limits'
import { UPLOAD_TIMEOUT_MS } from './limits'
import { askAfter } from './agreement'
import { apiText } from './api.texts'
import { endSession, readLanguage, readToken } from './session'

/** Codes of failures without a response, besides the server's own codes. */
export type ClientErrorCode = 'NETWORK' | 'TIMEOUT'

/** A field that the server refused, with a `message` for the member who filled it in. */
export interface RefusedField {
  field: string
  code: string
  message: string
}

/** A refused or failed call. `message` may be shown; code decides by `code`. */
export class ApiError extends Error {
  /** 0 if the server was not reached. */
  readonly status: number
  readonly code: ErrorCode | ClientErrorCode
  readonly fields: readonly RefusedField[]
  readonly retryAfterSeconds?: number
  /** The time when a retry may succeed, in milliseconds since 1970. */
  readonly retryAt?: number

  constructor(
    status: number,
    code: ErrorCode | ClientErrorCode,
    message: string,
    more: { fields?: readonly RefusedField[]; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.fields = more.fields ?? []
    if (more.retryAfterSeconds !== undefined) {
      this.retryAfterSeconds = more.retryAfterSeconds
      this.retryAt = systemClock.now().getTime() + more.retryAfterSeconds * 1_000
    }
  }

  /** True if the server may have carried out the call: only a retry with the same key is safe. */
  get isUncertain(): boolean {
    return this.status === 0 || this.status >= 500
  }

  /** True if a retry may succeed. */
  get mayPass(): boolean {
    return this.isUncertain || this.status === 429
  }
}

type InputOf<Schema> = Schema extends { _zod: { input: infer Input } } ? Input : never
/** Values of a path or a query may be passed as numbers. */
type Written<T> = { [K in keyof T]: T[K] | (string extends T[K] ? number : T[K]) }
type Filled<Name extends string, T> = string extends keyof T
  ? unknown
  : object extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T }

export type CallOptions<N extends EndpointName> = Filled<'params', Written<InputOf<Api[N]['params']>>> &
  Filled<'query', Written<InputOf<Api[N]['query']>>> &
  Filled<'body', InputOf<Api[N]['body']>> & {
    /** A UUID: retries with the same key have no second effect. */
    idempotencyKey?: string
    /** The file of an endpoint with `upload`. */
    file?: Blob
    /** Called with the uploaded share of the file, from 0 to 1. */
    onProgress?: (share: number) => void
    signal?: AbortSignal
    /** Finishes the call even if the page is left meanwhile. */
    keepalive?: boolean
    /** For the check at start-up: a 401 does not end the session. */
    quiet?: boolean
    /** Loads data that the reader may open next: a quiet call that does not count as a view. */
    isPrefetch?: boolean
  }

export type ResultOf<N extends EndpointName> = ResponseOf<Api[N]>

/** Calls without required options may omit them. */
export type CallArguments<N extends EndpointName> =
  object extends CallOptions<N> ? [options?: CallOptions<N>] : [options: CallOptions<N>]

export type Call = <N extends EndpointName>(name: N, ...options: CallArguments<N>) => Promise<ResultOf<N>>

interface AnyOptions {
  file?: Blob
  onProgress?: (share: number) => void
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  idempotencyKey?: string
  signal?: AbortSignal
  keepalive?: boolean
  quiet?: boolean
  isPrefetch?: boolean
}

/**
 * Calls an endpoint and resolves with its response; rejects with an `ApiError`, or with the signal's reason if the
 * caller aborts. Without a response after 10 s the error is `TIMEOUT`; a file may take longer while it makes progress, and 60 s once it
 * has been sent.
 */
export const call: Call = async (name, ...[given]) => {
  const options = (given ?? {}) as AnyOptions
  const endpoint = (api as Partial<Api>)[name] ?? (await rareEndpoint(name))
  const token = readToken()
  const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Language': readLanguage() }
  if (token !== null) headers.Authorization = `Bearer ${token}`
  if (options.body !== undefined) headers['Content-Type'] = 'application/json'
  if (options.isPrefetch) headers.Purpose = 'prefetch'
  if (options.idempotencyKey !== undefined) headers['Idempotency-Key'] = options.idempotencyKey

  const attempt = new AbortController()
  let late = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const waitFurther = (ms = REQUEST_TIMEOUT_MS) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      late = true
      attempt.abort()
    }, ms)
  }
  waitFurther()
  const giveUp = () => {
    attempt.abort(options.signal?.reason)
  }
  if (options.signal?.aborted) giveUp()
  options.signal?.addEventListener('abort', giveUp)
  let response: Response
  let content: unknown
  try {
    const url = address(endpoint.path, options.params, options.query)
    const keepalive = options.keepalive ?? false
    const request = { method: endpoint.methods[0], headers, signal: attempt.signal, keepalive }
    const { file } = options
    if (file === undefined) {
      const body = options.body === undefined ? {} : { body: JSON.stringify(options.body) }
      response = await fetch(url, { ...request, credentials: 'include', ...body })
    } else {
      const { sendFile } = await import('./send-file')
      response = await sendFile(url, {
        ...request,
        field: endpoint.upload?.field ?? 'file',
        file,
        onProgress: (share) => {
          waitFurther()
          options.onProgress?.(share)
        },
        // The server may take long to process the file, and sends nothing until it has.
        onSent: () => {
          waitFurther(UPLOAD_TIMEOUT_MS)
        },
      })
    }
    if (response.ok && isFile(response)) {
      // A large file may take as long as it needs once it has begun to arrive.
      clearTimeout(timer)
      content = await readFile(response)
    } else content = await readJson(response)
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    throw clientError(late ? 'TIMEOUT' : 'NETWORK', cause)
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', giveUp)
  }
  // The server's tests check these shapes, so the page does not repeat the check.
  if (response.ok) return content as Awaited<ReturnType<typeof call<typeof name>>>

  const error = refusal(response, content)
  // Another account may have signed in meanwhile.
  if ((await askAfter(error.code)) && readToken() === token) return call(name, ...([given] as never))
  if (error.status === 401 && name !== 'login' && !options.quiet && !options.isPrefetch) endSession(token)
  throw error
}

/** Loads an endpoint that the first load lacks. */
async function rareEndpoint<N extends EndpointName>(name: N): Promise<Api[N]> {
  try {
    return (await import('./rare-endpoints')).rareEndpoints[name]
  } catch (cause) {
    throw clientError('NETWORK', cause)
  }
}

/** Returns whether a response is a file rather than JSON. */
const isFile = (response: Response) =>
  response.status !== 204 && !/json/.test(response.headers.get('Content-Type') ?? 'json')

async function readFile(response: Response): Promise<RawResponse> {
  return {
    type: response.headers.get('Content-Type') ?? '',
    body: new Uint8Array(await response.arrayBuffer()),
  }
}

function address(path: string, params: AnyOptions['params'], query: AnyOptions['query']): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
  const pairs = Object.entries(query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, String(value)])
  return `/api${filled}${pairs.length > 0 ? `?${new URLSearchParams(pairs).toString()}` : ''}`
}

/** Returns the JSON of a response; undefined if there is none, as with 204 or a proxy's own error page. */
async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const text = await response.text()
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    if (response.ok) throw cause
    return undefined
  }
}

/** Returns the error for a call without a usable response. */
export function clientError(code: ClientErrorCode, cause?: unknown): ApiError {
  return new ApiError(0, code, apiText(code), { cause })
}

/** Returns the error that a response with an error status describes. */
function refusal(response: Response, content: unknown): ApiError {
  const body: { code?: ErrorCode; message?: string; errors?: RefusedField[] } | null =
    typeof content === 'object' ? content : null
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  const code = body?.code ?? (response.status === 503 || response.status === 502 ? 'UNAVAILABLE' : 'INTERNAL')
  return new ApiError(response.status, code, body?.message ?? apiText('TIMEOUT'), {
    fields: body?.errors ?? [],
    ...(Number.isFinite(retryAfter) ? { retryAfterSeconds: retryAfter } : {}),
  })
}
