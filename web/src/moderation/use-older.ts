import { type Activity } from '@forum/shared/contract'
import { useState } from 'react'
import { type ApiError, forum } from '../store'
import { type FeedFilter } from './feed'
import { readOlder } from './monitor.actions'

/** Maximum number of lines kept besides the newest. */
export const OLDER_MAX = 500
/** Number of pages without a match that are loaded before the reader is asked. */
const BARREN_MAX = 10

export interface Older {
  /** The newest first; they follow the newest lines without a gap, as far as the filter lets them through. */
  lines: readonly Activity[]
  /** The start of the next page; null at the end of the feed, undefined before the first page. */
  nextBefore: number | null | undefined
  error: ApiError | null
  /** Pages loaded since the last match. */
  barren: number
}

export const NO_OLDER: Older = { lines: [], nextBefore: undefined, error: null, barren: 0 }

/** Adds a page of older lines. */
export function withPage(older: Older, page: readonly Activity[], nextBefore: number | null): Older {
  const lines = [...older.lines, ...page].slice(0, OLDER_MAX)
  return { lines, nextBefore, error: null, barren: page.length > 0 ? 0 : older.barren + 1 }
}

/**
 * Takes over the lines that the newest lines no longer keep, so that no gap opens between both; starts again if they no
 * longer overlap. `before` and `after` have the oldest line first.
 */
export function carryOver(
  older: Older,
  before: readonly Activity[],
  after: readonly Activity[],
  passes: (line: Activity) => boolean,
): Older {
  if (older === NO_OLDER || before === after) return older
  const first = after[0]?.id ?? 0
  if ((before.at(-1)?.id ?? 0) < first) return NO_OLDER
  const dropped = before.filter((line) => line.id < first && passes(line))
  if (dropped.length === 0) return older
  const lines = [...dropped.toReversed(), ...older.lines]
  const kept = lines.slice(0, OLDER_MAX)
  const nextBefore = kept.length < lines.length ? (kept.at(-1)?.id ?? null) : older.nextBefore
  return { ...older, lines: kept, nextBefore }
}

/** The lines before the shown ones, loaded page by page as the reader reaches the end. `filterKey` names the filter. */
export function useOlder(
  shown: readonly Activity[],
  filter: FeedFilter,
  filterKey: string,
  passes: (line: Activity) => boolean,
) {
  const [state, setState] = useState({ filterKey, shown, older: NO_OLDER })
  const [isLoading, setIsLoading] = useState(false)
  let { older } = state
  if (state.filterKey !== filterKey || state.shown !== shown) {
    older = state.filterKey === filterKey ? carryOver(older, state.shown, shown, passes) : NO_OLDER
    setState({ filterKey, shown, older })
  }
  const isFull = older.lines.length >= OLDER_MAX
  const isAtEnd = older.nextBefore === null || (older === NO_OLDER && shown.length === 0)
  const load = async () => {
    const before = older.nextBefore ?? shown[0]?.id
    if (isLoading || isFull || isAtEnd || before === undefined) return
    setIsLoading(true)
    const read = await readOlder(forum, before, filter)
    setIsLoading(false)
    setState((current) => {
      if (current.filterKey !== filterKey) return current
      if (!read.ok) return { ...current, older: { ...current.older, error: read.error } }
      // The newest lines may have dropped some meanwhile, which come first.
      const page = read.value.activity.filter(
        (line) => passes(line) && line.id < (current.older.lines.at(-1)?.id ?? Infinity),
      )
      return { ...current, older: withPage(current.older, page, read.value.nextBefore) }
    })
  }
  return {
    older,
    isLoading,
    isFull,
    isAtEnd,
    /** True if more lines are loaded only on request. */
    isPaused: older.error !== null || older.barren >= BARREN_MAX,
    load: () => void load(),
    loadOn: () => {
      setState((current) => ({ ...current, older: { ...current.older, barren: 0, error: null } }))
      void load()
    },
  }
}
