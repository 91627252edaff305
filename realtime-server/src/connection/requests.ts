import type { Clock } from '@forum/shared/clock'
import {
  clientEvents,
  type Ack,
  type AckCode,
  type ClientEvent,
  type ClientEventName,
} from '@forum/shared/events'
import type { Logger } from 'pino'
import { createCounter } from './counter'
import type { GatewaySocket } from './socket'

/** Maximum number of requests per socket and window: a page joins all its rooms at most twice in quick succession. */
const REQUESTS_MAX = 50
const REQUESTS_WINDOW_MS = 10_000
/** Beyond this it is abuse: disconnect. */
const FLOOD = 500

/** Thrown by a handler; the acknowledgement carries its code. */
export class RequestError extends Error {
  constructor(readonly code: AckCode) {
    super(code)
  }
}

/** One handler per request; its result goes into the acknowledgement. */
export type RequestHandlers = {
  [N in ClientEventName]: (
    socket: GatewaySocket,
    payload: ClientEvent<N>,
  ) => Promise<Omit<Extract<Ack, { ok: true }>, 'ok'>>
}

/** Parses, limits and acknowledges the requests of one socket. Clients may omit the acknowledgement. */
export function serveRequests(
  socket: GatewaySocket,
  handlers: RequestHandlers,
  clock: Clock,
  log: Logger,
): void {
  const countRequest = createCounter(clock, REQUESTS_WINDOW_MS)
  socket.use(([, ...args], next) => {
    const count = countRequest()
    if (count <= REQUESTS_MAX) return next()
    if (count > FLOOD) {
      log.warn({ socket: socket.id }, 'disconnected a flooding socket')
      socket.disconnect(true)
      return
    }
    acknowledge(args, { ok: false, code: 'TOO_MANY_REQUESTS' })
  })

  const serve = <N extends ClientEventName>(name: N) => {
    const schema = clientEvents[name]
    socket.on<string>(name, (...args: unknown[]) => {
      // An event sent without a payload gets an empty one.
      const payload = args.length === 0 || typeof args[0] === 'function' ? {} : args[0]
      const parsed = schema.safeParse(payload)
      if (!parsed.success) return acknowledge(args, { ok: false, code: 'VALIDATION_FAILED' })
      handlers[name](socket, parsed.data as ClientEvent<N>).then(
        (result) => acknowledge(args, { ok: true, ...result }),
        (error: unknown) => {
          if (error instanceof RequestError) return acknowledge(args, { ok: false, code: error.code })
          log.error({ err: error, event: name }, 'socket request failed')
          acknowledge(args, { ok: false, code: 'INTERNAL' })
        },
      )
    })
  }
  for (const name of Object.keys(clientEvents) as ClientEventName[]) serve(name)
}

function acknowledge(args: unknown[], ack: Ack): void {
  const last = args.at(-1)
  if (typeof last === 'function') (last as (ack: Ack) => void)(ack)
}
