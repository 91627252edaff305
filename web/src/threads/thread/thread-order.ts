import { pageOfNumber } from '@forum/shared/pages'
import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { forum } from '../../store'
import { threadCopySlice, type ThreadRow } from '../../state/thread-copy'
import { goToPost, postAnchor, threadPath } from './permalink'
import { type JumpState } from './use-permalink'

/** The value of `?order=` that shows the last post of a page first. */
export const NEWEST_FIRST = 'newest'

/** Returns the address of a page of a thread in the order that the reader has chosen. */
export const pagePath = (threadId: number, page: number, isNewestFirst: boolean): string =>
  threadPath(threadId, page) + (isNewestFirst ? `?order=${NEWEST_FIRST}` : '')

/** Returns a function that reverses the order: the newest posts are on the last page. */
export function useTurn(thread: ThreadRow | undefined, isNewestFirst: boolean): () => void {
  const navigate = useNavigate()
  return () => {
    if (thread) void navigate(pagePath(thread.id, isNewestFirst ? 1 : thread.totalPages, !isNewestFirst))
  }
}

/** Returns a function that goes to a post by its number, on any page. */
export function useGoToNumber(threadId: number, isNewestFirst: boolean): (number: number) => void {
  const navigate = useNavigate()
  return useCallback(
    (number) => {
      const id = forum.read(threadCopySlice).logs[threadId]?.postIds[number]
      if (id !== undefined && goToPost(id, 'smooth')) return
      const path = pagePath(threadId, pageOfNumber(number), isNewestFirst)
      if (id === undefined) void navigate(path, { state: { number } satisfies JumpState })
      else void navigate(`${path}#${postAnchor(id)}`)
    },
    [threadId, isNewestFirst, navigate],
  )
}
