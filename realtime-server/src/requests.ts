import type { Clock } from '@forum/shared/clock'
import {
  clientEvents,
  type Ack,
  type AckCode,
  type ClientEvent,
  type ClientEventName,
} from '@forum/shared/events'
import type { Logger } from 'pino'
import type { GatewaySocket } from './sockets'

/** How much a socket may ask: joining all its rooms twice over in a moment is the most a page needs. */
const REQUESTS_MAX = 50
const REQUESTS_WINDOW_MS = 10_000
/** Whoever goes on regardless is no page of ours. */
const FLOOD = 500

/** Thrown by a handler, answered to the client. */
export class Refused extends Error {
  constructor(readonly code: AckCode) {
    super(code)
  }
}

/** What to do for each event; the answer goes into the acknowledgement. */
export type Handlers = {
  [N in ClientEventName]: (
    socket: GatewaySocket,
    payload: ClientEvent<N>,
  ) => Promise<Omit<Extract<Ack, { ok: true }>, 'ok'>>
}

/** Parses, limits and acknowledges what one socket asks for (contract §4). An acknowledgement is optional. */
export function serveRequests(socket: GatewaySocket, handlers: Handlers, clock: Clock, log: Logger): void {
  const budget = createBudget(clock)
  socket.use(([, ...args], next) => {
    const used = budget()
    if (used <= REQUESTS_MAX) return next()
    if (used > FLOOD) {
      log.warn({ socket: socket.id }, 'a socket that floods is disconnected')
      socket.disconnect(true)
      return
    }
    answer(args, { ok: false, code: 'TOO_MANY_REQUESTS' })
  })

  const serve = <N extends ClientEventName>(name: N) => {
    const schema = clientEvents[name]
    socket.on<string>(name, (...args: unknown[]) => {
      // An event with no payload at all is read as an empty one.
      const given = args.length === 0 || typeof args[0] === 'function' ? {} : args[0]
      const parsed = schema.safeParse(given)
      if (!parsed.success) return answer(args, { ok: false, code: 'VALIDATION_FAILED' })
      handlers[name](socket, parsed.data as ClientEvent<N>).then(
        (more) => answer(args, { ok: true, ...more }),
        (error: unknown) => {
          if (error instanceof Refused) return answer(args, { ok: false, code: error.code })
          log.error({ err: error, event: name }, 'a request of a socket failed')
        },
      )
    })
  }
  for (const name of Object.keys(clientEvents) as ClientEventName[]) serve(name)
}

function answer(args: unknown[], ack: Ack): void {
  const last = args.at(-1)
  if (typeof last === 'function') (last as (ack: Ack) => void)(ack)
}

/** Counts requests in a window; answers how many there were in this one. */
function createBudget(clock: Clock): () => number {
  let since = 0
  let used = 0
  return () => {
    const now = clock.now().getTime()
    if (now - since >= REQUESTS_WINDOW_MS) {
      since = now
      used = 0
    }
    used += 1
    return used
  }
}
