import type { BusMessage } from './events'

/** The carrier of news between processes. It may lose what it is given; the database is the truth. */
export interface Publisher {
  /** Resolves once the bus has taken the message; rejects at once when it is away. Never queues. */
  publish(channel: string, message: BusMessage): Promise<void>
}

export interface Subscriber {
  /** Hears a channel from when the promise resolves until `unsubscribe`. */
  subscribe(channel: string): Promise<void>
  unsubscribe(channel: string): Promise<void>
  onMessage(handler: (channel: string, message: BusMessage) => void): void
  /** After the subscription was away something may have been missed: called once it is back. */
  onReturn(handler: () => void): void
}

/** The bus of a single process, used without `REDIS_URL`. Carries messages at once and in order. */
export class LocalBus implements Publisher, Subscriber {
  private readonly channels = new Set<string>()
  private readonly handlers: ((channel: string, message: BusMessage) => void)[] = []

  publish(channel: string, message: BusMessage): Promise<void> {
    if (this.channels.has(channel)) for (const handler of this.handlers) handler(channel, message)
    return Promise.resolve()
  }

  subscribe(channel: string): Promise<void> {
    this.channels.add(channel)
    return Promise.resolve()
  }

  unsubscribe(channel: string): Promise<void> {
    this.channels.delete(channel)
    return Promise.resolve()
  }

  onMessage(handler: (channel: string, message: BusMessage) => void): void {
    this.handlers.push(handler)
  }

  onReturn(): void {
    // It is never away.
  }
}
