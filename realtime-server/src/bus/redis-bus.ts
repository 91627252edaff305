import { repeat, type StopRepeating } from '@forum/shared/repeat'
import { randomUUID } from 'node:crypto'
import {
  FAILOVER_CHANNEL,
  RedisBusPublisher,
  type BusMessage,
  type BusPublisher,
  type BusSubscriber,
} from '@forum/shared/bus'
import { channelOf, type Audience } from '@forum/shared/events'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { Batch } from '../support/batch'

export interface RedisBusOptions {
  /** For PUBLISH and other commands. */
  commands: Redis
  /** Used by this bus alone: a subscribed connection takes no other commands. */
  subscriber: Redis
  log: Logger
  heartbeatMs?: number
}

const HEARTBEAT_MS = 2_000
/** After this many consecutive heartbeats that were published but not received, the subscription is dead. */
const HEARTBEATS_MISSED_MAX = 3

/**
 * The bus over Redis. While Redis is unavailable, `subscribe` resolves at once and is caught up on return; then, once
 * every channel is subscribed again, the handlers of `onReturn` run, because messages may have been missed.
 *
 * A connection may be open and yet deliver nothing: to a demoted primary, or over a dead network. The bus therefore
 * publishes heartbeats to itself, and reconnects the subscription when it misses them. And an API may have published to the
 * primary that a failover replaced, when nobody was subscribed there any more: it says so on `FAILOVER_CHANNEL`.
 */
export class RedisBus implements BusPublisher, BusSubscriber {
  private readonly publisher: RedisBusPublisher
  private readonly wanted = new Map<string, Audience>()
  private readonly messageHandlers: ((message: BusMessage) => void)[] = []
  private readonly returnHandlers: (() => void)[] = []
  private readonly subscribing: Batch
  private readonly unsubscribing: Batch
  private readonly stopHeartbeat: StopRepeating
  private readonly heartbeat = `forum:heartbeat:${randomUUID()}`
  private readonly log: Logger
  private heartbeatsMissed = 0
  /** Every wanted channel is subscribed, or its SUBSCRIBE is in progress on this connection. */
  private isUp = false
  private hasMissedMessages = false

  constructor(private readonly options: RedisBusOptions) {
    const { commands, subscriber, heartbeatMs = HEARTBEAT_MS } = options
    this.log = options.log.child({ redis: 'subscriber' })
    this.publisher = new RedisBusPublisher(commands)
    this.subscribing = new Batch(async (channels) => void (await subscriber.subscribe(...channels)))
    this.unsubscribing = new Batch(async (channels) => void (await subscriber.unsubscribe(...channels)))
    subscriber.on('message', (channel: string, body: string) => this.receive(channel, body))
    subscriber.on('close', () => {
      this.isUp = false
      this.hasMissedMessages = true
    })
    subscriber.on('ready', () => this.resume())
    if (subscriber.status === 'ready') this.resume()
    this.stopHeartbeat = repeat(
      heartbeatMs,
      () => this.beat(3 * heartbeatMs),
      (error) => this.log.error({ err: error }, 'heartbeat failed'),
    )
  }

  publish(message: BusMessage): Promise<void> {
    return this.publisher.publish(message)
  }

  async subscribe(audience: Audience): Promise<void> {
    const channel = channelOf(audience)
    this.wanted.set(channel, audience)
    if (!this.isUp) {
      this.hasMissedMessages = true
      return
    }
    await this.subscribing.add(channel).catch((error: unknown) => this.startOver(error))
  }

  async unsubscribe(audience: Audience): Promise<void> {
    const channel = channelOf(audience)
    this.wanted.delete(channel)
    if (this.isUp) await this.unsubscribing.add(channel).catch((error: unknown) => this.startOver(error))
  }

  onMessage(handler: (message: BusMessage) => void): void {
    this.messageHandlers.push(handler)
  }

  onReturn(handler: () => void): void {
    this.returnHandlers.push(handler)
  }

  /** Stops the heartbeat. The connections belong to the caller. */
  close(): void {
    void this.stopHeartbeat()
  }

  private receive(channel: string, body: string): void {
    if (channel === this.heartbeat) {
      this.heartbeatsMissed = 0
      return
    }
    if (channel === FAILOVER_CHANNEL) return this.returned()
    const audience = this.wanted.get(channel)
    if (!audience) return
    let event: BusMessage['event']
    try {
      event = JSON.parse(body) as BusMessage['event']
    } catch {
      this.log.warn({ channel }, 'dropped a bus message that is not JSON')
      return
    }
    for (const handler of this.messageHandlers) handler({ audience, event })
  }

  private resume(): void {
    this.isUp = true
    this.heartbeatsMissed = 0
    Promise.all(
      [this.heartbeat, FAILOVER_CHANNEL, ...this.wanted.keys()].map((channel) =>
        this.subscribing.add(channel),
      ),
    ).then(
      () => {
        if (!this.hasMissedMessages) return
        this.hasMissedMessages = false
        this.returned()
      },
      (error: unknown) => this.startOver(error),
    )
  }

  private returned(): void {
    for (const handler of this.returnHandlers) handler()
  }

  /** Reconnects the subscription: after a failed command it is unknown which channels are subscribed. */
  private startOver(error: unknown): void {
    this.hasMissedMessages = true
    if (!this.isUp) return
    this.isUp = false
    this.log.warn({ err: error }, 'restarting the subscription')
    this.options.subscriber.disconnect(true)
  }

  private async beat(expiryMs: number): Promise<void> {
    if (this.isUp) this.options.subscriber.ping().catch((error: unknown) => this.startOver(error))
    this.heartbeatsMissed += 1
    try {
      // A replica accepts PUBLISH but refuses writes, so this write detects a demoted primary.
      await this.options.commands.set(this.heartbeat, '1', 'PX', expiryMs)
      await this.options.commands.publish(this.heartbeat, '')
    } catch {
      // Nothing was published, so nothing was missed.
      this.heartbeatsMissed -= 1
      return
    }
    if (this.heartbeatsMissed <= HEARTBEATS_MISSED_MAX) return
    this.heartbeatsMissed = 0
    this.startOver(new Error('no heartbeats received'))
  }
}
