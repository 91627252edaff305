import { useEffect, useRef, type RefObject } from 'react'
import { socket, type Room } from '../lib/socket'

/**
 * Joins a room, if one is given, for as long as the component is mounted. `joined` resolves once no later event can be
 * missed.
 */
export function useRoom(room: Room | null): RefObject<Promise<void>> {
  const joined = useRef(socket.opened)
  useEffect(() => {
    if (!room) return undefined
    const held = socket.join(room)
    joined.current = held.joined
    return held.leave
  }, [room])
  return joined
}
