import { useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type ApiError, useRetry, useRoom } from '../../resource'
import { forum, sessionSlice, useForum } from '../../store'
import { useSession } from '../../state/session'
import { loadThreadPage, threadCopySlice, threadPageKey, type ThreadRow } from '../../state/thread-copy'
import { postAnchor, threadPath } from './permalink'

export type WantedPage = number | 'last' | 'unread'

/** The state of a page when the reader opened it: later posts are new. */
export interface Visit {
  page: number
  /** The highest post number at that time. */
  lastNumber: number
  /** The number of the last post that the reader had read before; 0 on a first visit. */
  lastRead: number
  /** The number of the first unread post, and the number of unread posts. */
  firstUnread: number | null
  unread: number
}

export interface ThreadPageReading {
  status: 'loading' | 'ready' | 'error'
  error: ApiError | null
  thread: ThreadRow | undefined
  visit: Visit | null
  reload: () => void
}

/**
 * Joins the room of a thread and then loads a page of it, so that no event is missed in between. An address past the
 * end, `last` and `unread` are replaced by the address of the page that is shown.
 */
export function useThreadPage(threadId: number, wanted: WantedPage): ThreadPageReading {
  const navigate = useNavigate()
  const { status: sessionStatus, user } = useSession()
  const isSessionKnown = sessionStatus !== 'checking'
  const userId = user?.id
  const [attempt, setAttempt] = useState({ keepsError: false })
  const [visit, setVisit] = useState<Visit | null>(null)

  const joined = useRoom(useMemo(() => ({ kind: 'thread' as const, id: threadId }), [threadId]))
  const sessionNumber = useForum((read) => read(sessionSlice).number)

  useEffect(() => {
    if (!isSessionKnown) return undefined
    let isUnmounted = false
    const read = async () => {
      await joined.current
      const page = await loadThreadPage(forum, threadId, wanted, attempt)
      if (isUnmounted) return
      const { threads, logs, elsewhere, pages } = forum.read(threadCopySlice)
      const mergeTarget = elsewhere[threadId]
      if (mergeTarget) {
        void navigate(threadPath(mergeTarget.threadId, mergeTarget.page) + location.hash, { replace: true })
        return
      }
      const thread = threads[threadId]
      if (thread) {
        const { lastReadNumber = 0, firstUnreadNumber = null, unreadCount = 0 } = thread.viewer ?? {}
        setVisit({
          page,
          lastNumber: thread.lastNumber,
          lastRead: lastReadNumber,
          firstUnread: firstUnreadNumber,
          unread: unreadCount,
        })
      }
      // After a failure the address keeps what is wanted, for the next attempt.
      if (page === wanted || pages[threadPageKey(threadId, page)]?.status === 'error') return
      const firstUnread = logs[threadId]?.postIds[thread?.viewer?.firstUnreadNumber ?? 0]
      const hash =
        wanted === 'unread' && firstUnread !== undefined ? `#${postAnchor(firstUnread)}` : location.hash
      void navigate(threadPath(threadId, page) + hash, { replace: true })
    }
    void read()
    return () => {
      isUnmounted = true
    }
  }, [threadId, wanted, isSessionKnown, userId, sessionNumber, attempt, joined, navigate])

  const page = typeof wanted === 'number' ? wanted : 1
  const reading = useForum((read) => read(threadCopySlice).pages[threadPageKey(threadId, page)])
  const thread = useForum((read) => read(threadCopySlice).threads[threadId])
  const error = reading?.error ?? null
  const reload = useCallback(() => {
    setAttempt({ keepsError: false })
  }, [])
  const retry = useCallback(() => {
    setAttempt({ keepsError: true })
    return Promise.resolve()
  }, [])
  useRetry(error, retry)
  return {
    status: reading?.status ?? 'loading',
    error,
    thread,
    visit: visit?.page === wanted ? visit : null,
    reload,
  }
}
