import { forgetAccount } from '../../lib/account-memory'
import { type Forum, forum as pageForum, sessionSlice } from '../../store'

/** Removes the values that the browser remembers for an account when its session ends. Call once. */
export function startForgetting(forum: Forum = pageForum): () => void {
  return forum.subscribe((read, before) => {
    const { user } = before(sessionSlice)
    if (user !== null && read(sessionSlice).user?.id !== user.id) forgetAccount(user.id)
  })
}
