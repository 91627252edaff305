import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type ApiError } from '../../lib/api'
import { socket } from '../../lib/socket'
import { useForum, useRetry, useSession, type ThreadRow } from '../../store'
import { postAnchor, threadPath } from './permalink'

export type WantedPage = number | 'last' | 'unread'

/** How a page was when the reader came to it: what came after is new. */
export interface Visit {
  page: number
  /** The highest floor then. */
  lastNumber: number
  /** The floor up to which the reader had read before; 0 for a first visit. */
  lastRead: number
}

export interface ThreadPageReading {
  status: 'loading' | 'ready' | 'error'
  error: ApiError | null
  thread: ThreadRow | undefined
  visit: Visit | null
  reload: () => void
}

/**
 * Hears a thread and reads a page of it, in this order, so that nothing falls between (contract §4). An
 * address past the end, or `last` and `unread`, becomes that of the page that is shown.
 */
export function useThreadPage(threadId: number, wanted: WantedPage): ThreadPageReading {
  const navigate = useNavigate()
  const { status: sessionStatus, user } = useSession()
  const isKnown = sessionStatus !== 'checking'
  const userId = user?.id
  const loadThreadPage = useForum((state) => state.loadThreadPage)
  const [attempt, setAttempt] = useState({ quietly: false })
  const [visit, setVisit] = useState<Visit | null>(null)

  const joined = useRef<Promise<void>>(Promise.resolve())
  useEffect(() => {
    const room = socket.join({ kind: 'thread', id: threadId })
    joined.current = room.joined
    return room.leave
  }, [threadId])

  useEffect(() => {
    if (!isKnown) return undefined
    let isLeft = false
    const read = async () => {
      await joined.current
      const page = await loadThreadPage(threadId, wanted, attempt)
      if (isLeft) return
      const { threads, logs } = useForum.getState()
      const thread = threads[threadId]
      if (thread)
        setVisit({ page, lastNumber: thread.lastNumber, lastRead: thread.viewer?.lastReadNumber ?? 0 })
      if (page === wanted) return
      const firstUnread = logs[threadId]?.floors[thread?.viewer?.firstUnreadNumber ?? 0]
      const hash =
        wanted === 'unread' && firstUnread !== undefined ? `#${postAnchor(firstUnread)}` : location.hash
      void navigate(threadPath(threadId, page) + hash, { replace: true })
    }
    void read()
    return () => {
      isLeft = true
    }
  }, [threadId, wanted, isKnown, userId, attempt, loadThreadPage, navigate])

  const page = typeof wanted === 'number' ? wanted : 1
  const reading = useForum((state) => state.threadPages[`${threadId}:${page}`])
  const thread = useForum((state) => state.threads[threadId])
  const error = reading?.error ?? null
  const reload = useCallback(() => {
    setAttempt({ quietly: false })
  }, [])
  const retry = useCallback(() => {
    setAttempt({ quietly: true })
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
