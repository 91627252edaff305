import type { BusPublisher } from '@forum/shared/bus'
import type { Clock } from '@forum/shared/clock'
import { audiences, channelOf, serverEvents, type Gate } from '@forum/shared/events'
import { TYPING_EVERY_MS } from '@forum/shared/limits'
import { LRUCache } from 'lru-cache'
import { SLOW } from '../connection/slow-sockets'
import { withEnvelope, type GatewayServer, type OpenSession } from '../connection/socket'
import type { GatewayMetrics } from '../metrics'

/**
 * Returns whether others may see that the holder of a token writes in a thread, and the gate of those others;
 * rejects while the API is unavailable.
 */
export type MayType = (token: string, threadId: number) => Promise<{ isShown: boolean; gate: Gate }>

/** Number of members and threads whose last typing event is remembered. */
const REMEMBERED_TYPISTS = 10_000

/**
 * Publishes and emits who is typing in a thread. The event travels over the bus to every gateway, this one included,
 * and each emits it at most once per 3 s, member and thread. Losing an event is harmless.
 */
export class Typing {
  private readonly publishedAt = new LRUCache<string, number>({ max: REMEMBERED_TYPISTS })
  private readonly emittedAt = new LRUCache<string, number>({ max: REMEMBERED_TYPISTS })

  constructor(
    private readonly io: GatewayServer,
    private readonly bus: BusPublisher,
    private readonly clock: Clock,
    private readonly metrics: GatewayMetrics,
    private readonly mayType: MayType,
  ) {}

  /** Publishes that a member is typing, unless the member hides the online status or may not reply. */
  async publish(threadId: number, { token, holder }: Pick<OpenSession, 'token' | 'holder'>): Promise<void> {
    const { user, showOnline } = holder
    if (!showOnline || !this.isDue(this.publishedAt, threadId, user.id)) return
    const event = { name: 'typing' as const, ...withEnvelope(this.clock, { threadId, user }) }
    try {
      const { isShown, gate } = await this.mayType(token, threadId)
      if (!isShown) return
      await this.bus.publish({ audience: audiences.thread(threadId, gate), event })
    } catch {
      // The API or the bus is unavailable: the next keystrokes publish again.
    }
  }

  /** Emits an event of the bus to the room, except to the member's own tabs. Throws on an invalid shape. */
  receive(room: string, message: unknown): void {
    const event = serverEvents.typing.parse(message)
    if (!this.isDue(this.emittedAt, event.threadId, event.user.id)) return
    this.metrics.relayed.inc({ event: 'typing' })
    this.io.local
      .to(room)
      .except([channelOf(audiences.user(event.user.id)), SLOW])
      .emit('typing', event)
  }

  private isDue(last: LRUCache<string, number>, threadId: number, userId: number): boolean {
    const key = `${threadId} ${userId}`
    const now = this.clock.now().getTime()
    if (now - (last.get(key) ?? Number.NEGATIVE_INFINITY) < TYPING_EVERY_MS) return false
    last.set(key, now)
    return true
  }
}
