import { randomUUID } from 'node:crypto'
import type { BusMessage, BusPublisher } from '@forum/shared/bus'
import type { Clock } from '@forum/shared/clock'
import type { AudienceOf, BusEventName, ServerEventPayload } from '@forum/shared/events'

/** The id and time of an event. A step of a log has both already; any other event gets new ones. */
export interface Envelope {
  id: string
  at: string
}

/**
 * The one place from which the API publishes events. An event can be published only to the audiences that its
 * row in `@forum/shared/events` names; any other does not compile.
 */
export class Publisher {
  constructor(
    /** Null where there are no listeners: while an empty forum is being filled. */
    private readonly bus: BusPublisher | null,
    private readonly clock: Clock,
  ) {}

  /** False where there are no listeners, so that callers need not build a payload. */
  get isActive(): boolean {
    return this.bus !== null
  }

  /** For an event that several audiences receive: it has one id, by which a receiver drops the repeat. */
  newEnvelope(): Envelope {
    return { id: randomUUID(), at: this.clock.now().toISOString() }
  }

  /** Resolves once the bus has taken the event; rejects while the bus is away. */
  async publish<N extends BusEventName>(
    audience: AudienceOf<N>,
    name: N,
    payload: ServerEventPayload<N>,
    envelope = this.newEnvelope(),
  ): Promise<void> {
    // The name decides the payload; the compiler cannot follow that through a generic union.
    const event = { name, ...envelope, ...payload } as unknown as BusMessage['event']
    await this.bus?.publish({ audience, event })
  }
}
