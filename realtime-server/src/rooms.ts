import { channels } from '@forum/shared/events'
import { ROOMS_PER_SOCKET } from '@forum/shared/limits'
import type { GatewaySocket } from './sockets'
import type { WatchedChannels } from './watched-channels'

/**
 * Rooms carry the name of the channel they hear. A thread has two more, since only signed-in people are told
 * who is there (contract §4, `presence:thread`).
 */
export const amongMembers = (channel: string) => `${channel}:members`
export const amongGuests = (channel: string) => `${channel}:guests`

/** A place a socket may join: `threadId` is there for a thread alone. */
export interface Room {
  channel: string
  threadId?: number
}

export const threadRoom = (threadId: number): Room => ({ channel: channels.thread(threadId), threadId })
export const boardRoom = (boardId: number): Room => ({ channel: channels.board(boardId) })
export const homeRoom: Room = { channel: channels.home }

export type Joined = 'joined' | 'already' | 'full'

/** Who joined what, at most 20 rooms a socket (contract §4). */
export class Rooms {
  private readonly joined = new Map<string, Map<string, Room>>()

  constructor(private readonly channels: WatchedChannels) {}

  /** The socket is in the room at once; `heard` resolves when the bus carries the room's news here. */
  join(socket: GatewaySocket, room: Room): { joined: Joined; heard: Promise<void> } {
    const rooms = this.of(socket)
    if (rooms.has(room.channel)) {
      // Counted for the moment of asking, so that this acknowledgement waits for the subscription as well.
      const heard = this.channels.watch(room.channel)
      this.channels.unwatch(room.channel)
      return { joined: 'already', heard }
    }
    if (rooms.size >= ROOMS_PER_SOCKET) return { joined: 'full', heard: Promise.resolve() }
    rooms.set(room.channel, room)
    void socket.join(names(socket, room))
    return { joined: 'joined', heard: this.channels.watch(room.channel) }
  }

  /** Whether the socket was there. */
  leave(socket: GatewaySocket, room: Room): boolean {
    if (!this.of(socket).delete(room.channel)) return false
    for (const name of names(socket, room)) void socket.leave(name)
    this.channels.unwatch(room.channel)
    return true
  }

  /** For a socket that is gone: the rooms it was in. */
  forget(socket: GatewaySocket): Room[] {
    const rooms = [...this.of(socket).values()]
    this.joined.delete(socket.id)
    for (const room of rooms) this.channels.unwatch(room.channel)
    return rooms
  }

  private of(socket: GatewaySocket): Map<string, Room> {
    const known = this.joined.get(socket.id)
    if (known) return known
    const none = new Map<string, Room>()
    this.joined.set(socket.id, none)
    return none
  }
}

function names(socket: GatewaySocket, room: Room): string[] {
  if (room.threadId === undefined) return [room.channel]
  return [room.channel, socket.data.session ? amongMembers(room.channel) : amongGuests(room.channel)]
}
