import { numbersOfPage, pageOfNumber } from '@forum/shared/pages'
import { type RefObject, useCallback, useEffect, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { forum, type Read, sessionSlice, useForum } from '../../store'
import { announce } from '../../ui'
import { threadText } from './thread.texts'
import { threadCopySlice, isOwnPost } from '../../state/thread-copy'
import { type Visit } from './use-thread-page'

/** Distance from the end of the list, in pixels, within which a reader sees appended posts. */
const NEAR_END_PX = 200

export interface NewReplies {
  /** The numbers on this page that have not been seen yet. */
  here: readonly number[]
  /** The numbers on later pages. */
  later: readonly number[]
  /** The page of the first number in `later`. */
  laterPage: number
  /** The first post number that arrived while the tab was hidden. */
  divider: number | null
  /** Number of replies that have arrived since the tab was hidden; 0 while it is visible. */
  whileHidden: number
  /** Marks all numbers on this page as seen. */
  markSeen: () => void
}

/** Returns the numbers of posts by others after `from`. Posts that are not loaded count as others'. */
export function numbersAfter(read: Read, threadId: number, from: number): number[] {
  const last = read(threadCopySlice).threads[threadId]?.lastNumber ?? 0
  const postIds = read(threadCopySlice).logs[threadId]?.postIds ?? {}
  const me = read(sessionSlice).user?.id
  const numbers: number[] = []
  for (let number = from + 1; number <= last; number += 1) {
    const post = read(threadCopySlice).posts[postIds[number] ?? 0]
    if (post && (isOwnPost(me, post) || post.isDeleted)) continue
    numbers.push(number)
  }
  return numbers
}

const isVisible = () => document.visibilityState === 'visible'

/** Returns whether the end of the list is in or near the window. */
function isNearEnd(end: HTMLElement | null): boolean {
  return end !== null && end.getBoundingClientRect().top <= innerHeight + NEAR_END_PX
}

/**
 * The replies that arrived since a page was opened (docs/live.md): nothing ever moves under the reader. `end` marks the
 * end of the list.
 */
export function useNewReplies(
  threadId: number,
  visit: Visit | null,
  end: RefObject<HTMLElement | null>,
): NewReplies {
  const page = visit?.page ?? 1
  const lastHere = numbersOfPage(page).last
  const from = visit?.lastNumber ?? Number.MAX_SAFE_INTEGER
  const [place, setPlace] = useState({ visit, seen: from, hiddenAt: from, isHidden: !isVisible() })
  const [divider, setDivider] = useState<number | null>(null)
  if (place.visit !== visit) {
    setPlace({ visit, seen: from, hiddenAt: from, isHidden: !isVisible() })
    setDivider(null)
  }
  const numbers = useForum(useShallow((read) => numbersAfter(read, threadId, from)))

  const see = useCallback(() => {
    const last = forum.read(threadCopySlice).threads[threadId]?.lastNumber ?? 0
    setPlace((before) => ({ ...before, seen: Math.max(before.seen, Math.min(last, lastHere)) }))
  }, [threadId, lastHere])

  useEffect(() => {
    // Runs before the page is rendered, so that it measures the end at its visible position, rather than where the new
    // post moves it.
    const unsubscribe = forum.subscribe((read, before) => {
      const last = read(threadCopySlice).threads[threadId]?.lastNumber ?? 0
      const lastBefore = before(threadCopySlice).threads[threadId]?.lastNumber ?? last
      if (last <= lastBefore) return
      const count = numbersAfter(read, threadId, lastBefore).length
      if (count > 0 && isVisible()) announce(threadText('announceNew', { count }))
      if (isVisible() && isNearEnd(end.current)) see()
    })
    const cleanup = new AbortController()
    const { signal } = cleanup
    const onScroll = () => {
      if (isVisible() && isNearEnd(end.current)) see()
    }
    addEventListener('scroll', onScroll, { signal, passive: true })
    addEventListener('resize', onScroll, { signal, passive: true })
    document.addEventListener(
      'visibilitychange',
      () => {
        const now = forum.snapshot()
        const last = now(threadCopySlice).threads[threadId]?.lastNumber ?? 0
        if (!isVisible()) {
          setPlace((before) => ({ ...before, hiddenAt: last, isHidden: true }))
          return
        }
        setPlace((before) => {
          const [first] = numbersAfter(now, threadId, before.hiddenAt)
          if (first !== undefined && first <= lastHere) setDivider(first)
          return { ...before, isHidden: false }
        })
        onScroll()
      },
      { signal },
    )
    return () => {
      unsubscribe()
      cleanup.abort()
    }
  }, [threadId, lastHere, end, see])

  const later = numbers.filter((number) => number > lastHere)
  return {
    here: numbers.filter((number) => number > place.seen && number <= lastHere),
    later,
    laterPage: pageOfNumber(later[0] ?? lastHere),
    divider,
    whileHidden: place.isHidden ? numbers.filter((number) => number > place.hiddenAt).length : 0,
    markSeen: see,
  }
}
