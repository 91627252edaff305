import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The address could not be listened on; the message names it and says what to do. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
}

/** Listens, and answers the URL a person opens. A taken port is a clear error that names it. */
export function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `port ${port} on ${host} is taken by another program. End it, or choose another with PORT=…`
          : error.code === 'EACCES'
            ? `port ${port} on ${host} may not be used by this user. Choose one above 1023 with PORT=…`
            : `${host}:${port} cannot be listened on (${error.code ?? error.message})`
      reject(new ListenError(why, { cause: error }))
    })
    server.listen(port, host, () => {
      const address = server.address() as AddressInfo
      const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address
      resolve(`http://${shown}:${address.port}`)
    })
  })
}
