import { useRoom } from '../../resource'
import { useForum } from '../../store'
import { presenceSlice } from './presence.slice'

const HOME = { kind: 'home' } as const

/** How many people are on the site, and how many of them are members; null until it is known. */
export function useOnline(): { online: number; members: number } | null {
  useRoom(HOME)
  return useForum((read) => read(presenceSlice).online)
}
