import { type Forum, forum as pageForum, sessionSlice } from '../store'
import { draftKey, forgetDrafts } from '../state/drafts'

/**
 * Removes unsent messages from the device when the member signs out, so that the next person to use the device finds
 * none. After a session that ended otherwise they stay, so that the member can continue.
 *
 * @param userId the member who signed in, perhaps signed out already
 */
export function startMessageDrafts(userId: number, forum: Forum = pageForum): () => void {
  const forgetOnceSignedOut = (memberId: number) => {
    const { user, endedBecause } = forum.read(sessionSlice)
    const isSignedOut = user === null && (endedBecause === null || endedBecause === 'logout')
    if (isSignedOut) forgetDrafts(draftKey(memberId, 'message'))
  }
  forgetOnceSignedOut(userId)
  return forum.subscribe((read, before) => {
    const { user } = before(sessionSlice)
    if (user !== null && read(sessionSlice).user === null) forgetOnceSignedOut(user.id)
  })
}
