import { type ErrorCode } from '@forum/shared/errors'
import { type ModelServer } from './model-server'

export interface FakeRequest {
  method: string
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
  key: string | null
}

type Handler = (request: FakeRequest) => unknown

/** A response with an error status. */
export class Refusal {
  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    readonly message = '服务器说不行',
    readonly retryAfterSeconds?: number,
  ) {}
}

/** A `fetch` served by a model server; `on` overrides a response. */
export class FakeApi {
  readonly requests: FakeRequest[] = []
  private readonly handlers: { method: string; path: RegExp; handle: Handler }[] = []

  constructor(readonly server: ModelServer) {
    this.on('GET', /^\/threads\/1$/, ({ query }) => {
      const { totalPages } = server.thread()
      const page = query.get('page') === 'last' ? totalPages : Number(query.get('page') ?? 1)
      return server.readPage(page)
    })
    this.on('GET', /^\/threads\/1\/changes$/, ({ query }) => server.changesSince(Number(query.get('since'))))
    this.on('POST', /^\/threads\/1\/read$/, () => ({ unread: 0 }))
  }

  on(method: string, path: RegExp, handle: Handler): void {
    this.handlers.unshift({ method, path, handle })
  }

  /** Returns the requests received, in order. */
  requestsTo(method: string, path: RegExp): FakeRequest[] {
    return this.requests.filter((request) => request.method === method && path.test(request.path))
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : input
    const url = new URL(address, 'http://forum.example')
    const request: FakeRequest = {
      method: init?.method ?? 'GET',
      path: url.pathname.replace(/^\/api/, ''),
      query: url.searchParams,
      body: JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Record<string, unknown>,
      key: new Headers(init?.headers).get('Idempotency-Key'),
    }
    this.requests.push(request)
    const found = this.handlers.find(
      ({ method, path }) => method === request.method && path.test(request.path),
    )
    const response = found ? await found.handle(request) : new Refusal(404, 'NOT_FOUND')
    if (response instanceof Refusal)
      return Response.json(
        { code: response.code, message: response.message },
        {
          status: response.status,
          headers:
            response.retryAfterSeconds === undefined
              ? {}
              : { 'Retry-After': `${response.retryAfterSeconds}` },
        },
      )
    return Response.json(response)
  }
}
