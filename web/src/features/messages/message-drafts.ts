import { type StoreApi } from 'zustand'
import { useForum, type Forum } from '../../store'
import { draftKey, drafts } from '../drafts'

/**
 * Removes unsent messages from the device when the member signs out: the next person to use the device finds none. After
 * a session that ended otherwise they stay, so that the member can go on writing.
 */
export function startMessageDrafts(store: StoreApi<Forum> = useForum): () => void {
  return store.subscribe(({ session }, before) => {
    const { user } = before.session
    if (user === null || session.user !== null) return
    const isSignedOut = session.endedBecause === null || session.endedBecause === 'logout'
    if (isSignedOut) drafts.clearAll(draftKey(user.id, 'message'))
  })
}
