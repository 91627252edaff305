import type { Publisher } from '@forum/shared/bus'
import type { Clock } from '@forum/shared/clock'
import { channels, serverEvents } from '@forum/shared/events'
import { TYPING_EVERY_MS } from '@forum/shared/limits'
import type { TokenHolder } from '@forum/shared/contract'
import type { GatewayMetrics } from './metrics'
import { SLOW } from './slow-sockets'
import { stamped, type GatewayServer } from './sockets'

/**
 * Who is writing in a thread. It travels by the bus to every gateway, this one included, and is passed on at
 * most once in 3 s a person and thread (contract §4). Losing one harms nothing.
 */
export class Typing {
  private readonly sent: Cooldown
  private readonly passed: Cooldown

  constructor(
    private readonly io: GatewayServer,
    private readonly bus: Publisher,
    private readonly clock: Clock,
    private readonly metrics: GatewayMetrics,
  ) {
    this.sent = new Cooldown(clock)
    this.passed = new Cooldown(clock)
  }

  /** From a socket of this gateway. Whoever does not show themselves online is not given away by typing. */
  async said(threadId: number, { user, showOnline }: TokenHolder): Promise<void> {
    if (!showOnline || !this.sent.take(`${threadId}:${user.id}`)) return
    const message = { name: 'typing' as const, ...stamped(this.clock, { threadId, user }) }
    try {
      await this.bus.publish(channels.thread(threadId), message)
    } catch {
      // The bus is away: the person will type again.
    }
  }

  /** From the bus; a message of the wrong shape throws. To everyone in the thread but the person's own tabs. */
  heard(channel: string, message: unknown): void {
    const event = serverEvents.typing.parse(message)
    if (!this.passed.take(`${event.threadId}:${event.user.id}`)) return
    this.metrics.relayed.inc({ event: 'typing' })
    this.io.local
      .to(channel)
      .except([channels.user(event.user.id), SLOW])
      .emit('typing', event)
  }
}

/** Once in 3 s for each key. */
class Cooldown {
  private readonly last = new Map<string, number>()

  constructor(private readonly clock: Clock) {}

  take(key: string): boolean {
    const now = this.clock.now().getTime()
    // Oldest first, since a key is put at the end each time: what is over is forgotten from the front.
    for (const [old, at] of this.last) {
      if (now - at < TYPING_EVERY_MS) break
      this.last.delete(old)
    }
    if (this.last.has(key)) return false
    this.last.set(key, now)
    return true
  }
}
