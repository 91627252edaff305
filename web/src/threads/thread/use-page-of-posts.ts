import { numbersOfPage } from '@forum/shared/pages'
import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useShallow } from 'zustand/react/shallow'
import { useForum } from '../../store'
import { useAnchoredPlaces, usePageTitle } from '../../ui'
import { threadCopySlice, type ThreadRow } from '../../state/thread-copy'
import { movedGroups, type MovedGroup } from '../moves/moved-groups'
import { readAuthorId } from './permalink'
import { useShownTitle } from './ThreadHead'
import { type NewReplies, useNewReplies } from './use-new-replies'
import { usePermalink } from './use-permalink'
import { usePostSteps, type PostSteps } from './use-post-steps'
import { useReadMark } from './use-read-mark'
import { type Visit } from './use-thread-page'

/** The end of a list that is never in view. */
const NOWHERE = { current: null }

export interface PageOfPosts extends PostSteps {
  /** The visible posts besides the opening one. */
  postIds: readonly number[]
  /** The groups of posts that have moved from the page to other threads. */
  moved: readonly MovedGroup[]
  /** The author to whose posts the page is limited; null for all. */
  onlyAuthorId: number | null
  /** Posts with their author's signature below them: the first of each author. */
  signed: readonly number[]
  newReplies: NewReplies
  /** The end of the list. */
  end: RefObject<HTMLDivElement | null>
}

/** The posts of a page of a thread, rendered step by step, with the reader's progress in them. */
export function usePageOfPosts(
  thread: ThreadRow,
  {
    page,
    visit,
    isNewestFirst,
    onWhole,
  }: { page: number; visit: Visit | null; isNewestFirst: boolean; onWhole: (isWhole: boolean) => void },
): PageOfPosts {
  const end = useRef<HTMLDivElement>(null)
  const [query] = useSearchParams()
  const onlyAuthorId = readAuthorId(query.get('author'))
  // With the newest first, new replies would push the text down, so they wait for the reader.
  const newReplies = useNewReplies(thread.id, visit, isNewestFirst ? NOWHERE : end)
  // Posts between those of one author do not count as read.
  useReadMark(thread.id, onlyAuthorId === null ? visit : null, isNewestFirst)
  usePageTitle(useShownTitle(thread), newReplies.whileHidden)

  const waiting = newReplies.here
  const postIds = useForum(
    useShallow((read) => {
      const { first, last } = numbersOfPage(page)
      const ids = read(threadCopySlice).logs[thread.id]?.postIds ?? {}
      const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
      if (!isNewestFirst) return numbers.flatMap((number) => ids[number] ?? [])
      return numbers.flatMap((number) => (waiting.includes(number) ? [] : (ids[number] ?? []))).reverse()
    }),
  )

  const log = useForum((read) => read(threadCopySlice).logs[thread.id])
  const moved = useMemo(() => (log ? movedGroups(numbersOfPage(page), log) : []), [log, page])
  const opening = thread.openingPostId
  const { upTo, isWhole } = usePostSteps(page === 1 ? [opening, ...postIds] : postIds, page)
  useAnchoredPlaces('[data-number]', visit !== null && isWhole)
  usePermalink(thread.id, visit !== null, isWhole, upTo)
  const signed = useForum(
    useShallow((read) => {
      const authors = new Set<number>()
      return [opening, ...postIds].filter((id) => {
        const post = read(threadCopySlice).posts[id]
        if (!post || post.isDeleted || authors.has(post.author.id)) return false
        authors.add(post.author.id)
        return true
      })
    }),
  )

  // The form is rendered with the last step of the page.
  useLayoutEffect(() => {
    onWhole(isWhole)
    return () => {
      onWhole(false)
    }
  }, [isWhole, onWhole])

  return { postIds, moved, onlyAuthorId, signed, newReplies, end, upTo, isWhole }
}
