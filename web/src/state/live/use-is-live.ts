import { roomKey, type Room } from '../../lib/socket'
import { useForum } from '../../store'
import { liveSlice } from './live.slice'

/** Returns whether events arrive: those of a room, or those of the page if none is given. */
export function useIsLive(room?: Room): boolean {
  return useForum((read) => {
    const { status, refusedRooms } = read(liveSlice).connection
    return status === 'connected' && !(room && refusedRooms.includes(roomKey(room)))
  })
}
