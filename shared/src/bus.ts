import { channelOf, type Audience, type BusEventName, type SocketEvent } from './events'

/** A message between processes: an event and its audience. A socket receives the event alone. */
export interface BusMessage {
  audience: Audience
  event: SocketEvent<BusEventName>
}

/** The sending half of the bus. The bus may lose messages; the database is the source of truth. */
export interface BusPublisher {
  /** Resolves once the bus has accepted the message; rejects at once while the bus is unavailable. Never queues. */
  publish(message: BusMessage): Promise<void>
}

/** The receiving half of the bus. */
export interface BusSubscriber {
  /** Receives an audience's messages once the promise has resolved, until `unsubscribe`. */
  subscribe(audience: Audience): Promise<void>
  unsubscribe(audience: Audience): Promise<void>
  onMessage(handler: (message: BusMessage) => void): void
  /** Calls the handler each time messages may have been lost: once an interrupted subscription is restored, for one. */
  onReturn(handler: () => void): void
}

/** The bus of a single process, used without `REDIS_URL`. Carries messages at once and in order. */
export class LocalBus implements BusPublisher, BusSubscriber {
  private readonly channels = new Set<string>()
  private readonly handlers: ((message: BusMessage) => void)[] = []

  publish(message: BusMessage): Promise<void> {
    if (this.channels.has(channelOf(message.audience))) for (const handler of this.handlers) handler(message)
    return Promise.resolve()
  }

  subscribe(audience: Audience): Promise<void> {
    this.channels.add(channelOf(audience))
    return Promise.resolve()
  }

  unsubscribe(audience: Audience): Promise<void> {
    this.channels.delete(channelOf(audience))
    return Promise.resolve()
  }

  onMessage(handler: (message: BusMessage) => void): void {
    this.handlers.push(handler)
  }

  onReturn(): void {
    // The local bus is never interrupted.
  }
}

/** Says to all gateways that messages may have been lost in a failover; it carries no events. */
export const FAILOVER_CHANNEL = 'forum:failover'

/**
 * Publishes over a Redis connection. The channel names the audience, so the body is the event alone: exactly
 * what a gateway's sockets receive, plus its name.
 */
export class RedisBusPublisher implements BusPublisher {
  constructor(private readonly redis: { publish(channel: string, body: string): Promise<unknown> }) {}

  async publish({ audience, event }: BusMessage): Promise<void> {
    await this.redis.publish(channelOf(audience), JSON.stringify(event))
  }

  /** Makes every subscriber act as after an interruption (`onReturn`). */
  async publishFailover(): Promise<void> {
    await this.redis.publish(FAILOVER_CHANNEL, '')
  }
}
