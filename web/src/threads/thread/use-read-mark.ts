import { useEffect } from 'react'
import { forum, sessionSlice, useForum } from '../../store'
import { threadCopySlice } from '../../state/thread-copy'
import { type Visit } from './use-thread-page'
import { markRead } from './thread.actions'

/** Time in view without scrolling after which a post counts as read. */
const REST_MS = 1_500

/** Records the number of the last post that a member has read; it never decreases. */
export function useReadMark(threadId: number, visit: Visit | null, isNewestFirst = false): void {
  const isMember = useForum((read) => read(sessionSlice).user !== null)
  useEffect(() => {
    if (!isMember || visit === null) return undefined
    let highest = visit.lastRead
    const markVisible = () => {
      if (document.visibilityState !== 'visible') return
      const number = isNewestFirst ? reachedInView(highest, visit) : highestInView()
      if (number <= highest) return
      highest = number
      void markRead(forum, threadId, number)
    }
    let timer = setTimeout(markVisible, REST_MS)
    const rest = () => {
      clearTimeout(timer)
      timer = setTimeout(markVisible, REST_MS)
    }
    const cleanup = new AbortController()
    addEventListener('scroll', rest, { signal: cleanup.signal, passive: true })
    document.addEventListener('visibilitychange', rest, { signal: cleanup.signal })
    const unsubscribe = forum.subscribe((read, before) => {
      const lastNumber = read(threadCopySlice).threads[threadId]?.lastNumber
      if (lastNumber !== before(threadCopySlice).threads[threadId]?.lastNumber) rest()
    })
    return () => {
      clearTimeout(timer)
      cleanup.abort()
      unsubscribe()
    }
  }, [threadId, visit, isMember, isNewestFirst])
}

/** Returns the highest number of a post that begins in the window or above it. */
export function highestInView(): number {
  let highest = 0
  for (const post of document.querySelectorAll<HTMLElement>('[data-number]')) {
    if (post.getBoundingClientRect().top < innerHeight)
      highest = Math.max(highest, Number(post.dataset.number))
  }
  return highest
}

/**
 * Returns the number up to which posts count as read with the newest first: all of them once the first unread post has
 * been in view.
 */
export function reachedInView(
  lastRead: number,
  { lastNumber, firstUnread }: Pick<Visit, 'lastNumber' | 'firstUnread'>,
): number {
  const isThere = [...document.querySelectorAll<HTMLElement>('[data-number]')].some(
    (post) =>
      Number(post.dataset.number) === (firstUnread ?? lastRead + 1) &&
      post.getBoundingClientRect().top < innerHeight,
  )
  return isThere ? lastNumber : lastRead
}
