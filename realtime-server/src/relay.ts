import { channels, serverEvents, THREAD_EVENTS, type ServerEventName } from '@forum/shared/events'
import type { Logger } from 'pino'
import type { GatewayMetrics } from './metrics'
import { RecentIds } from './recent-ids'
import type { Sessions } from './sessions'
import { SLOW } from './slow-sockets'
import type { GatewayServer } from './sockets'
import type { Typing } from './typing'
import type { WatchedChannels } from './watched-channels'

/** Repeats follow hard upon the first, so a short memory will do. */
const REMEMBERED_IDS = 2_000

const isEvent = (name: string): name is ServerEventName => Object.hasOwn(serverEvents, name)
const stepsOfThreads = new Set<ServerEventName>(THREAD_EVENTS)

/**
 * What the relay itself needs of a message. The payload is passed on as it is: the publisher built it by the
 * contract, and a gateway that is one version behind must not drop a field it does not know.
 */
interface Message {
  name: ServerEventName
  id: string
  at: string
  seq?: number
}
function isMessage(message: unknown): message is Message {
  if (typeof message !== 'object' || message === null) return false
  const { name, id, at, seq } = message as Record<string, unknown>
  if (typeof name !== 'string' || !isEvent(name)) return false
  if (typeof id !== 'string' || id === '' || typeof at !== 'string') return false
  return Number.isSafeInteger(seq) || !stepsOfThreads.has(name)
}

/** From the bus to this gateway's own sockets, encoded once a message (contract §4). */
export class Relay {
  /** The last `seq` of each watched thread, by channel. */
  private readonly lastSeq = new Map<string, number>()
  private readonly recent = new RecentIds(REMEMBERED_IDS)

  constructor(
    private readonly io: GatewayServer,
    private readonly watched: WatchedChannels,
    private readonly sessions: Sessions,
    private readonly typing: Typing,
    private readonly metrics: GatewayMetrics,
    private readonly log: Logger,
  ) {}

  /** Takes whatever comes by on the bus; never throws, since it runs inside the publisher's call. */
  receive(channel: string, message: unknown): void {
    try {
      if (this.watched.isWatched(channel)) this.pass(channel, message)
    } catch (error) {
      this.log.error({ err: error, channel }, 'an event could not be passed on')
    }
  }

  /** Nobody here watches the channel any more. */
  forget(channel: string): void {
    this.lastSeq.delete(channel)
  }

  private pass(channel: string, message: unknown): void {
    if (!isMessage(message)) return this.drop(channel, message)
    const { name, ...event } = message
    if (!this.isNew(channel, name, event)) {
      this.metrics.repeats.inc()
      return
    }
    if (name === 'session:revoked') return this.sessions.revoked(channel, event)
    if (name === 'typing') return this.typing.heard(channel, event)
    this.metrics.relayed.inc({ event: name })
    if (channel === channels.all) this.io.local.except(SLOW).emit(name, event)
    // A slow socket misses what it can ask for after its `resync`, but nothing that is its owner's alone.
    else if (isPersonal(channel)) this.io.local.to(channel).emit(name, event)
    else this.io.local.to(channel).except(SLOW).emit(name, event)
  }

  private isNew(channel: string, name: ServerEventName, event: { id: string; seq?: number }): boolean {
    if (!stepsOfThreads.has(name)) return this.recent.add(`${channel} ${event.id}`)
    const seq = event.seq ?? 0
    if (seq <= (this.lastSeq.get(channel) ?? -1)) return false
    this.lastSeq.set(channel, seq)
    return true
  }

  private drop(channel: string, message: unknown): void {
    this.metrics.malformed.inc()
    const name =
      typeof message === 'object' && message !== null && 'name' in message ? message.name : undefined
    this.log.warn({ channel, name }, 'a malformed message on the bus was dropped')
  }
}

const personal = [channels.user(0), channels.session(0)].map((channel) => channel.slice(0, -1))
const isPersonal = (channel: string) => personal.some((prefix) => channel.startsWith(prefix))
