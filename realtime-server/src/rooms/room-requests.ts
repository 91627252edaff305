import { rooms as roomTable, type RoomName } from '@forum/shared/events'
import { RequestError, type RequestHandlers } from '../connection/requests'
import type { GatewaySocket } from '../connection/socket'
import { SITE } from '../presence/presence-store'
import type { Visitors } from '../presence/visitors'
import type { Looking, Target } from '../relay/looking'
import type { Typing } from '../relay/typing'
import { threadOf, type RoomPayload, type Rooms } from './rooms'
import type { ThreadPlaces } from './thread-places'

/** Returns the handlers of socket requests: joining and leaving rooms, and what members do in them. */
export function roomRequests({
  rooms,
  places,
  visitors,
  looking,
  typing,
}: {
  rooms: Rooms
  places: ThreadPlaces
  visitors: Visitors
  looking: Looking
  typing: Typing
}): RequestHandlers {
  const join = async <R extends RoomName>(socket: GatewaySocket, name: R, payload: RoomPayload<R>) => {
    const { room, subscribed } = rooms.join(socket, name, payload)
    if (roomTable[name].presence === 'site') visitors.touch(SITE)
    const threadId = threadOf(room)
    if (threadId === null) {
      await subscribed
      if (name === 'moderation') looking.joined(room.audiences)
      return {}
    }
    const [viewers] = await Promise.all([places.enter(socket, threadId), subscribed])
    return { viewers }
  }
  const leave = <R extends RoomName>(socket: GatewaySocket, name: R, payload: RoomPayload<R>) => {
    if (name === 'moderation') void looking.publish(socket, {})
    const room = rooms.leave(socket, name, payload)
    const threadId = room ? threadOf(room) : null
    if (threadId !== null) places.exit(socket, threadId)
    return Promise.resolve({})
  }
  // The name of a request determines its payload; the compiler cannot follow that through the table.
  return {
    ...Object.fromEntries(
      (Object.keys(roomTable) as RoomName[]).flatMap(
        (name) =>
          [
            [`${name}:join`, async (socket, payload) => join(socket, name, payload)],
            [`${name}:leave`, async (socket, payload) => leave(socket, name, payload)],
          ] satisfies [string, (socket: GatewaySocket, payload: RoomPayload<RoomName>) => Promise<object>][],
      ),
    ),
    'thread:typing': async (socket: GatewaySocket, { threadId }: { threadId: number }) => {
      if (!socket.data.session) throw new RequestError('UNAUTHENTICATED')
      if (!rooms.has(socket, 'thread', { threadId })) throw new RequestError('FORBIDDEN')
      await typing.publish(threadId, socket.data.session)
      return {}
    },
    'moderation:look': async (socket: GatewaySocket, target: Target | null) => {
      if (!rooms.has(socket, 'moderation', {})) throw new RequestError('FORBIDDEN')
      await looking.publish(socket, target ?? {})
      return {}
    },
  } as RequestHandlers
}
