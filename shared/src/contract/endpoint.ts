import type * as z from 'zod/mini'
import type { ErrorCode } from '../errors'
import type { RateLimitName } from '../limits'

/** Who may call: `member` is a signed-in member; anything finer is a policy that the service asks. */
export type Access = 'anyone' | 'member'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One HTTP call as data: mounted by the server, called by the typed client, documented by the generator. */
export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> {
  /** The operation's name, unique over the contract. */
  name: string
  summary: string
  /** More than one where the documented clients use both verbs; the first is the one our client uses. */
  methods: readonly [Method, ...Method[]]
  /** Under `/api`, with `:name` for parameters. */
  path: string
  access: Access
  /** Counted against this limit (contract §5); `null` for none. */
  limit: RateLimitName | null
  /** A dead token in the header is ignored: register, login and logout alone, so that it keeps nobody out. */
  ignoresToken: boolean
  /** Honours `Idempotency-Key`. */
  idempotent: boolean
  params: Params
  query: Query
  body: Body
  status: 200 | 201 | 204
  /** Where the answer itself decides the status. */
  statusOf?: ((answer: z.output<Answer>) => number) | undefined
  answer: Answer
  /** Codes this call can refuse with, beside those every call can. */
  errors: readonly ErrorCode[]
}

/** What every call can answer with, whatever it is. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  'VALIDATION_FAILED',
  'UNAUTHENTICATED',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'UNAVAILABLE',
]

export type ParamsOf<E extends Endpoint> = z.output<E['params']>
export type QueryOf<E extends Endpoint> = z.output<E['query']>
export type QueryInput<E extends Endpoint> = z.input<E['query']>
export type BodyOf<E extends Endpoint> = z.output<E['body']>
export type BodyInput<E extends Endpoint> = z.input<E['body']>
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>
