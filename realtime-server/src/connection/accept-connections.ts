import type http from 'node:http'
import { limitAddress } from '@forum/shared/address'
import type { Clock } from '@forum/shared/clock'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { Server } from 'socket.io'
import { createMetrics } from '../metrics'
import { clientAddress } from './address'
import { boundedWebSockets } from './bounded-frames'
import { ConnectionCounts, type ConnectionLimits } from './connection-limits'
import { closeOnSecondConnect } from './handshake'
import { isOriginAllowed } from './origin'
import { BACKLOG, type Backlog } from './slow-sockets'
import type { GatewayServer, GatewaySocket } from './socket'
import { serveUpgrades } from './upgrades'

/** The largest message of a client is its token. */
const CLIENT_PAYLOAD_MAX_BYTES = 16 * 1024

const SOCKETS_PATH = '/socket.io'

interface AcceptDeps {
  clock: Clock
  corsOrigins: string[]
  trustProxy: number
  connectionLimits: ConnectionLimits | null
  registry?: Registry
  backlog?: Backlog
}

/** Serves `/socket.io` on the server, within what one address and one connection may do. */
export function acceptConnections(
  server: http.Server,
  deps: AcceptDeps,
  log: Logger,
  isClosing: () => boolean,
) {
  const { clock, corsOrigins, trustProxy, backlog = BACKLOG } = deps
  const connections = new ConnectionCounts(deps.connectionLimits)
  const addresses = new WeakMap<http.IncomingMessage, string>()
  /** Read at the handshake and kept: the connection of a polling request may be gone later. */
  const addressOf = (request: http.IncomingMessage) => {
    const address = addresses.get(request) ?? limitAddress(clientAddress(request, trustProxy))
    addresses.set(request, address)
    return address
  }

  /** Returns why a handshake is refused before its token is read; null if it is not. */
  const refusalOf = (request: http.IncomingMessage): 'closing' | 'origin' | 'address' | null => {
    if (isClosing()) return 'closing'
    if (!isOriginAllowed(request.headers, corsOrigins, trustProxy)) return 'origin'
    const address = addressOf(request)
    return connections.total.hasRoom(address) && connections.consumeHandshake(address) ? null : 'address'
  }
  const io: GatewayServer = new Server(server, {
    path: SOCKETS_PATH,
    destroyUpgrade: false,
    serveClient: false,
    transports: ['websocket', 'polling'],
    maxHttpBufferSize: CLIENT_PAYLOAD_MAX_BYTES,
    wsEngine: boundedWebSockets({
      clock,
      waitingMax: backlog.hopeless,
      onBeyond: (request) => log.warn({ address: addressOf(request) }, 'ended a flooding WebSocket'),
    }),
    cors: { origin: corsOrigins.length > 0 ? corsOrigins : false },
    allowRequest(request, callback) {
      const refusal = refusalOf(request)
      if (refusal !== null && refusal !== 'closing') {
        metrics.refused.inc({ code: refusal })
        log.info(
          { refusal, address: addressOf(request), origin: request.headers.origin },
          'handshake refused',
        )
      }
      callback(refusal, refusal === null)
    },
  })
  serveUpgrades(server, ({ url = '' }) => url.startsWith(`${SOCKETS_PATH}/`))
  // Engine.IO counts a body as it arrives, so one that is announced and never sent would hold its connection.
  io.engine.use((request: http.IncomingMessage, response: http.ServerResponse, next: () => void) => {
    if (Number(request.headers['content-length'] ?? 0) <= CLIENT_PAYLOAD_MAX_BYTES) return next()
    response.statusCode = 413
    response.setHeader('Connection', 'close')
    response.end()
  })
  const metrics = createMetrics(deps.registry, () => io.of('/').sockets.size)
  io.engine.on('connection', (connection: GatewaySocket['conn']) => {
    const address = addressOf(connection.request)
    connections.total.add(address)
    connection.once('close', () => connections.total.remove(address))
    closeOnSecondConnect(connection, () => {
      metrics.refused.inc({ code: 'repeated' })
      log.info({ address }, 'closed a connection that sent a second CONNECT packet')
    })
  })
  return { io, metrics, connections, addressOf }
}
