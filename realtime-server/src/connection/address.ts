import type { IncomingMessage } from 'node:http'
import proxyaddr from 'proxy-addr'

/** Returns the client's address, trusting `X-Forwarded-For` for `trustProxy` hops. */
export const clientAddress = (request: IncomingMessage, trustProxy: number): string =>
  // The address of the socket is undefined once the client has disconnected.
  proxyaddr(request, (_, hop) => hop < trustProxy) ?? ''
