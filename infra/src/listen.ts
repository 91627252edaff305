import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Connections that the system completes while the server is busy. It takes its own limit if that is less. */
const BACKLOG = 16_384

/** The server could not listen on its address. The message names the address and says what to do. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
}

/**
 * Listens and returns the URL that a person opens.
 *
 * @throws {ListenError} that names the port if it is taken
 */
export function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `port ${port} on ${host} is taken by another program. Stop that program, or set PORT to another port.`
          : error.code === 'EACCES'
            ? `port ${port} on ${host} needs more permissions than this user has. Set PORT to a number above 1023.`
            : `${host}:${port} is not an address to listen on (${error.code ?? error.message})`
      reject(new ListenError(why, { cause: error }))
    })
    server.listen(port, host, BACKLOG, () => {
      const address = server.address() as AddressInfo
      const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address
      resolve(`http://${shown}:${address.port}`)
    })
  })
}
