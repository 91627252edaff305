import { useRoom } from '../../resource'
import { useForum, type ForumState } from '../../store'

const HOME = { kind: 'home' } as const

/** How many people are on the site, and how many of them are members; null until it is known. */
export function useOnline(): ForumState['online'] {
  useRoom(HOME)
  return useForum((state) => state.online)
}
