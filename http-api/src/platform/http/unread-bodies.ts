import type { Middleware } from 'koa'
import type { IncomingMessage } from 'node:http'

/** Maximum size of an unread body that is discarded before its connection is closed: no call takes a longer one. */
const DISCARDED_MAX_BYTES = 16 * 1024 * 1024

/** Returns true if a request announces a body. */
export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/**
 * Discards what a response left unread of its request's body. Node does so only for a body that nobody began to read; a
 * paused one would hold back all later requests on the connection, which a proxy gives to other readers. The server's
 * time limit of a request bounds how long the rest may take.
 */
export const discardUnreadBodies: Middleware = async ({ req }, next) => {
  try {
    await next()
  } finally {
    if (hasBody(req) && !req.readableEnded) discardRest(req)
  }
}

function discardRest(request: IncomingMessage): void {
  let discarded = 0
  request.unpipe()
  request.removeAllListeners('data')
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > DISCARDED_MAX_BYTES) request.destroy()
  })
  request.resume()
}
