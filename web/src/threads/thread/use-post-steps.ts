import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { useShallow } from 'zustand/react/shallow'
import { useForum } from '../../store'
import { useSteps } from '../../ui'
import { threadCopySlice } from '../../state/thread-copy'

/** The cost of rendering a post apart from its text, as a number of characters. */
const POST_COST = 800
const STEP = 4_000
/** The first step fills a screen. */
const FIRST_STEP = 7_000
/** After Back or Forward the first step renders an ordinary page whole, so that the reader's position exists at once. */
const FIRST_STEP_OF_RETURN = 20_000

export interface PostSteps {
  /**
   * Returns the approximate number of characters of a post that may be rendered so far: Infinity for all, null for
   * none.
   */
  upTo: (postId: number) => number | null
  isWhole: boolean
}

/** Renders the posts of a page in steps, from the first to the last, and long posts in parts. */
export function usePostSteps(postIds: readonly number[], page: unknown): PostSteps {
  const costs = useForum(
    useShallow((read) =>
      postIds.map((id) => POST_COST + (read(threadCopySlice).posts[id]?.content.length ?? 0)),
    ),
  )
  // The first entry of a document has the key `default`.
  const { key } = useLocation()
  const isReturn = useNavigationType() === NavigationType.Pop && key !== 'default'
  const budget = useSteps(
    costs.reduce((sum, cost) => sum + cost, 0),
    page,
    { first: isReturn ? FIRST_STEP_OF_RETURN : FIRST_STEP, step: STEP },
  )
  if (budget === Infinity) return { upTo: () => Infinity, isWhole: true }
  const limits = new Map<number, number | null>()
  let left = budget
  for (const [index, id] of postIds.entries()) {
    const cost = costs[index] ?? POST_COST
    limits.set(id, left >= cost ? Infinity : left > POST_COST ? left - POST_COST : null)
    left -= cost
  }
  return { upTo: (id) => limits.get(id) ?? null, isWhole: false }
}
