import type { BusMessage } from '@forum/shared/bus'
import {
  channelOf,
  mayReach,
  serverEvents,
  THREAD_EVENTS,
  type Audience,
  type ServerEvent,
  type ServerEventName,
} from '@forum/shared/events'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Subscriptions } from '../bus/subscriptions'
import { SLOW } from '../connection/slow-sockets'
import type { GatewayServer } from '../connection/socket'
import type { GatewayMetrics } from '../metrics'
import type { Sessions } from '../sessions/sessions'
import type { Looking } from './looking'
import type { Typing } from './typing'

/** Number of event ids remembered to drop repeats, which follow soon after the first. */
const REMEMBERED_IDS = 2_000

const isEventName = (name: string): name is ServerEventName => Object.hasOwn(serverEvents, name)
const threadEvents = new Set<ServerEventName>(THREAD_EVENTS)

/**
 * The fields of an event that the relay itself reads. The payload is emitted unchanged: the publisher built it by the
 * contract, and a gateway that is one version behind must not drop unknown fields.
 */
interface RelayedEvent {
  name: ServerEventName
  id: string
  at: string
  seq?: number
}
function isEvent(event: unknown): event is RelayedEvent {
  if (typeof event !== 'object' || event === null) return false
  const { name, id, at, seq } = event as Record<string, unknown>
  if (typeof name !== 'string' || !isEventName(name)) return false
  if (typeof id !== 'string' || id === '' || typeof at !== 'string') return false
  return Number.isSafeInteger(seq) || !threadEvents.has(name)
}

interface RelayDeps {
  io: GatewayServer
  subscriptions: Subscriptions
  sessions: Sessions
  typing: Typing
  looking: Looking
  metrics: GatewayMetrics
  log: Logger
  /** Called when the readers of a thread may have changed. */
  onMoved: (threadId: number) => void
  /** Called when boards admit other readers than before. */
  onAccessChanged: () => void
}

/** Emits events from the bus to this gateway's own sockets. Socket.IO encodes each event once. */
export class Relay {
  /** The last `seq` of each watched thread, by channel. */
  private readonly lastSeq = new Map<string, number>()
  private readonly recentIds = new LRUCache<string, true>({ max: REMEMBERED_IDS })

  constructor(private readonly deps: RelayDeps) {}

  /** Handles a message of the bus. Never throws, because it may run inside the publisher's call. */
  receive({ audience, event }: BusMessage): void {
    try {
      if (this.deps.subscriptions.isWatched(audience)) this.relay(audience, event)
    } catch (error) {
      this.deps.log.error({ err: error, audience }, 'could not relay an event')
    }
  }

  /** Forgets a channel that no socket here watches any more. */
  forget(channel: string): void {
    this.lastSeq.delete(channel)
  }

  private relay(audience: Audience, message: unknown): void {
    if (!isEvent(message)) return this.dropMalformed(audience, message)
    const { name, ...event } = message
    if (!mayReach(name, audience.kind)) return this.dropMisdirected(audience, name)
    const room = channelOf(audience)
    if (!this.isNew(room, name, event)) {
      this.deps.metrics.repeats.inc()
      return
    }
    if (name === 'session:revoked') {
      if (audience.kind === 'session') this.deps.sessions.revoke(audience.id, event)
      return
    }
    if (name === 'member:visibility') {
      if (audience.kind === 'user') this.deps.sessions.setVisibility(audience.id, event)
      return
    }
    if (name === 'typing') return this.deps.typing.receive(room, event)
    if (name === 'moderation:looking') return this.deps.looking.receive(room, event)
    this.deps.metrics.relayed.inc({ event: name })
    if (name === 'thread:updated') this.noticeMove(event)
    if (name === 'boards:changed' && 'access' in event) this.deps.onAccessChanged()
    switch (audience.kind) {
      case 'everyone':
        this.deps.io.local.except(SLOW).emit(name, event)
        return
      // A slow socket misses events that it can fetch after its `resync`, but never its member's own events.
      case 'user':
      case 'session':
        this.deps.io.local.to(room).emit(name, event)
        return
      case 'thread':
      case 'board':
      case 'home':
      case 'moderation':
        this.deps.io.local.to(room).except(SLOW).emit(name, event)
    }
  }

  private noticeMove(event: object): void {
    const { threadId, changes, isWithheld } = event as Partial<ServerEvent<'thread:updated'>>
    if (threadId !== undefined && (isWithheld || changes?.boardId !== undefined)) this.deps.onMoved(threadId)
  }

  private isNew(room: string, name: ServerEventName, event: { id: string; seq?: number }): boolean {
    if (threadEvents.has(name)) {
      const seq = event.seq ?? 0
      const last = this.lastSeq.get(room)
      if (seq <= (last ?? -1)) return false
      if (last !== undefined && seq > last + 1) this.deps.metrics.gaps.inc()
      this.lastSeq.set(room, seq)
      return true
    }
    const key = `${room} ${event.id}`
    if (this.recentIds.has(key)) return false
    this.recentIds.set(key, true)
    return true
  }

  /** Private data on a public channel must not leave the process, whatever mistake its publisher made. */
  private dropMisdirected(audience: Audience, name: ServerEventName): void {
    this.deps.metrics.misdirected.inc({ event: name })
    this.deps.log.error({ audience, name }, 'dropped an event on the channel of another audience')
  }

  private dropMalformed(audience: Audience, message: unknown): void {
    this.deps.metrics.malformed.inc()
    const name =
      typeof message === 'object' && message !== null && 'name' in message ? message.name : undefined
    this.deps.log.warn({ audience, name }, 'dropped a malformed bus event')
  }
}
