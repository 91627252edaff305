import { type Activity, type UserSummary } from '@forum/shared/contract'
import { MINUTE_MS } from '@forum/shared/clock'
import { Fragment, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useShallow } from 'zustand/react/shallow'
import { commonText } from '../lib/i18n'
import { forum, useForum } from '../store'
import {
  Button,
  classNames,
  Dialog,
  EmptyState,
  ErrorState,
  IconButton,
  sharedClock,
  SkeletonLines,
  UndoBar,
  useBusy,
  useIsWide,
  usePageTitle,
} from '../ui'
import { CircleAlert, Inbox, Pause, Play, RotateCw, SlidersHorizontal } from '../ui/icons'
import { useSession } from '../state/session'
import { boardsUnder } from '../state/board-copy'
import { DisciplineDrawer } from './discipline/DisciplineDrawer'
import { liveSlice } from '../state/live'
import { REASONS } from '../threads'
import { AskDialog, draftKey } from './AskDialog'
import { ContextPane } from './ContextPane'
import { countLines, groupBursts, matches } from './feed'
import { FeedList } from './FeedList'
import { filterOf, NO_FILTER, queryOf } from './filter-address'
import { FilterRail } from './FilterRail'
import { clockTime, lineAddress } from './line-text'
import { moderationText } from './moderation.texts'
import { MemberPurge } from './MemberPurge'
import { ACT_NAMES, keyOf, loadFeed, mayReadRecord, memberOf } from './monitor.actions'
import { monitorSlice } from './monitor.slice'
import { monitorText } from './monitor.texts'
import { type FeedRow, offsetsOf, rowAt, rowsOf } from './rows'
import { useActs, useMayAct } from './use-acts'
import { useFeed, useHeldLines, usePaintedLines, type Waiting, waitingAfter } from './use-feed'
import { useListKeys } from './use-list-keys'
import { useOlder } from './use-older'
import './monitor.css'

/** How far back the counts beside the filters go. */
const COUNTED_MS = 10 * MINUTE_MS
/** What the rate of new lines is averaged over. */
const RATE_MS = 10_000

