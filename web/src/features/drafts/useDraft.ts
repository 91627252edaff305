import { useCallback, useState, useSyncExternalStore } from 'react'
import { useSession } from '../../store'
import { draftKey, drafts, type DraftState } from './keeper'

export interface Draft<T extends object> extends DraftState<T> {
  /** Changes some of it; what is not named stays. */
  set: (partial: Partial<T>) => void
  /** The server has said yes, or the person wants it gone. */
  clear: () => void
}

/**
 * A form's values, kept as they are typed (experience, Drafts): they survive reload, back, a 401, a lock and
 * a crash, and go only with `clear`. `key` names the place (`reply:12`); each person has their own.
 */
export function useDraft<T extends object>(key: string, empty: T): Draft<T> {
  const { user } = useSession()
  const place = draftKey(user?.id ?? null, key)
  const [blank] = useState(empty)
  const subscribe = useCallback((tell: () => void) => drafts.subscribe(place, blank, tell), [place, blank])
  const state = useSyncExternalStore(subscribe, () => drafts.read(place, blank))
  const set = useCallback(
    (partial: Partial<T>) => {
      drafts.set(place, blank, partial)
    },
    [place, blank],
  )
  const clear = useCallback(() => {
    drafts.clear(place)
  }, [place])
  return { ...state, set, clear }
}
