import { useEffect, useRef, type RefObject } from 'react'
import { socket, type Room } from '../lib/socket'

/**
 * Joins a room for as long as the component is mounted, if one is given; resolves `joined` once no later event is missed.
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
