import { useMemo } from 'react'
import { forum, sessionSlice, useForum } from '../../store'
import { type Person } from '../composer/people'
import { threadCopySlice } from '../../state/thread-copy'

/** Returns the authors of the loaded posts in a thread, the latest first. */
export function useParticipants(threadId: number): readonly Person[] {
  const postIds = useForum((read) => read(threadCopySlice).logs[threadId]?.postIds)
  const ownId = useForum((read) => read(sessionSlice).user?.id)
  return useMemo(() => {
    const { posts, threads } = forum.read(threadCopySlice)
    const people = new Map<number, Person>()
    const latest = Object.values(postIds ?? {}).reverse()
    for (const id of [...latest, threads[threadId]?.openingPostId ?? 0]) {
      const author = posts[id]?.author
      if (author && !author.isAnonymous && author.id !== ownId && !posts[id]?.isDeleted)
        people.set(author.id, author)
    }
    return [...people.values()]
  }, [postIds, threadId, ownId])
}
