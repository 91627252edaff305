import { handshake } from '@forum/shared/events'
import type { TokenHolder } from '@forum/shared/contract'
import type { Logger } from 'pino'
import type { GatewayMetrics } from '../metrics'
import type { Identify } from '../sessions/identify'
import type { Sessions } from '../sessions/sessions'
import type { ConnectionCounts } from './connection-limits'
import type { GatewaySocket } from './socket'

/** The code in the client's `connect_error`. After UNAVAILABLE the client keeps its token and tries again. */
export type HandshakeCode = 'UNAUTHENTICATED' | 'UNAVAILABLE' | 'TOO_MANY_REQUESTS'

class HandshakeError extends Error {
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
  connections: ConnectionCounts
  addressOf: (socket: GatewaySocket) => string
}

/**
 * Socket.IO middleware that authenticates a handshake: without a token the socket is anonymous, and a bad token is
 * refused.
 */
export function authenticate(deps: Deps) {
  const refusalOf = async (socket: GatewaySocket): Promise<HandshakeCode | null> => {
    try {
      return await resolveSession(socket, deps)
    } catch (error) {
      deps.log.error({ err: error }, 'handshake failed')
      return 'UNAVAILABLE'
    }
  }
  const admit = async (socket: GatewaySocket, next: (refusal?: Error) => void): Promise<void> => {
    const code = await refusalOf(socket)
    if (code === null) return next()
    deps.metrics.refused.inc({ code })
    deps.log.info({ code, address: deps.addressOf(socket) }, 'handshake refused')
    next(new HandshakeError(code))
  }
  return (socket: GatewaySocket, next: (refusal?: Error) => void): void => void admit(socket, next)
}

/** The type of a Socket.IO packet is its first character. */
const CONNECT_PACKET = '0'

/**
 * Closes a connection that sends a second CONNECT packet: each costs a lookup of its token and becomes a socket with
 * rooms and requests of its own, so a connection may send only one. Clients of the forum use one namespace.
 */
export function closeOnSecondConnect(connection: GatewaySocket['conn'], onClosed: () => void): void {
  let hasConnected = false
  connection.on('packet', ({ type, data }: { type: string; data?: unknown }) => {
    if (type !== 'message' || typeof data !== 'string' || !data.startsWith(CONNECT_PACKET)) return
    if (hasConnected) {
      // Closing it synchronously keeps Socket.IO from handling the packet.
      connection.close(true)
      onClosed()
    }
    hasConnected = true
  })
}

/** Sets the socket's session, null for an anonymous socket. Returns the code of a refusal, otherwise null. */
async function resolveSession(socket: GatewaySocket, deps: Deps): Promise<HandshakeCode | null> {
  socket.data.session = null
  const auth: unknown = socket.handshake.auth
  if (hasNoToken(auth)) return admitAnonymous(socket, deps)
  const parsed = handshake.safeParse(auth)
  if (!parsed.success || parsed.data.token === undefined) return 'UNAUTHENTICATED'
  const { token } = parsed.data
  let holder: TokenHolder | null | undefined
  try {
    ;[holder] = await deps.identify([token])
  } catch (error) {
    deps.log.warn({ err: error }, 'could not identify a token')
    return 'UNAVAILABLE'
  }
  if (!holder) return 'UNAUTHENTICATED'
  // The client left during the call to the API: a session kept for it would never be released.
  if (socket.conn.readyState !== 'open') return null
  socket.data.session = await deps.sessions.open(token, holder, socket)
  return null
}

function admitAnonymous(socket: GatewaySocket, { connections, addressOf }: Deps): HandshakeCode | null {
  const address = addressOf(socket)
  if (!connections.anonymous.hasRoom(address)) return 'TOO_MANY_REQUESTS'
  connections.anonymous.add(address)
  socket.conn.once('close', () => connections.anonymous.remove(address))
  return null
}

/** Clients read the token from storage, where a missing one is null. */
function hasNoToken(auth: unknown): boolean {
  if (typeof auth !== 'object' || auth === null || !('token' in auth)) return true
  return auth.token === undefined || auth.token === null
}
