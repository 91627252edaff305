import { randomUUID } from 'node:crypto'
import type { Clock } from '@forum/shared/clock'
import type { ServerEvent, ServerEventName, ServerEventPayload } from '@forum/shared/events'
import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import type { OpenSession } from './sessions'

export interface SocketData {
  /** Null for an anonymous watcher. */
  session: OpenSession | null
}
export type GatewayServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>
export type GatewaySocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>

/** A socket or a room full of them. */
interface Audience {
  emit(name: string, event: object): unknown
}

/** Tells an event that is the gateway's own, under a fresh id. */
export function tell<N extends ServerEventName>(
  audience: Audience,
  clock: Clock,
  name: N,
  payload: ServerEventPayload<N>,
): void {
  audience.emit(name, stamped(clock, payload))
}

/** A payload with the envelope every event has (contract §4). */
export function stamped<P extends object>(
  clock: Clock,
  payload: P,
): P & Pick<ServerEvent<'resync'>, 'id' | 'at'> {
  return { id: randomUUID(), at: clock.now().toISOString(), ...payload }
}
