import { useMemo } from 'react'
import { useForum } from '../../store'
import { type Person } from '../composer'

/** Returns the authors of the known posts in a thread, the latest first. */
export function useParticipants(threadId: number): readonly Person[] {
  const postIds = useForum((state) => state.logs[threadId]?.postIds)
  const ownId = useForum((state) => state.session.user?.id)
  return useMemo(() => {
    const { posts, threads } = useForum.getState()
    const people = new Map<number, Person>()
    const latest = Object.values(postIds ?? {}).reverse()
    for (const id of [...latest, threads[threadId]?.openingPostId ?? 0]) {
      const author = posts[id]?.author
      if (author && author.id !== ownId && !posts[id]?.isDeleted) people.set(author.id, author)
    }
    return [...people.values()]
  }, [postIds, threadId, ownId])
}
