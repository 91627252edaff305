import { MINUTE_MS } from '@forum/shared/clock'
import { type Activity, type UserSummary } from '@forum/shared/contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useShallow } from 'zustand/react/shallow'
import { boardsUnder } from '../state/board-copy'
import { useSession } from '../state/session'
import { useForum } from '../store'
import { sharedClock, useIsWide } from '../ui'
import { countLines, groupBursts, matches } from './feed'
import { filterOf, queryOf } from './filter-address'
import { lineAddress } from './line-text'
import { ACT_NAMES, keyOf, mayReadRecord, memberOf } from './monitor.actions'
import { type FeedRow, offsetsOf, rowAt, rowsOf } from './rows'
import { useActs, useMayAct } from './use-acts'
import { useHeldLines, usePaintedLines, waitingAfter } from './use-feed'
import { useListKeys } from './use-list-keys'
import { useOlder } from './use-older'

/** Period of the counts beside the filters. */
const COUNTED_MS = 10 * MINUTE_MS
/** Period over which the rate of new lines is averaged. */
const RATE_MS = 10_000

/** The reason why the feed is held; null while it runs. */
export type HoldReason = 'paused' | 'pointer' | 'chosen' | 'scrolled' | null

export type Monitor = ReturnType<typeof useMonitor>

/** The state of the monitor: its rows, and its reader's filter, choice and open line. */
export function useMonitor() {
  const me = useSession().user
  const isWide = useIsWide()
  const filtered = useFeedFilter()
  const latest = usePaintedLines()
  const [isPaused, setIsPaused] = useState(false)
  const [isPointerInside, setIsPointerInside] = useState(false)
  const [isOffTop, setIsOffTop] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const [swiped, setSwiped] = useState<string | null>(null)
  const [opened, setOpened] = useState<FeedRow | null>(null)
  const [open, setOpen] = useState<'keys' | 'filters' | null>(null)
  const [drawerOf, setDrawerOf] = useState<number | null>(null)
  const [removing, setRemoving] = useState<UserSummary | null>(null)
  const acts = useActs()
  const rights = useMayAct()
  const { actsOf } = rights
  const isChosen =
    chosen !== null || swiped !== null || acts.asking !== null || drawerOf !== null || removing !== null
  const holdReason: HoldReason = isPaused
    ? 'paused'
    : isChosen
      ? 'chosen'
      : isPointerInside
        ? 'pointer'
        : isOffTop
          ? 'scrolled'
          : null
  const feed = useFeedRows(latest, filtered, holdReason !== null)
  const { rows } = feed
  const offsets = useMemo(() => offsetsOf(rows, chosen, isWide), [rows, chosen, isWide])
  const { scroller, chosenRow, walk, toTop } = useWalk({ rows, offsets, chosen, onChoose: setChosen, isWide })

  const toNewest = () => {
    setIsPaused(false)
    setChosen(null)
    setSwiped(null)
    setOpened(null)
    setIsPointerInside(false)
    toTop()
  }
  const pause = () => {
    if (holdReason === null) setIsPaused(true)
    else toNewest()
  }
  const act = (name: Parameters<typeof acts.begin>[0], row: FeedRow | null = chosenRow) => {
    if (row && actsOf(row.item).some((one) => one.act === name)) acts.begin(name, row.item)
    // On a phone, closing the sheet ends the choice.
    if (!isWide) {
      setChosen(null)
      setSwiped(null)
    }
  }
  const openMember = (member: Pick<UserSummary, 'id' | 'role'>) => {
    if (mayReadRecord(me, member)) setDrawerOf(member.id)
    else inNewWindow(`/users/${member.id}`)
  }
  useListKeys({
    j: () => walk(1),
    k: () => walk(-1),
    Enter: () => {
      if (chosenRow) setOpened(chosenRow)
    },
    ArrowRight: () => {
      if (chosenRow && chosenRow.item.lines.length > 1) feed.expand(chosenRow, true)
    },
    ArrowLeft: () => {
      if (chosenRow) feed.expand(chosenRow, false)
    },
    o: () => {
      const address = chosenRow && lineAddress(chosenRow.line)
      if (address !== null) inNewWindow(address)
    },
    p: () => {
      const member = chosenRow && memberOf(chosenRow.line)
      if (member) openMember(member)
    },
    g: toNewest,
    ' ': pause,
    u: acts.undo,
    '?': () => setOpen('keys'),
    ...Object.fromEntries(ACT_NAMES.map((name) => [keyOf(name), () => act(name)])),
  })
  return {
    ...{ ...filtered, ...feed, ...rights, isWide, latest, offsets, scroller, holdReason, acts },
    ...{ chosen, setChosen, swiped, setSwiped, opened, setOpened, open, setOpen },
    ...{ drawerOf, setDrawerOf, removing, setRemoving, setIsOffTop, setIsPointerInside },
    ...{ act, pause, toNewest },
  }
}

