import type { Subscriber } from '@forum/shared/bus'
import type { Logger } from 'pino'

/**
 * Which channels of the bus this gateway hears: those that at least one of its own sockets watches, counted.
 * What is asked of the bus for one channel is asked in turn, each time for what is wanted by then, so that
 * leaving and joining in quick succession ends as it should.
 */
export class WatchedChannels {
  private readonly watchers = new Map<string, number>()
  private readonly asked = new Set<string>()
  private readonly settling = new Map<string, Promise<void>>()

  constructor(
    private readonly bus: Subscriber,
    private readonly log: Logger,
    private readonly onForgotten: (channel: string) => void,
  ) {}

  /** Resolves once the channel is heard, or at once when the bus is away; never rejects. */
  watch(channel: string): Promise<void> {
    this.watchers.set(channel, (this.watchers.get(channel) ?? 0) + 1)
    return this.settle(channel)
  }

  unwatch(channel: string): void {
    const left = (this.watchers.get(channel) ?? 0) - 1
    if (left > 0) {
      this.watchers.set(channel, left)
      return
    }
    if (!this.watchers.delete(channel)) return
    this.onForgotten(channel)
    void this.settle(channel)
  }

  isWatched(channel: string): boolean {
    return this.watchers.has(channel)
  }

  /** Resolves once nothing is left to be asked of the bus. */
  async settled(): Promise<void> {
    while (this.settling.size > 0) await Promise.all(this.settling.values())
  }

  private settle(channel: string): Promise<void> {
    const turn = (this.settling.get(channel) ?? Promise.resolve()).then(() => this.ask(channel))
    this.settling.set(channel, turn)
    void turn.then(() => {
      if (this.settling.get(channel) === turn) this.settling.delete(channel)
    })
    return turn
  }

  private async ask(channel: string): Promise<void> {
    const wanted = this.watchers.has(channel)
    if (wanted === this.asked.has(channel)) return
    try {
      if (wanted) {
        this.asked.add(channel)
        await this.bus.subscribe(channel)
      } else {
        this.asked.delete(channel)
        await this.bus.unsubscribe(channel)
      }
    } catch (error) {
      if (wanted) this.asked.delete(channel)
      this.log.warn({ err: error, channel }, 'the bus refused a subscription')
    }
  }
}
