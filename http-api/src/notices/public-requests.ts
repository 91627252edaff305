import { lookup } from 'node:dns'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './push/public-addresses'

/** Time limit for a whole response, even one that arrives byte by byte. */
const TIMEOUT_MS = 10_000
/** Another port could belong to a private service. */
const HTTPS_PORT = 443

/** Which hosts may be reached, and which certificates to trust there. */
export interface PushNetwork {
  mayConnect: (address: string, port: number) => boolean
  /** Certificates to trust besides those of the known authorities. */
  ca?: string
  timeoutMs?: number
}

export const PUBLIC_NETWORK: PushNetwork = {
  mayConnect: (address, port) => port === HTTPS_PORT && isPublicAddress(address),
}

/** The head of a response. */
export interface PublicResponse {
  status: number
  retryAfter: string | undefined
}

const portOf = (url: URL) => (url.port === '' ? HTTPS_PORT : Number(url.port))

/** Removes the brackets of an IPv6 address, which needs no lookup. */
const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/**
 * Sends requests to addresses that others have chosen: each connection is made to an address that was looked up and
 * checked for it, and no redirect is followed.
 */
export class PublicRequests {
  constructor(private readonly network: PushNetwork) {}

  /** Returns true if requests may be sent to an address, as its name resolves now. */
  async mayReach(address: string): Promise<boolean> {
    const url = URL.canParse(address) ? new URL(address) : null
    if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
    const host = hostOf(url)
    if (isIP(host)) return this.network.mayConnect(host, portOf(url))
    return new Promise((resolve) => {
      this.lookupFor(url)(host, { all: true }, (error) => {
        resolve(error === null)
      })
    })
  }

  /** Returns the head of the response; null if there is none, or the address may not be reached. */
  send(
    url: URL,
    { method, headers, body }: { method: string; headers: object; body: Buffer | string | null },
  ): Promise<PublicResponse | null> {
    const host = hostOf(url)
    if (isIP(host) && !this.network.mayConnect(host, portOf(url))) return Promise.resolve(null)
    const { ca, timeoutMs = TIMEOUT_MS } = this.network
    return new Promise((resolve) => {
      const request = https.request(
        url,
        {
          method,
          headers: headers as NodeJS.Dict<string>,
          // Connections are not shared, so that each is made to an address that was checked for it.
          agent: false,
          lookup: this.lookupFor(url),
          signal: AbortSignal.timeout(timeoutMs),
          ...(ca === undefined ? {} : { ca }),
        },
        (response) => {
          const { statusCode = 0, headers: received } = response
          // Only the head of the response is read.
          response.destroy()
          resolve({ status: statusCode, retryAfter: received['retry-after'] })
        },
      )
      request.on('error', () => {
        resolve(null)
      })
      request.end(body)
    })
  }

  /** Resolves a name to its addresses; refuses if any of them is not allowed. */
  private lookupFor(url: URL): LookupFunction {
    return (host, options, done) => {
      lookup(host, { ...options, all: true }, (error, found) => {
        if (error) {
          done(error, [])
          return
        }
        const isAllowed =
          found.length > 0 && found.every(({ address }) => this.network.mayConnect(address, portOf(url)))
        if (!isAllowed) done(new Error(`${host} is not on the public internet`), [])
        else if (options.all) done(null, found)
        else done(null, found[0]?.address ?? '', found[0]?.family)
      })
    }
  }
}
