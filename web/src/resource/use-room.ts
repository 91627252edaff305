import { useEffect, useRef, type RefObject } from 'react'
import { roomKey, socket, type Room } from '../lib/socket'
import { useForum } from '../store'

/** Joins a room for as long as the component is mounted; resolves `joined` once no later event is missed. */
export function useRoom(room: Room | null): RefObject<Promise<void>> {
  const joined = useRef(Promise.resolve())
  useEffect(() => {
    if (!room) return undefined
    const held = socket.join(room)
    joined.current = held.joined
    return held.leave
  }, [room])
  return joined
}

/** Whether events arrive: those of a room, or those of the page if none is given. */
export function useIsLive(room?: Room): boolean {
  return useForum(
    ({ connection }) =>
      connection.status === 'connected' && !(room && connection.refusedRooms.includes(roomKey(room))),
  )
}
