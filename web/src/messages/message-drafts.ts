import { type Forum, forum as pageForum, sessionSlice } from '../store'
import { forgetStored } from '../lib/account-memory'
import { draftKey } from '../state/drafts'

/**
 * Removes unsent messages from the device when the member signs out: the next person to use the device finds none. After
 * a session that ended otherwise they stay, so that the member can go on writing.
 */
export function startMessageDrafts(forum: Forum = pageForum): () => void {
  return forum.subscribe((read, before) => {
    const [session, { user }] = [read(sessionSlice), before(sessionSlice)]
    if (user === null || session.user !== null) return
    const isSignedOut = session.endedBecause === null || session.endedBecause === 'logout'
    if (isSignedOut) forgetStored(draftKey(user.id, 'message'))
  })
}
