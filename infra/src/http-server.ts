import http from 'node:http'
import type { Socket } from 'node:net'
import { AddressCounts, limitAddress } from '@forum/shared/address'
import { hasBody } from '@forum/http-api'
import type { Logger } from 'pino'
import { Counter, Gauge, type Registry } from 'prom-client'

/** A client on a slow connection has time to send its request; one that sends nothing does not hold a connection. */
const HEADERS_TIMEOUT_MS = 20_000
const REQUEST_TIMEOUT_MS = 60_000
/** A connection on which nothing has moved for this long is closed; a client that reads slowly keeps it moving. */
const IDLE_TIMEOUT_MS = 120_000
/**
 * Maximum idle time of a proxy's connection between two requests. It is longer than that of proxies (nginx and most
 * load balancers 60 s), so that they close connections first: closing one here would reset a request that is on its
 * way. Readers' own connections are closed after Node's 5 s, since an address may have only so many.
 */
const BEHIND_PROXY_KEEP_ALIVE_MS = 75_000
/** Minimum interval between two warnings about refused connections. */
const WARNING_INTERVAL_MS = 60_000

interface Options {
  /** Maximum number of open connections per remote address; null for no limit. */
  perAddress: number | null
  registry: Registry
  log: Logger
  idleTimeoutMs?: number
}

/**
 * Creates the HTTP server of a process, and the set of its open connections. The server itself forgets those that became
 * WebSockets.
 */
export function createHttpServer({ perAddress, registry, log, idleTimeoutMs = IDLE_TIMEOUT_MS }: Options): {
  server: http.Server
  connections: ReadonlySet<Socket>
} {
  const server = http.createServer()
  server.headersTimeout = HEADERS_TIMEOUT_MS
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.timeout = idleTimeoutMs
  if (perAddress === null) server.keepAliveTimeout = BEHIND_PROXY_KEEP_ALIVE_MS

  const connections = new Set<Socket>()
  const counts = new AddressCounts(perAddress)
  new Gauge({
    name: 'forum_connections',
    help: 'Open connections to the HTTP server, WebSockets included',
    registers: [registry],
    collect() {
      this.set(connections.size)
    },
  })
  const refused = new Counter({
    name: 'forum_connections_refused_total',
    help: 'Connections closed at once because their address had too many open',
    registers: [registry],
  })
  let warnedAt = -Infinity
  server.on('connection', (connection: Socket) => {
    const address = limitAddress(connection.remoteAddress ?? '')
    if (!counts.hasRoom(address)) {
      connection.destroy()
      refused.inc()
      if (performance.now() - warnedAt < WARNING_INTERVAL_MS) return
      warnedAt = performance.now()
      log.warn({ address, perAddress }, 'refused a connection: its address has too many open')
      return
    }
    counts.add(address)
    connections.add(connection)
    connection.once('close', () => {
      counts.remove(address)
      connections.delete(connection)
    })
  })
  return { server, connections }
}

/** Closes the connection after the response to a request whose body nobody reads, however long it claims to be. */
export function closeAfterBody(req: http.IncomingMessage, res: http.ServerResponse): void {
  if (hasBody(req)) res.setHeader('Connection', 'close')
}
