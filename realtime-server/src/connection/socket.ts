import { randomUUID } from 'node:crypto'
import type { Clock } from '@forum/shared/clock'
import type { TokenHolder } from '@forum/shared/contract'
import type { BusEventName, ServerEvent, ServerEventName, ServerEventPayload } from '@forum/shared/events'
import type { DefaultEventsMap, Server, Socket } from 'socket.io'

/** One token and the sockets that authenticated with it. */
export interface OpenSession {
  readonly token: string
  holder: TokenHolder
  /** Connected sockets, excluding those whose handshake is in progress. */
  readonly sockets: Set<GatewaySocket>
  /** Number of handshakes and sockets that keep the session open. */
  uses: number
  /** When the session is next checked with the API, in milliseconds. */
  dueAt: number
  /** The event that ended it, for a socket whose handshake was in progress meanwhile. */
  ended: ServerEvent<'session:revoked'> | null
}

export interface SocketData {
  /** Null for an anonymous socket. */
  session: OpenSession | null
}
export type GatewayServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>
export type GatewaySocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>

/** A socket, or the sockets of a Socket.IO room. */
interface Emitter {
  emit(name: string, event: object): unknown
}

/** Emits an event of the gateway itself, under a new id. */
export function emitOwn<N extends Exclude<ServerEventName, BusEventName>>(
  to: Emitter,
  clock: Clock,
  name: N,
  payload: ServerEventPayload<N>,
): void {
  to.emit(name, withEnvelope(clock, payload))
}

/** Adds a new id and the current time, which every event has, to a payload. */
export function withEnvelope<P extends object>(
  clock: Clock,
  payload: P,
): P & Pick<ServerEvent<'resync'>, 'id' | 'at'> {
  return { id: randomUUID(), at: clock.now().toISOString(), ...payload }
}
