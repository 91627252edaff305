import { Mutex } from 'async-mutex'
import type { BusSubscriber } from '@forum/shared/bus'
import { channelOf, type Audience } from '@forum/shared/events'
import type { Logger } from 'pino'

/**
 * Counts the audiences that at least one socket of this gateway watches; the gateway subscribes only to these. Calls to
 * the bus are serialised per channel and converge on the desired state.
 */
export class Subscriptions {
  private readonly watchers = new Map<string, number>()
  private readonly subscribed = new Set<string>()
  private readonly locks = new Map<string, Mutex>()

  constructor(
    private readonly bus: BusSubscriber,
    private readonly log: Logger,
    /** Runs when the last watcher of a channel has left. */
    private readonly onUnwatched: (channel: string) => void,
  ) {}

  /** Resolves once the bus delivers the audience's events, or at once while it is unavailable; never rejects. */
  watch(audience: Audience): Promise<void> {
    const channel = channelOf(audience)
    this.watchers.set(channel, (this.watchers.get(channel) ?? 0) + 1)
    return this.converge(audience)
  }

  unwatch(audience: Audience): void {
    const channel = channelOf(audience)
    const left = (this.watchers.get(channel) ?? 0) - 1
    if (left > 0) {
      this.watchers.set(channel, left)
      return
    }
    if (!this.watchers.delete(channel)) return
    this.onUnwatched(channel)
    void this.converge(audience)
  }

  isWatched(audience: Audience): boolean {
    return this.watchers.has(channelOf(audience))
  }

  /** Resolves once no call to the bus is in progress. */
  async settled(): Promise<void> {
    while (this.locks.size > 0)
      await Promise.all([...this.locks.values()].map((lock) => lock.waitForUnlock()))
  }

  private async converge(audience: Audience): Promise<void> {
    const channel = channelOf(audience)
    const lock = this.locks.get(channel) ?? new Mutex()
    this.locks.set(channel, lock)
    await lock.runExclusive(() => this.update(audience, channel))
    if (!lock.isLocked() && this.locks.get(channel) === lock) this.locks.delete(channel)
  }

  private async update(audience: Audience, channel: string): Promise<void> {
    const isWanted = this.watchers.has(channel)
    if (isWanted === this.subscribed.has(channel)) return
    try {
      if (isWanted) {
        this.subscribed.add(channel)
        await this.bus.subscribe(audience)
      } else {
        this.subscribed.delete(channel)
        await this.bus.unsubscribe(audience)
      }
    } catch (error) {
      if (isWanted) this.subscribed.delete(channel)
      this.log.warn({ err: error, channel }, 'the bus refused a subscription')
    }
  }
}