/** `/moderation`: everything that happens, as it happens. */
export function MonitorScreen() {
  usePageTitle(moderationText('tabs.monitor'))
  useFeed()
  const [params, setParams] = useSearchParams()
  const query = params.toString()
  const filter = useMemo(() => filterOf(new URLSearchParams(query)), [query])
  const filterKey = queryOf(filter)
  const me = useSession().user
  const { boardId } = filter
  const below = useForum(useShallow((read) => (boardId === null ? null : boardsUnder(read, boardId))))
  const lets = useMemo(() => {
    const mine = new Set(me?.moderatedBoardIds)
    const chosen = below && new Set(below)
    return (line: Activity) => matches(line, filter, { chosen, mine })
  }, [filter, below, me?.moderatedBoardIds])

  const isWide = useIsWide()
  const status = useForum((read) => read(monitorSlice).status)
  const error = useForum((read) => read(monitorSlice).error)
  const lostAfter = useForum((read) => read(monitorSlice).lostAfter)
  const latest = usePaintedLines()
  const [isPaused, setIsPaused] = useState(false)
  const [isPointerInside, setIsPointerInside] = useState(false)
  const [isOffTop, setIsOffTop] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const [swiped, setSwiped] = useState<string | null>(null)
  const [opened, setOpened] = useState<FeedRow | null>(null)
  const [isGrouping, setIsGrouping] = useState(true)
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState<'keys' | 'filters' | null>(null)
  const [drawerOf, setDrawerOf] = useState<number | null>(null)
  const acts = useActs()
  const [removing, setRemoving] = useState<UserSummary | null>(null)
  const { actsOf, mayPunish, mayRemoveAll } = useMayAct()
  const because = isPaused
    ? 'paused'
    : chosen !== null || swiped !== null || acts.asking !== null || drawerOf !== null || removing !== null
      ? 'chosen'
      : isPointerInside
        ? 'pointer'
        : isOffTop
          ? 'scrolled'
          : null
  const shown = useHeldLines(latest, because !== null)
  const more = useOlder(shown, filter, filterKey, lets)
  const olderLines = more.older.lines
  const items = useMemo(() => {
    const lines = [...shown.filter(lets).toReversed(), ...olderLines]
    return isGrouping
      ? groupBursts(lines)
      : lines.map((line) => ({ key: `${line.id}`, lines: [line] as const, flags: line.flags }))
  }, [shown, lets, olderLines, isGrouping])
  const rows = useMemo(() => rowsOf(items, expanded), [items, expanded])
  const offsets = useMemo(() => offsetsOf(rows, chosen, isWide), [rows, chosen, isWide])
  const waiting = useMemo(() => waitingAfter(shown, latest, lets), [shown, latest, lets])
  const now = sharedClock.now()
  const counts = useMemo(
    () => countLines(latest, sharedClock.now() - COUNTED_MS, new Set(me?.moderatedBoardIds)),
    [latest, me?.moderatedBoardIds],
  )
  const recent = latest.findLastIndex(({ createdAt }) => Date.parse(createdAt) < now - RATE_MS)
  const rate = ((latest.length - 1 - recent) / (RATE_MS / 1_000)).toFixed(1)
  useBusy(status === 'loading')

  const scroller = useRef<HTMLDivElement>(null)
  /** The row that is to have the focus once it is drawn. */
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
  const chosenRow = rows[chosenIndex] ?? null
  const openedKey = opened?.key ?? null

  const chooseAt = (index: number) => {
    const row = rows[index]
    const box = scroller.current
    if (!row || !box) return
    setChosen(row.key)
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
  const read = (row: FeedRow | null) => {
    if (row) setOpened(row)
  }
  const toNewest = () => {
    setIsPaused(false)
    setChosen(null)
    setSwiped(null)
    setOpened(null)
    setIsPointerInside(false)
    if (scroller.current) scroller.current.scrollTop = 0
  }
  const pause = () => {
    if (because === null) setIsPaused(true)
    else toNewest()
  }
  const expand = (row: FeedRow, isExpanded: boolean) => {
    const next = new Set(expanded)
    if (isExpanded) next.add(row.key)
    else next.delete(row.key)
    setExpanded(next)
  }
  const act = (name: Parameters<typeof acts.begin>[0], row: FeedRow | null = chosenRow) => {
    if (row && actsOf(row.item).some((one) => one.act === name)) acts.begin(name, row.item)
    // Nothing stays chosen on a phone once its sheet is closed.
    if (!isWide) {
      setChosen(null)
      setSwiped(null)
    }
  }
  const hold = (row: FeedRow) => {
    const [first] = actsOf(row.item)
    if (first && first.act !== 'ignore') act(first.act, row)
  }
  const changeFilter = (next: typeof filter) => {
    setParams(queryOf(next), { replace: true, state: { keepsScroll: true } })
  }
  const openMember = (member: Pick<UserSummary, 'id' | 'role'>) => {
    if (mayReadRecord(me, member)) setDrawerOf(member.id)
    else inNewWindow(`/users/${member.id}`)
  }
  const inNewWindow = (path: string) => {
    window.open(path, '_blank', 'noopener')
  }
  const keys: Record<string, () => void> = {
    j: () => walk(1),
    k: () => walk(-1),
    Enter: () => read(chosenRow),
    ArrowRight: () => {
      if (chosenRow && chosenRow.item.lines.length > 1) expand(chosenRow, true)
    },
    ArrowLeft: () => {
      if (chosenRow) expand(chosenRow, false)
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
  }
  useListKeys(keys)

  const actor = filter.actor === null ? null : latest.find((line) => line.actor.id === filter.actor)?.actor
  const filters = (
    <FilterRail
      filter={filter}
      counts={counts}
      actorName={actor?.displayName ?? null}
      onChange={changeFilter}
    />
  )
  const context = opened && (
    <ContextPane
      key={openedKey}
      line={opened.line}
      acts={actsOf(opened.item)}
      onAct={(name) => {
        if (!isWide) setOpened(null)
        act(name, opened)
      }}
      onActor={(userId) => {
        changeFilter({ ...NO_FILTER, actor: userId })
      }}
      onRecord={setDrawerOf}
    />
  )
  const pauseText = monitorText(because === null ? 'pause' : 'resume')
  const pauseIcon = because === null ? <Pause aria-hidden /> : <Play aria-hidden />
  const isEmpty = status === 'ready' && rows.length === 0 && more.isAtEnd
  return (
    <div className="monitor">
      {isWide && (
        <aside className="monitor-rail" aria-label={monitorText('filter')}>
          {filters}
          <Hints onAll={() => setOpen('keys')} />
        </aside>
      )}
      <section className="feed" aria-label={moderationText('tabs.monitor')}>
        <header className="feed-head">
          <h2>{moderationText('tabs.monitor')}</h2>
          <span className="live small num">
            <i className="dot" /> {monitorText('perSecond', { rate })}
          </span>
          <span className="feed-head-end">
            {isWide && (
              <button
                type="button"
                role="checkbox"
                aria-checked={isGrouping}
                className="monitor-choice"
                onClick={() => {
                  setIsGrouping(!isGrouping)
                }}
              >
                <i aria-hidden />
                {monitorText('group')}
              </button>
            )}
            {isWide ? (
              <Button size="small" icon={pauseIcon} onClick={pause}>
                {pauseText}
                <kbd aria-hidden>{monitorText('space')}</kbd>
              </Button>
            ) : (
              <IconButton label={pauseText} onClick={pause}>
                {pauseIcon}
              </IconButton>
            )}
            {!isWide && (
              <IconButton label={monitorText('filter')} onClick={() => setOpen('filters')}>
                <SlidersHorizontal aria-hidden />
                {filterKey !== '' && <i className="dot seal" />}
              </IconButton>
            )}
          </span>
        </header>
        {status === 'ready' && (
          <StateStrip last={latest.at(-1)} waiting={waiting} because={because} onNewest={toNewest} />
        )}
        {status === 'error' && (
          <ErrorState
            title={monitorText('loadFailed')}
            cause={error?.message}
            onRetry={() => void loadFeed(forum)}
          />
        )}
        {status === 'loading' && <SkeletonLines count={14} className="feed-bones" />}
        {isEmpty && (
          <EmptyState
            icon={<Inbox aria-hidden />}
            title={monitorText(filterKey === '' ? 'emptyAll' : 'empty')}
            text={monitorText('emptyText')}
          >
            {filterKey !== '' && (
              <Button onClick={() => changeFilter(NO_FILTER)}>{monitorText('clearFilter')}</Button>
            )}
          </EmptyState>
        )}
        {status === 'ready' && !isEmpty && (
          <FeedList
            rows={rows}
            offsets={offsets}
            chosen={chosen}
            swiped={swiped}
            isWide={isWide}
            lostAfter={lostAfter}
            scroller={scroller}
            actsOf={(row) => actsOf(row.item)}
            onChoose={(row) => {
              setSwiped(null)
              setChosen(row.key)
              read(row)
            }}
            onAct={(row, name) => act(name, row)}
            onExpand={(row) => expand(row, !expanded.has(row.key))}
            onSwipe={setSwiped}
            onHold={hold}
            onOffTop={setIsOffTop}
            onPointer={setIsPointerInside}
            onNearEnd={() => {
              if (!more.isPaused) more.load()
            }}
            end={<FeedEnd more={more} />}
          />
        )}
        {acts.last && (
          <UndoBar
            key={acts.last.until}
            text={acts.last.text}
            label={monitorText('undo')}
            until={acts.last.until}
            onUndo={acts.undo}
          />
        )}
      </section>
      {isWide && (
        <aside className="pane" aria-label={monitorText('contextOf')}>
          {context ?? <p className="pane-none">{monitorText('nothingChosen')}</p>}
        </aside>
      )}
      {!isWide && context && (
        <Dialog
          onClose={() => {
            setOpened(null)
            setChosen(null)
          }}
          title={monitorText('contextOf')}
          shape="sheet"
        >
          <div className="pane-sheet">{context}</div>
        </Dialog>
      )}
      {drawerOf !== null && (
        <DisciplineDrawer
          key={drawerOf}
          userId={drawerOf}
          onClose={() => {
            setDrawerOf(null)
          }}
        />
      )}
      {acts.asking && (
        <AskDialog
          key={draftKey(acts.asking)}
          asking={acts.asking}
          drafts={acts.drafts}
          mayMute={mayPunish(acts.asking.item.lines[0])}
          mayRemoveAll={mayRemoveAll(acts.asking.item.lines[0])}
          onClose={acts.cancel}
          onDecide={acts.decide}
          onRemoveAll={() => {
            setRemoving(acts.asking && (memberOf(acts.asking.item.lines[0]) ?? null))
            acts.cancel()
          }}
        />
      )}
      {removing && (
        <MemberPurge
          member={removing}
          onClose={() => {
            setRemoving(null)
          }}
        />
      )}
      <Dialog
        open={open !== null}
        onClose={() => setOpen(null)}
        title={monitorText(open === 'keys' ? 'keysTitle' : 'filter')}
        shape={isWide ? 'box' : 'sheet'}
      >
        {open === 'keys' ? <Keys /> : filters}
      </Dialog>
    </div>
  )
}

const KEYS = [
  { keys: ['j', 'k'], does: 'walk' },
  { keys: ['Enter'], does: 'read' },
  { keys: ['o'], does: 'open' },
  { keys: ['p'], does: 'person' },
  { keys: ['g'], does: 'newest' },
  { keys: ['space'], does: 'hold' },
  { keys: ['→', '←'], does: 'expand' },
  ...ACT_NAMES.map((act) => ({ keys: [keyOf(act)], does: act })),
  { keys: ['1', String(REASONS.length)], does: 'reason' },
  { keys: ['u'], does: 'undo' },
  { keys: ['?'], does: 'help' },
] as const

const keyText = (key: string) => (key === 'space' ? monitorText('space') : key)

function Keys() {
  return (
    <dl className="keys">
      {KEYS.map(({ keys, does }) => (
        <Fragment key={does}>
          <dt>
            {keys.map((key, i) => (
              <Fragment key={key}>
                {i > 0 && (does === 'reason' ? '–' : ' ')}
                <kbd>{keyText(key)}</kbd>
              </Fragment>
            ))}
          </dt>
          <dd>{monitorText(`keys.${does}`)}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** The keys that are used most, below the filters. */
function Hints({ onAll }: { onAll: () => void }) {
  return (
    <button type="button" className="monitor-hints" onClick={onAll}>
      <span>
        <kbd>j</kbd> <kbd>k</kbd> <kbd>{monitorText('space')}</kbd> <kbd>g</kbd> <kbd>u</kbd>
      </span>
      <span>
        <kbd>?</kbd> {monitorText('allKeys')}
      </span>
    </button>
  )
}

/**
 * Shows the state of the feed above the list: not connected, catching up, held (why, and how many lines wait) or running.
 * Its place is always kept, so that a row stays under the pointer that holds the list.
 */
function StateStrip({
  last,
  waiting: { count, flagged, isMore },
  because,
  onNewest,
}: {
  last: Activity | undefined
  waiting: Waiting
  because: 'paused' | 'pointer' | 'chosen' | 'scrolled' | null
  onNewest: () => void
}) {
  const isLost = useForum((read) => read(liveSlice).connection.lostAt !== null)
  const isCatchingUp = useForum((read) => {
    const own = read(monitorSlice)
    return own.lostAfter !== null && own.isBehind
  })
  const isHeld = because !== null
  const state = isLost && last ? 'lost' : isCatchingUp ? 'catchingUp' : isHeld ? 'held' : 'running'
  const text = {
    lost: () => monitorText('lost', { time: last ? clockTime(last.createdAt) : '' }),
    catchingUp: () => monitorText('catchingUp'),
    held: () => (isMore ? monitorText('heldMany', { count }) : monitorText('held', { count, flagged })),
    running: () => monitorText('running'),
  }
  const { Icon, tone } = STATES[state]
  return (
    <div className={classNames('feed-strip', tone)}>
      <Icon aria-hidden />
      {/* The number of lines that wait is not read out: it may change every second. */}
      <span
        key={state}
        className="one-line num"
        role={state === 'lost' || state === 'catchingUp' ? 'status' : undefined}
      >
        {text[state]()}
      </span>
      {state === 'held' && isHeld && (
        <span className="feed-strip-why">{monitorText(`because.${because}`)}</span>
      )}
      {isHeld && (
        <button type="button" className="feed-strip-act" onClick={onNewest}>
          {monitorText('toNewest')} <kbd aria-hidden>g</kbd>
        </button>
      )}
    </div>
  )
}

const STATES = {
  lost: { Icon: CircleAlert, tone: 'feed-strip-warn' },
  catchingUp: { Icon: RotateCw, tone: 'feed-strip-live' },
  held: { Icon: Pause, tone: 'feed-strip-warn' },
  running: { Icon: Play, tone: '' },
} as const

function FeedEnd({ more }: { more: ReturnType<typeof useOlder> }) {
  const { older, isLoading, isFull, isAtEnd, isPaused, loadOn } = more
  if (isAtEnd) return <p className="feed-end">{monitorText('olderEnd')}</p>
  if (isFull) return <p className="feed-end">{monitorText('olderMax')}</p>
  if (isLoading) return <p className="feed-end">{commonText('loading')}</p>
  if (!isPaused) return null
  return (
    <p className="feed-end">
      {older.error && `${monitorText('olderFailed')}：${older.error.message} `}
      <Button size="small" onClick={loadOn}>
        {older.error ? commonText('retry') : monitorText('loadOlder')}
      </Button>
    </p>
  )
}
