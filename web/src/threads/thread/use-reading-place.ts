import { useCallback, useEffect, useState } from 'react'
import { type ThreadRow } from '../../state/thread-copy'
import { readPost } from './permalink'
import { highestInView, reachedInView } from './use-read-mark'

/** Calls `measure` once, and again in the frame after each scroll and after the page has changed its height. */
function useOnScroll(measure: () => void): void {
  useEffect(() => {
    let frame = 0
    const update = () => {
      frame = 0
      measure()
    }
    const onScroll = () => {
      if (frame === 0) frame = requestAnimationFrame(update)
    }
    onScroll()
    addEventListener('scroll', onScroll, { passive: true })
    const growth = new ResizeObserver(onScroll)
    growth.observe(document.body)
    return () => {
      growth.disconnect()
      cancelAnimationFrame(frame)
      removeEventListener('scroll', onScroll)
    }
  }, [measure])
}

/** Returns the number of the post at the reader's position; at the end of the page, that of the last one. */
export function useNumberInView(): number {
  const [number, setNumber] = useState(1)
  const [measure] = useState(() => () => {
    const last = [...document.querySelectorAll<HTMLElement>('[data-number]')].at(-1)
    const current = last && last.getBoundingClientRect().bottom <= innerHeight ? last : readPost()
    if (current) setNumber(Number(current.dataset.number))
  })
  useOnScroll(measure)
  return number
}

/**
 * Returns the first post that is neither read nor in view, null if there is none, and the number of such posts. Posts
 * in view count at once, although the server is notified only when the reader rests.
 */
export function useUnread(
  { viewer, lastPostNumber }: Pick<ThreadRow, 'viewer' | 'lastPostNumber'>,
  isNewestFirst: boolean,
): { firstUnread: number | null; count: number } {
  const { lastReadNumber = 0, firstUnreadNumber = null, unreadCount = 0 } = viewer ?? {}
  const [seen, setSeen] = useState(0)
  const measure = useCallback(() => {
    const visit = { lastNumber: lastPostNumber, firstUnread: firstUnreadNumber }
    setSeen(isNewestFirst ? reachedInView(lastReadNumber, visit) : highestInView())
  }, [isNewestFirst, lastReadNumber, lastPostNumber, firstUnreadNumber])
  useOnScroll(measure)
  if (firstUnreadNumber === null || seen < firstUnreadNumber)
    return { firstUnread: firstUnreadNumber, count: unreadCount }
  if (seen >= lastPostNumber) return { firstUnread: null, count: 0 }
  return { firstUnread: seen + 1, count: Math.max(1, unreadCount - (seen + 1 - firstUnreadNumber)) }
}

/** Returns whether the title of the thread has been scrolled out of the window. */
export function useIsTitleGone(): boolean {
  const [isGone, setIsGone] = useState(false)
  const [measure] = useState(() => () => {
    const title = document.querySelector('.thread-heading')
    setIsGone(title !== null && title.getBoundingClientRect().bottom < 0)
  })
  useOnScroll(measure)
  return isGone
}
