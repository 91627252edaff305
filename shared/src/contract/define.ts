import * as z from 'zod/mini'
import type { Endpoint, Method } from './endpoint'

const nothing = z.object({})
type Nothing = typeof nothing
const noAnswer = z.undefined()

type Given = Partial<
  Pick<Endpoint, 'access' | 'limit' | 'ignoresToken' | 'idempotent' | 'errors' | 'status'>
> & {
  name: string
  summary: string
  method: Method | readonly [Method, ...Method[]]
  path: string
}

/** Declares an endpoint; what is left out is: open to anyone, the reading limit, no parameters, 200. */
export function endpoint<
  Params extends z.ZodMiniType = Nothing,
  Query extends z.ZodMiniType = Nothing,
  Body extends z.ZodMiniType = Nothing,
  Answer extends z.ZodMiniType = typeof noAnswer,
>(
  given: Given & {
    params?: Params
    query?: Query
    body?: Body
    answer?: Answer
    statusOf?: (answer: z.output<Answer>) => number
  },
): Endpoint<Params, Query, Body, Answer> {
  const methods: readonly [Method, ...Method[]] =
    typeof given.method === 'string' ? [given.method] : given.method
  return {
    name: given.name,
    summary: given.summary,
    methods,
    path: given.path,
    access: given.access ?? 'anyone',
    limit: given.limit === undefined ? 'read' : given.limit,
    ignoresToken: given.ignoresToken ?? false,
    idempotent: given.idempotent ?? false,
    // The defaults stand for "none of it": the type parameters fall back to the very same schemas.
    params: given.params ?? (nothing as unknown as Params),
    query: given.query ?? (nothing as unknown as Query),
    body: given.body ?? (nothing as unknown as Body),
    status: given.status ?? (given.answer ? 200 : 204),
    statusOf: given.statusOf,
    answer: given.answer ?? (noAnswer as unknown as Answer),
    errors: given.errors ?? [],
  }
}
