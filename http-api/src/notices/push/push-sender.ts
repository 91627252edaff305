import { lookup } from 'node:dns'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Clock } from '@forum/shared/clock'
import type { RequestDetails } from 'web-push'
import { isPublicAddress } from './public-addresses'
import { outcomeOf, type PushOutcome } from './push-outcome'
import type { PushKeysDoc, PushSubscriptionDoc } from './push.model'

/** Time limit for a push service's whole response, even one that arrives byte by byte. */
const TIMEOUT_MS = 10_000
/** Push services use the https port; another port could belong to a private service. */
const HTTPS_PORT = 443

/** Which hosts push messages may be sent to, and which certificates to trust there. */
export interface PushNetwork {
  mayConnect: (address: string, port: number) => boolean
  /** Certificates to trust besides those of the known authorities. */
  ca?: string
  timeoutMs?: number
}

export const PUBLIC_NETWORK: PushNetwork = {
  mayConnect: (address, port) => port === HTTPS_PORT && isPublicAddress(address),
}

export interface PushMessage {
  /** What the service worker receives. */
  payload: string
  /** A message waiting for its device is replaced by the next one with the same topic. */
  topic: string
  urgency: 'normal' | 'high'
  ttlSeconds: number
}

/** No service responded. */
const NO_RESPONSE: PushOutcome = { kind: 'failed', waitMs: 0 }

const portOf = (url: URL) => (url.port === '' ? HTTPS_PORT : Number(url.port))

/** Removes the brackets of an IPv6 address, which needs no lookup. */
const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/**
 * Encrypts push messages and sends them to the browsers' push services. The endpoint of a message is chosen by an
 * untrusted member, so each connection is made to an address that was looked up and checked for it, and no redirect is
 * followed.
 */
export class PushSender {
  constructor(
    private readonly network: PushNetwork,
    /** The operator's contact for the push services, an https or mailto address. */
    private readonly subject: () => string,
    private readonly clock: Clock,
  ) {}

  /** Whether messages may be sent to an endpoint, as its name resolves now. */
  async mayReach(endpoint: string): Promise<boolean> {
    const url = URL.canParse(endpoint) ? new URL(endpoint) : null
    if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
    const host = hostOf(url)
    if (isIP(host)) return this.network.mayConnect(host, portOf(url))
    return new Promise((resolve) => {
      this.lookupFor(url)(host, { all: true }, (error) => {
        resolve(error === null)
      })
    })
  }

  async send(
    { endpoint, keys }: Pick<PushSubscriptionDoc, 'endpoint' | 'keys'>,
    message: PushMessage,
    { publicKey, privateKey }: PushKeysDoc,
  ): Promise<PushOutcome> {
    const url = new URL(endpoint)
    const host = hostOf(url)
    if (isIP(host) && !this.network.mayConnect(host, portOf(url))) return NO_RESPONSE
    const vapidDetails = { subject: this.subject(), publicKey, privateKey }
    const { payload, ttlSeconds, topic, urgency } = message
    const options = { vapidDetails, TTL: ttlSeconds, topic, urgency }
    const { default: webPush } = await import('web-push')
    let details: RequestDetails
    try {
      details = webPush.generateRequestDetails({ endpoint, keys }, payload, options)
    } catch {
      // Messages cannot be encrypted with these keys.
      return { kind: 'gone' }
    }
    return this.request(url, details)
  }

  private request(
    url: URL,
    { method, headers, body }: { method: string; headers: object; body: Buffer | null },
  ): Promise<PushOutcome> {
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
          resolve(outcomeOf(statusCode, received['retry-after'], this.clock.now()))
        },
      )
      request.on('error', () => {
        resolve(NO_RESPONSE)
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

/**
 * Returns the contact that push services require besides a signature: the operator's address, or that of the site if it
 * is https.
 */
export function subjectOf({
  pushSubject,
  siteUrl,
}: {
  pushSubject?: string | undefined
  siteUrl: () => string
}): string {
  if (pushSubject !== undefined) return pushSubject
  const url = siteUrl()
  return url.startsWith('https:') ? url : `mailto:webmaster@${new URL(url).hostname}`
}
