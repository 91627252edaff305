import { numbersOfPage, pageOfNumber } from '@forum/shared/pages'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { forum, useForum } from '../../store'
import { useIsReturning } from '../../ui'
import { threadCopySlice } from '../../state/thread-copy'
import { bringIntoView, goToPost, postAnchor, postIdOf, postPath, readId } from './permalink'
import { type PostSteps } from './use-post-steps'
import { findPost } from './thread.actions'

/** Scrolls to a post by its number once its page is shown; passed in the navigation's state. */
export interface JumpState {
  number: number
}

/** Returns the post with a number, or the one before it on its page if that one was moved to another thread. */
function postAt(
  log: { postIds: Readonly<Record<number, number>> } | undefined,
  number: number,
): number | null {
  const { first } = numbersOfPage(pageOfNumber(number))
  for (let at = number; at >= Math.min(first, number); at -= 1) {
    const id = log?.postIds[at]
    if (id !== undefined) return id
  }
  return null
}

/**
 * Scrolls to the post that an address names (`#post-5`, `?post=5`), even on another page, or to the one of a jump. A
 * reader who returns is led to the previous position instead.
 */
export function usePermalink(
  threadId: number,
  isReady: boolean,
  isWhole: boolean,
  upTo: PostSteps['upTo'],
): void {
  const navigate = useNavigate()
  const location = useLocation()
  const { hash, key } = location
  const [query] = useSearchParams()
  const jump = location.state as JumpState | null
  const wanted = postIdOf(hash) ?? readId(query.get('post') ?? undefined)
  const number = wanted === null ? (jump?.number ?? null) : null
  const target = useForum(
    (read) => wanted ?? (number === null ? null : postAt(read(threadCopySlice).logs[threadId], number)),
  )
  // Until the page is rendered completely it is too short to bring its last posts to the top, so it scrolls again then.
  const isThere = isWhole || (target !== null && upTo(target) === Infinity)
  const aimed = useRef<{ key: string; scrollY: number } | null>(null)
  const isOff = useIsReturning()
  useEffect(() => {
    if (!isReady || !isThere || isOff || (wanted === null && number === null)) return undefined
    let isUnmounted = false
    const find = async (id: number) => {
      const found = await findPost(forum, id)
      // The post may have moved to another thread.
      if (isUnmounted || !found.ok) return
      const section = postIdOf(hash) === id ? hash.slice(`#${postAnchor(id)}`.length) : ''
      void navigate(postPath(found.value) + section, { replace: true })
    }
    // After the frame that renders a new page, which first moves the focus to its top.
    const frame = requestAnimationFrame(() => {
      const before = aimed.current
      if (before?.key === key) {
        // Only if the reader has not scrolled meanwhile.
        if (target !== null && Math.abs(scrollY - before.scrollY) < 1) bringIntoView(target, hash)
        return
      }
      if (target === null) return
      if (goToPost(target, 'auto', hash)) aimed.current = { key, scrollY }
      else void find(target)
    })
    return () => {
      isUnmounted = true
      cancelAnimationFrame(frame)
    }
  }, [isReady, isThere, isWhole, isOff, wanted, number, target, key, hash, threadId, navigate])
}
