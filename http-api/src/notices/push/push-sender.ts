import type { Clock } from '@forum/shared/clock'
import type { RequestDetails } from 'web-push'
import { PublicRequests, type PushNetwork } from '../public-requests'
import { outcomeOf, type PushOutcome } from './push-outcome'
import type { PushKeysDoc, PushSubscriptionDoc } from './push.model'

export interface PushMessage {
  /** The JSON that the service worker receives. */
  payload: string
  /** A message waiting for its device is replaced by the next one with the same topic. */
  topic: string
  urgency: 'normal' | 'high'
  ttlSeconds: number
}

/** No service responded. */
const NO_RESPONSE: PushOutcome = { kind: 'failed', waitMs: 0 }

/**
 * Encrypts push messages and sends them to the browsers' push services. The endpoint of a message is chosen by an
 * untrusted member.
 */
export class PushSender {
  private readonly requests: PublicRequests

  constructor(
    network: PushNetwork,
    /** The operator's contact for the push services, an https or mailto address. */
    private readonly subject: () => string,
    private readonly clock: Clock,
  ) {
    this.requests = new PublicRequests(network)
  }

  /** Returns true if messages may be sent to an endpoint, as its name resolves now. */
  mayReach(endpoint: string): Promise<boolean> {
    return this.requests.mayReach(endpoint)
  }

  async send(
    { endpoint, keys }: Pick<PushSubscriptionDoc, 'endpoint' | 'keys'>,
    message: PushMessage,
    { publicKey, privateKey }: PushKeysDoc,
  ): Promise<PushOutcome> {
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
    const response = await this.requests.send(new URL(endpoint), details)
    return response ? outcomeOf(response.status, response.retryAfter, this.clock.now()) : NO_RESPONSE
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
