import { type Forum, forum as pageForum, sessionSlice } from '../../store'

/**
 * Loads what members alone need once someone is signed in, and calls the loaded function with that member's id, even if the session
 * has ended meanwhile. A failed load is repeated at a later change of the state.
 */
export function startForMembers(
  load: () => Promise<(userId: number) => void>,
  forum: Forum = pageForum,
): void {
  let userId: number | undefined
  let isLoading = false
  const stop = forum.subscribe((read, before) => {
    userId ??= (before(sessionSlice).user ?? read(sessionSlice).user)?.id
    if (userId === undefined || isLoading) return
    const memberId = userId
    isLoading = true
    load().then(
      (start) => {
        stop()
        start(memberId)
      },
      () => {
        isLoading = false
      },
    )
  })
}
