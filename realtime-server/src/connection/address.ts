import type { IncomingMessage } from 'node:http'
import proxyaddr from 'proxy-addr'

/** The client's address, trusting `X-Forwarded-For` for `trustProxy` hops. */
export const clientAddress = (request: IncomingMessage, trustProxy: number): string =>
  // The address of the socket is undefined once the client is gone.
  proxyaddr(request, (_, hop) => hop < trustProxy) ?? ''
