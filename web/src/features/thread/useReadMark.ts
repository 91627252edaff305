import { useEffect } from 'react'
import { call } from '../../lib/api'
import { useForum } from '../../store'
import { type Visit } from './useThreadPage'

/** A floor counts as read when the reader has rested this long with it in view. */
const REST_MS = 1_500

/** Remembers up to which floor a member has read; it never goes back (contract §3). */
export function useReadMark(threadId: number, visit: Visit | null): void {
  const isMember = useForum((state) => state.session.user !== null)
  useEffect(() => {
    if (!isMember || visit === null) return undefined
    let marked = visit.lastRead
    const look = () => {
      if (document.visibilityState !== 'visible') return
      const number = highestInView()
      if (number <= marked) return
      marked = number
      void mark(threadId, number)
    }
    let timer = setTimeout(look, REST_MS)
    const rest = () => {
      clearTimeout(timer)
      timer = setTimeout(look, REST_MS)
    }
    const ends = new AbortController()
    addEventListener('scroll', rest, { signal: ends.signal, passive: true })
    document.addEventListener('visibilitychange', rest, { signal: ends.signal })
    const onNews = useForum.subscribe((state, before) => {
      if (state.threads[threadId]?.lastNumber !== before.threads[threadId]?.lastNumber) rest()
    })
    return () => {
      clearTimeout(timer)
      ends.abort()
      onNews()
    }
  }, [threadId, visit, isMember])
}

function highestInView(): number {
  let highest = 0
  for (const post of document.querySelectorAll<HTMLElement>('[data-number]')) {
    if (post.getBoundingClientRect().top < innerHeight)
      highest = Math.max(highest, Number(post.dataset.number))
  }
  return highest
}

async function mark(threadId: number, number: number): Promise<void> {
  try {
    const { unread } = await call('markThreadRead', { params: { threadId }, body: { number } })
    useForum.getState().update((state) => {
      const viewer = state.threads[threadId]?.viewer
      if (!viewer || viewer.lastReadNumber >= number) return
      viewer.lastReadNumber = number
      viewer.unreadCount = unread
      viewer.firstUnreadNumber = unread > 0 ? number + 1 : null
    })
  } catch {
    // The next place of rest says it again.
  }
}
