import http from 'node:http'
import type { Duplex } from 'node:stream'
import { Socket } from 'node:net'

const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

const isRead = ({ method, headers }: http.IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') &&
  headers['transfer-encoding'] === undefined &&
  (headers['content-length'] ?? '0') === '0'

/**
 * Serves requests that ask for another protocol, except those of Socket.IO, as if they did not ask, and then
 * closes their connections. Once a server listens for upgrades, Node hands over the bare connection, which
 * stays open for ever unless it is closed here. Node reads no body of such a request, so one with a body is
 * refused.
 */
export function serveUpgrades(
  server: http.Server,
  isOfSockets: (request: http.IncomingMessage) => boolean,
): void {
  server.on('upgrade', (request: http.IncomingMessage, connection: Duplex) => {
    if (isOfSockets(request)) return
    // Node has removed its own listener, and an unheard error would end the process.
    connection.on('error', () => connection.destroy())
    if (!isRead(request) || !(connection instanceof Socket)) {
      connection.end(BAD_REQUEST, () => connection.destroy())
      return
    }
    const response = new http.ServerResponse(request)
    response.shouldKeepAlive = false
    response.on('finish', () => {
      response.detachSocket(connection)
      connection.destroySoon()
    })
    try {
      response.assignSocket(connection)
    } catch {
      // The response to an earlier request is still being sent on this connection.
      connection.destroy()
      return
    }
    server.emit('request', request, response)
  })
}
