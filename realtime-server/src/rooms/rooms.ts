import type { TokenHolder } from '@forum/shared/contract'
import {
  channelOf,
  mayJoinRoom,
  rooms,
  type Audience,
  type ClientEvent,
  type RoomName,
} from '@forum/shared/events'
import { ROOMS_PER_SOCKET } from '../limits'
import type { Subscriptions } from '../bus/subscriptions'
import { RequestError } from '../connection/requests'
import type { GatewaySocket } from '../connection/socket'
import { SITE_PRESENCE } from './socket-rooms'

export type RoomPayload<R extends RoomName> = ClientEvent<`${R}:join`>

/** A room that a socket has joined. */
export interface JoinedRoom {
  readonly key: string
  readonly name: RoomName
  readonly payload: RoomPayload<RoomName>
  readonly audiences: readonly Audience[]
}

/** Returns the thread in which a room's presence is counted, or null. */
export const threadOf = ({ name, payload }: Pick<JoinedRoom, 'name' | 'payload'>): number | null =>
  rooms[name].presence === 'thread' && 'threadId' in payload ? payload.threadId : null

/**
 * The rooms of each socket, at most 20 (docs/limits.md). The kinds of rooms are rows of `rooms` in
 * shared/src/events.ts.
 */
export class Rooms {
  private readonly joined = new Map<string, Map<string, JoinedRoom>>()

  constructor(private readonly subscriptions: Subscriptions) {}

  /**
   * Adds the socket to the room at once; throws a RequestError if it may not join. `subscribed` resolves once the bus
   * delivers the room's events here.
   */
  join<R extends RoomName>(
    socket: GatewaySocket,
    name: R,
    payload: RoomPayload<R>,
  ): { room: JoinedRoom; isNew: boolean; subscribed: Promise<unknown> } {
    const holder = socket.data.session?.holder ?? null
    if (!mayJoinRoom(name, holder)) throw new RequestError('FORBIDDEN')
    const joined = this.roomsOf(socket)
    const key = keyOf(name, payload)
    const existing = joined.get(key)
    if (existing) {
      // Watched only briefly, so that this acknowledgement also waits for the subscription.
      const subscribed = this.watch(existing.audiences)
      for (const audience of existing.audiences) this.subscriptions.unwatch(audience)
      return { room: existing, isNew: false, subscribed }
    }
    if (joined.size >= ROOMS_PER_SOCKET) throw new RequestError('TOO_MANY_REQUESTS')
    const room = { key, name, payload, audiences: audiencesOf(name, payload, holder) }
    joined.set(key, room)
    void socket.join(socketRooms(room))
    return { room, isNew: true, subscribed: this.watch(room.audiences) }
  }

  /** Returns the room that was left, or undefined if the socket was not in it. */
  leave<R extends RoomName>(socket: GatewaySocket, name: R, payload: RoomPayload<R>): JoinedRoom | undefined {
    const joined = this.roomsOf(socket)
    const room = joined.get(keyOf(name, payload))
    if (!room) return undefined
    joined.delete(room.key)
    for (const socketRoom of socketRooms(room)) void socket.leave(socketRoom)
    // Two rooms may share a Socket.IO room: the socket stays in it for the other.
    for (const other of joined.values()) void socket.join(socketRooms(other))
    for (const audience of room.audiences) this.subscriptions.unwatch(audience)
    return room
  }

  has<R extends RoomName>(socket: GatewaySocket, name: R, payload: RoomPayload<R>): boolean {
    return this.joined.get(socket.id)?.has(keyOf(name, payload)) ?? false
  }

  /** Forgets a disconnected socket. Returns the rooms it was in. */
  forget(socket: GatewaySocket): JoinedRoom[] {
    const left = [...this.roomsOf(socket).values()]
    this.joined.delete(socket.id)
    for (const room of left) for (const audience of room.audiences) this.subscriptions.unwatch(audience)
    return left
  }

  /** Applies changed rights of a socket's member: rejoins its rooms, and leaves those it may no longer be in. */
  refresh(socket: GatewaySocket): void {
    const holder = socket.data.session?.holder ?? null
    for (const room of Array.from(this.roomsOf(socket).values())) {
      const isAllowed = mayJoinRoom(room.name, holder)
      if (isAllowed && isSame(room.audiences, audiencesOf(room.name, room.payload, holder))) continue
      this.leave(socket, room.name, room.payload)
      if (isAllowed) void this.join(socket, room.name, room.payload).subscribed
    }
  }

  private watch(audiences: readonly Audience[]): Promise<unknown> {
    return Promise.all(audiences.map((audience) => this.subscriptions.watch(audience)))
  }

  private roomsOf(socket: GatewaySocket): Map<string, JoinedRoom> {
    const existing = this.joined.get(socket.id)
    if (existing) return existing
    const none = new Map<string, JoinedRoom>()
    this.joined.set(socket.id, none)
    return none
  }
}

const keyOf = (name: RoomName, payload: object) => `${name} ${Object.values(payload).join(' ')}`

function audiencesOf<R extends RoomName>(
  name: R,
  payload: RoomPayload<R>,
  holder: TokenHolder | null,
): Audience[] {
  // The name determines the payload; the compiler cannot follow that through the table.
  const audiences = rooms[name].audiencesOf as (
    payload: RoomPayload<R>,
    holder: TokenHolder | null,
  ) => Audience[]
  return audiences(payload, holder)
}

const isSame = (a: readonly Audience[], b: readonly Audience[]) =>
  a.map(channelOf).join() === b.map(channelOf).join()

function socketRooms({ name, audiences }: JoinedRoom): string[] {
  const channels = audiences.map(channelOf)
  const { presence } = rooms[name]
  return presence === 'site' ? [...channels, SITE_PRESENCE] : channels
}
