import { type Forum, forum as pageForum, type Read, sessionSlice } from '../../store'
import { liveSlice } from './live.slice'

/**
 * Loads code for members alone once someone is signed in, and calls the loaded function with that member's id, even if
 * the session has ended meanwhile. A failed load is repeated when the session changes or the connection is back.
 */
export function startForMembers(
  load: () => Promise<(userId: number) => void>,
  forum: Forum = pageForum,
): void {
  let userId: number | undefined
  let isLoading = false
  const tryToLoad = () => {
    if (userId === undefined || isLoading) return
    const memberId = userId
    isLoading = true
    load().then(
      (start) => {
        stop()
        removeEventListener('online', tryToLoad)
        start(memberId)
      },
      () => {
        isLoading = false
      },
    )
  }
  const stop = forum.subscribe((read, before) => {
    const [session, sessionBefore] = [read(sessionSlice), before(sessionSlice)]
    userId ??= (sessionBefore.user ?? session.user)?.id
    if (session !== sessionBefore || (isConnected(read) && !isConnected(before))) tryToLoad()
  })
  addEventListener('online', tryToLoad)
}

const isConnected = (read: Read): boolean => read(liveSlice).connection.status === 'connected'
