import { randomUUID } from 'node:crypto'
import type { BusMessage, BusPublisher } from '@forum/shared/bus'
import type { Clock } from '@forum/shared/clock'
import type { AudienceOf, BusEventName, ServerEventPayload } from '@forum/shared/events'

/** The id and time of an event. Log events already have both; other events get new ones. */
export interface Envelope {
  id: string
  at: string
}

/**
 * The only place from which the API publishes events. An event can be published only to the audiences that its row in
 * `@forum/shared/events` names; any other does not compile.
 */
export class Publisher {
  constructor(
    /** Null if there are no listeners: while an empty forum is being filled. */
    private readonly bus: BusPublisher | null,
    private readonly clock: Clock,
  ) {}

  /** False if there are no listeners, so that callers can skip building a payload. */
  get isActive(): boolean {
    return this.bus !== null
  }

  /** For an event with several audiences: they share one id, by which a receiver drops the repeat. */
  newEnvelope(): Envelope {
    return { id: randomUUID(), at: this.clock.now().toISOString() }
  }

  /** Resolves once the bus has accepted the event; rejects while the bus is unavailable. */
  async publish<N extends BusEventName>(
    audience: AudienceOf<N>,
    name: N,
    payload: ServerEventPayload<N>,
    envelope = this.newEnvelope(),
  ): Promise<void> {
    // The name determines the payload; the compiler cannot follow that through a generic union.
    const event = { name, ...envelope, ...payload } as unknown as BusMessage['event']
    await this.bus?.publish({ audience, event })
  }
}
