import * as z from 'zod/mini'
import type { Endpoint, Method, RawResponse } from './endpoint'

const nothing = z.object({})
type Nothing = typeof nothing
const noResponse = z.undefined()
const raw = z.custom<RawResponse>(
  (value) => typeof value === 'object' && value !== null && 'type' in value && 'body' in value,
)

type Given = Partial<
  Pick<
    Endpoint,
    | 'access'
    | 'limit'
    | 'ignoresToken'
    | 'ignoresBody'
    | 'whileReadOnly'
    | 'needsAgreement'
    | 'idempotent'
    | 'mayHold'
    | 'confidential'
    | 'errors'
    | 'status'
    | 'upload'
  >
> & {
  summary: string
  method: Method | readonly [Method, ...Method[]]
  path: string
}

/** Declares a JSON endpoint. By default: open to anyone, the limit `read`, no parameters, no body, 200. */
export function endpoint<
  Params extends z.ZodMiniType = Nothing,
  Query extends z.ZodMiniType = Nothing,
  Body extends z.ZodMiniType = Nothing,
  Response extends z.ZodMiniType = typeof noResponse,
>(
  given: Given & {
    params?: Params
    query?: Query
    body?: Body
    response?: Response
    statusOf?: (response: z.output<Response>) => 200 | 204 | 503
  },
): Endpoint<Params, Query, Body, Response> {
  const methods: readonly [Method, ...Method[]] =
    typeof given.method === 'string' ? [given.method] : given.method
  return {
    summary: given.summary,
    methods,
    path: given.path,
    access: given.access ?? 'anyone',
    limit: given.limit === undefined ? 'read' : given.limit,
    ignoresToken: given.ignoresToken ?? false,
    ignoresBody: given.ignoresBody ?? false,
    whileReadOnly: given.whileReadOnly ?? false,
    needsAgreement: given.needsAgreement ?? false,
    idempotent: given.idempotent ?? false,
    mayHold: given.mayHold ?? false,
    confidential: given.confidential ?? false,
    // The casts are sound: where a schema is left out, its type parameter is that of the default.
    params: given.params ?? (nothing as unknown as Params),
    query: given.query ?? (nothing as unknown as Query),
    body: given.body ?? (nothing as unknown as Body),
    upload: given.upload ?? null,
    status: given.status ?? (given.response ? 200 : 204),
    statusOf: given.statusOf,
    response: given.response ?? (noResponse as unknown as Response),
    produces: null,
    isRanged: false,
    errors: given.errors ?? [],
  }
}

/** Declares an endpoint whose response is not JSON; its handler returns a `RawResponse`. */
export function rawEndpoint<
  Params extends z.ZodMiniType = Nothing,
  Query extends z.ZodMiniType = Nothing,
  Body extends z.ZodMiniType = Nothing,
>(
  given: Given & {
    params?: Params
    query?: Query
    body?: Body
    produces: readonly [string, ...string[]]
    isRanged?: boolean
  },
): Endpoint<Params, Query, Body, typeof raw> {
  return {
    ...endpoint({ ...given, response: raw }),
    produces: given.produces,
    isRanged: given.isRanged ?? false,
  }
}
