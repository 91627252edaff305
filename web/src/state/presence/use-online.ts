import { useRoom } from '../../resource'
import { useForum } from '../../store'
import { presenceSlice } from './presence.slice'

const HOME = { kind: 'home' } as const

/** The number of people on the site, and of members among them; null until the first event. */
export function useOnline(): { online: number; members: number } | null {
  useRoom(HOME)
  return useForum((read) => read(presenceSlice).online)
}
