import { randomUUID } from 'node:crypto'
import type { BusMessage, BusPublisher } from '@forum/shared/bus'
import type { Clock } from '@forum/shared/clock'
import type { AudienceOf, BusEventName, ServerEventPayload } from '@forum/shared/events'
import type { Logger } from 'pino'

/** The id and time of an event. Log events already have both; other events get new ones. */
export interface Envelope {
  id: string
  at: string
}

/** The bus did not accept an event. The publisher has logged the outage, so callers need not log every failure. */
export class BusUnavailableError extends Error {
  override readonly name = 'BusUnavailableError'
}

/**
 * The only place from which the API publishes events. An event can be published only to the audiences that its row in
 * `@forum/shared/events` names; any other does not compile.
 */
export class Publisher {
  private isBusAway = false

  constructor(
    /** Null if there are no listeners: while an empty forum is being filled. */
    private readonly bus: BusPublisher | null,
    private readonly clock: Clock,
    private readonly log: Pick<Logger, 'warn' | 'info'>,
  ) {}

  /** False if there are no listeners, so that callers can skip building a payload. */
  get isActive(): boolean {
    return this.bus !== null
  }

  /** For an event with several audiences: they share one id, by which a receiver drops the repeat. */
  newEnvelope(): Envelope {
    return { id: randomUUID(), at: this.clock.now().toISOString() }
  }

  /**
   * Resolves once the bus has accepted the event.
   *
   * @throws {BusUnavailableError} while the bus is unavailable
   */
  async publish<N extends BusEventName>(
    audience: AudienceOf<N>,
    name: N,
    payload: ServerEventPayload<N>,
    envelope = this.newEnvelope(),
  ): Promise<void> {
    // The name determines the payload; the compiler cannot follow that through a generic union.
    const event = { name, ...envelope, ...payload } as unknown as BusMessage['event']
    try {
      await this.bus?.publish({ audience, event })
    } catch (error) {
      if (!this.isBusAway)
        this.log.warn({ err: error }, 'the bus accepts no events; committed changes are published later')
      this.isBusAway = true
      throw new BusUnavailableError('the bus accepts no events', { cause: error })
    }
    if (this.isBusAway) this.log.info('the bus accepts events again')
    this.isBusAway = false
  }
}
