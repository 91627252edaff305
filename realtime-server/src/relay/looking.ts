import type { BusPublisher } from '@forum/shared/bus'
import type { Clock } from '@forum/shared/clock'
import type { TokenHolder } from '@forum/shared/contract'
import {
  audiences,
  channelOf,
  rooms,
  serverEvents,
  type Audience,
  type AudienceOf,
  type LookingAt,
} from '@forum/shared/events'
import { LOOKING_MS } from '../limits'
import { repeat, type StopRepeating } from '@forum/shared/repeat'
import type { Logger } from 'pino'
import { SLOW } from '../connection/slow-sockets'
import { withEnvelope, type GatewayServer, type GatewaySocket } from '../connection/socket'

/** A post or a case; neither while the moderator looks at nothing. */
export type Target = Omit<LookingAt, 'user'>

/**
 * Tells moderators what others look at. One look travels over the bus to every gateway, and each emits the list of its
 * rooms at most once per interval. It is a hint, which expires; losing an event is harmless.
 */
export class Looking {
  /** The posts and cases that the members of a moderation channel look at, by member. */
  private readonly channels = new Map<string, Map<number, { at: LookingAt; until: number }>>()
  private readonly changed = new Set<string>()
  /** The sockets on which a member looks at something. */
  private readonly lookers = new Set<string>()
  private readonly stop: StopRepeating

  constructor(
    private readonly io: GatewayServer,
    private readonly bus: BusPublisher,
    private readonly clock: Clock,
    interval: number,
    log: Logger,
  ) {
    this.stop = repeat(
      interval,
      () => Promise.resolve(this.emitChanged()),
      (error) => log.error({ err: error }, 'could not emit what moderators look at'),
    )
  }

  /**
   * Publishes what a moderator looks at, to the moderators of the same boards and to those of every board. One who
   * hides the online status stays hidden.
   */
  async publish(socket: GatewaySocket, target: Target): Promise<void> {
    const holder = socket.data.session?.holder
    if (!holder) return
    const shown = holder.showOnline ? target : {}
    const isLooking = shown.postId !== undefined || shown.caseId !== undefined
    if (!isLooking && !this.lookers.has(socket.id)) return
    if (isLooking) this.lookers.add(socket.id)
    else this.lookers.delete(socket.id)
    const payload = { looking: [{ user: holder.user, ...shown }] }
    const event = { name: 'moderation:looking' as const, ...withEnvelope(this.clock, payload) }
    try {
      for (const audience of audiencesOf(holder)) await this.bus.publish({ audience, event })
    } catch {
      // The bus is unavailable: what was shown before expires.
    }
  }

  /** Applies an event of the bus to a channel. Throws on an invalid shape. */
  receive(channel: string, message: unknown): void {
    const looks = this.channels.get(channel) ?? new Map<number, { at: LookingAt; until: number }>()
    for (const at of serverEvents['moderation:looking'].parse(message).looking) {
      const isLooking = at.postId !== undefined || at.caseId !== undefined
      if (isLooking) looks.set(at.user.id, { at, until: this.clock.now().getTime() + LOOKING_MS })
      else looks.delete(at.user.id)
    }
    this.channels.set(channel, looks)
    this.changed.add(channel)
  }

  /** Makes the next emission reach a socket that has just joined. */
  joined(audiencesJoined: readonly Audience[]): void {
    for (const audience of audiencesJoined) {
      const channel = channelOf(audience)
      if (this.channels.has(channel)) this.changed.add(channel)
    }
  }

  private emitChanged(): void {
    this.dropExpired()
    const { adapter, sockets } = this.io.of('/')
    const receivers = new Set([...this.changed].flatMap((channel) => [...(adapter.rooms.get(channel) ?? [])]))
    this.changed.clear()
    for (const id of receivers) {
      const socket = sockets.get(id)
      if (!socket || socket.rooms.has(SLOW)) continue
      // A moderator of several boards is in several channels and gets one list.
      const looking = new Map(
        [...socket.rooms].flatMap((channel) =>
          [...(this.channels.get(channel)?.values() ?? [])].map(({ at }) => [at.user.id, at] as const),
        ),
      )
      socket.emit('moderation:looking', withEnvelope(this.clock, { looking: [...looking.values()] }))
    }
    for (const [channel, looks] of this.channels) if (looks.size === 0) this.channels.delete(channel)
  }

  private dropExpired(): void {
    const now = this.clock.now().getTime()
    for (const [channel, looks] of this.channels) {
      for (const [userId, { until }] of looks) {
        if (until > now) continue
        looks.delete(userId)
        this.changed.add(channel)
      }
    }
  }

  close(): void {
    void this.stop()
  }
}

function audiencesOf(holder: TokenHolder): AudienceOf<'moderation:looking'>[] {
  const ownAudiences = rooms.moderation
    .audiencesOf({}, holder)
    .flatMap((audience) => (audience.kind === 'moderation' ? [audience] : []))
  const isInAll = ownAudiences.some(({ id }) => id === undefined)
  return isInAll ? ownAudiences : [audiences.moderation(), ...ownAudiences]
}
