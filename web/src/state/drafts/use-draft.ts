import { useCallback, useState, useSyncExternalStore } from 'react'
import { sessionSlice, useForum } from '../../store'
import { draftKey } from './draft-key'
import { drafts, type DraftState } from './keeper'

export interface Draft<T extends object> extends DraftState<T> {
  /** The key it is stored under, which also identifies its submission. */
  place: string
  /** Changes some fields; the others stay. */
  set: (partial: Partial<T>) => void
  /** Removes it, once the server has accepted it or the member discards it. Returns a function that restores it. */
  clear: () => () => void
  /** Shows the other text in the form, and keeps this one as the other. */
  swap: () => void
  discardOther: () => void
}

/**
 * The values of a form, stored as they are typed: they survive a reload, going back, a 401, a lock and a crash, until
 * `clear`. `key` names the form (`reply:12`); each member has separate drafts.
 */
export function useDraft<T extends object>(key: string, empty: T): Draft<T> {
  const place = draftKey(useForum((read) => read(sessionSlice).user?.id) ?? null, key)
  const [blank] = useState(empty)
  const subscribe = useCallback(
    (listener: () => void) => drafts.subscribe(place, blank, listener),
    [place, blank],
  )
  const state = useSyncExternalStore(subscribe, () => drafts.read(place, blank))
  const set = useCallback(
    (partial: Partial<T>) => {
      drafts.set(place, blank, partial)
    },
    [place, blank],
  )
  const clear = useCallback(() => drafts.clear(place), [place])
  const swap = () => {
    drafts.swap(place)
  }
  const discardOther = () => {
    drafts.discardOther(place)
  }
  return { ...state, place, set, clear, swap, discardOther }
}