const inNewWindow = (path: string) => {
  window.open(path, '_blank', 'noopener')
}

interface FeedFilter {
  filter: ReturnType<typeof filterOf>
  /** The filter as a query; '' if it lets everything through. */
  filterKey: string
  passes: (line: Activity) => boolean
  changeFilter: (next: ReturnType<typeof filterOf>) => void
}

/** The filter in the address. */
function useFeedFilter(): FeedFilter {
  const [params, setParams] = useSearchParams()
  const query = params.toString()
  const filter = useMemo(() => filterOf(new URLSearchParams(query)), [query])
  const moderated = useSession().user?.moderatedBoardIds
  const { boardId } = filter
  const below = useForum(useShallow((read) => (boardId === null ? null : boardsUnder(read, boardId))))
  const passes = useMemo(() => {
    const mine = new Set(moderated)
    const chosen = below && new Set(below)
    return (line: Activity) => matches(line, filter, { chosen, mine })
  }, [filter, below, moderated])
  const changeFilter = (next: typeof filter) => {
    setParams(queryOf(next), { replace: true, state: { keepsScroll: true } })
  }
  return { filter, filterKey: queryOf(filter), passes, changeFilter }
}

/** The rows of the feed: its newest lines, which a reader may hold, and the older ones that were loaded. */
function useFeedRows(
  latest: readonly Activity[],
  { filter, filterKey, passes }: FeedFilter,
  isHeld: boolean,
) {
  const moderated = useSession().user?.moderatedBoardIds
  const [isGrouping, setIsGrouping] = useState(true)
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const shown = useHeldLines(latest, isHeld)
  const more = useOlder(shown, filter, filterKey, passes)
  const olderLines = more.older.lines
  const items = useMemo(() => {
    const lines = [...shown.filter(passes).toReversed(), ...olderLines]
    return isGrouping
      ? groupBursts(lines)
      : lines.map((line) => ({ key: `${line.id}`, lines: [line] as const, flags: line.flags }))
  }, [shown, passes, olderLines, isGrouping])
  const rows = useMemo(() => rowsOf(items, expanded), [items, expanded])
  const waiting = useMemo(() => waitingAfter(shown, latest, passes), [shown, latest, passes])
  const now = sharedClock.now()
  const counts = useMemo(
    () => countLines(latest, sharedClock.now() - COUNTED_MS, new Set(moderated)),
    [latest, moderated],
  )
  const recent = latest.findLastIndex(({ createdAt }) => Date.parse(createdAt) < now - RATE_MS)
  const rate = ((latest.length - 1 - recent) / (RATE_MS / 1_000)).toFixed(1)
  const expand = (row: FeedRow, isExpanded: boolean) => {
    const next = new Set(expanded)
    if (isExpanded) next.add(row.key)
    else next.delete(row.key)
    setExpanded(next)
  }
  return { rows, more, waiting, counts, rate, isGrouping, setIsGrouping, expanded, expand }
}

/** Walks the rows by keyboard, in sight and with the focus. */
function useWalk({
  rows,
  offsets,
  chosen,
  onChoose,
  isWide,
}: {
  rows: readonly FeedRow[]
  offsets: readonly number[]
  chosen: string | null
  onChoose: (key: string) => void
  isWide: boolean
}) {
  const scroller = useRef<HTMLDivElement>(null)
  /** The row to focus once it is drawn. */
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    const selector = `[data-row="${wanted.current}"] .feed-what`
    const row = scroller.current?.querySelector<HTMLElement>(selector)
    if (!row) return
    wanted.current = null
    row.focus({ preventScroll: true })
  })
  const chosenIndex = rows.findIndex(({ key }) => key === chosen)
  const chooseAt = (index: number) => {
    const row = rows[index]
    const box = scroller.current
    if (!row || !box) return
    onChoose(row.key)
    wanted.current = row.key
    const places = offsetsOf(rows, row.key, isWide)
    const [from, to] = [places[index] ?? 0, places[index + 1] ?? 0]
    if (from < box.scrollTop) box.scrollTop = from
    else if (to > box.scrollTop + box.clientHeight) box.scrollTop = to - box.clientHeight
  }
  const walk = (step: 1 | -1) => {
    if (chosenIndex >= 0) chooseAt(Math.max(0, Math.min(rows.length - 1, chosenIndex + step)))
    else chooseAt(rowAt(offsets, scroller.current?.scrollTop ?? 0))
  }
  const toTop = () => {
    if (scroller.current) scroller.current.scrollTop = 0
  }
  return { scroller, chosenRow: rows[chosenIndex] ?? null, walk, toTop }
}
