import { handshake } from '@forum/shared/events'
import type { TokenHolder } from '@forum/shared/contract'
import type { Logger } from 'pino'
import type { Identify } from './identify'
import type { GatewayMetrics } from './metrics'
import type { Sessions } from './sessions'
import type { GatewaySocket } from './sockets'

/** What the client finds in `connect_error`: with UNAVAILABLE it keeps its token and tries again. */
export type HandshakeCode = 'UNAUTHENTICATED' | 'UNAVAILABLE'

class Refusal extends Error {
  readonly data: { code: HandshakeCode }

  constructor(code: HandshakeCode) {
    super(code)
    this.data = { code }
  }
}

interface Deps {
  identify: Identify
  sessions: Sessions
  metrics: GatewayMetrics
  log: Logger
  addressOf(socket: GatewaySocket): string
}

/** Lets a socket in (contract §4): no token is an anonymous watcher, a bad one is refused. */
export function admit(deps: Deps) {
  return (socket: GatewaySocket, next: (refusal?: Error) => void): void => {
    authenticate(socket, deps).then(
      (code) => {
        if (code === null) return next()
        deps.metrics.refused.inc({ code })
        deps.log.info({ code, address: deps.addressOf(socket) }, 'handshake refused')
        next(new Refusal(code))
      },
      (error: unknown) => {
        deps.log.error({ err: error }, 'handshake failed')
        next(new Refusal('UNAVAILABLE'))
      },
    )
  }
}

async function authenticate(socket: GatewaySocket, deps: Deps): Promise<HandshakeCode | null> {
  socket.data.session = null
  const auth: unknown = socket.handshake.auth
  // Clients read the token from storage, where null is how "none" is said.
  if (isWithoutToken(auth)) return null
  const parsed = handshake.safeParse(auth)
  if (!parsed.success || parsed.data.token === undefined) return 'UNAUTHENTICATED'
  const { token } = parsed.data
  let holder: TokenHolder | null | undefined
  try {
    ;[holder] = await deps.identify([token])
  } catch (error) {
    deps.log.warn({ err: error }, 'the API could not say who a token is')
    return 'UNAVAILABLE'
  }
  if (!holder) return 'UNAUTHENTICATED'
  // Gone while the API was asked: nothing may be kept for it, since nothing would release it.
  if (socket.conn.readyState !== 'open') return null
  socket.data.session = await deps.sessions.admit(token, holder, socket)
  return null
}

function isWithoutToken(auth: unknown): boolean {
  if (typeof auth !== 'object' || auth === null || !('token' in auth)) return true
  return auth.token === undefined || auth.token === null
}
