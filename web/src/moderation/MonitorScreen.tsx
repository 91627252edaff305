import { commonText } from '../lib/i18n'
import { forum, useForum } from '../store'
import {
  Button,
  Dialog,
  EmptyState,
  ErrorState,
  IconButton,
  SkeletonLines,
  UndoBar,
  useBusy,
  usePageTitle,
} from '../ui'
import { Inbox, Pause, Play, SlidersHorizontal } from '../ui/icons'
import { DisciplineDrawer } from './discipline/DisciplineDrawer'
import { ContextPane } from './ContextPane'
import { FeedList } from './FeedList'
import { NO_FILTER } from './filter-address'
import { FilterRail } from './FilterRail'
import { draftKey, LineActDialog } from './LineActDialog'
import { moderationText } from './moderation.texts'
import { MemberPurge } from './MemberPurge'
import { Hints, Keys } from './MonitorKeys'
import { loadFeed, memberOf } from './monitor.actions'
import { monitorSlice } from './monitor.slice'
import { monitorText } from './monitor.texts'
import { StateStrip } from './StateStrip'
import { useFeed } from './use-feed'
import { type Monitor, useMonitor } from './use-monitor'
import { type useOlder } from './use-older'
import './monitor.css'

/** `/moderation`: every event of the forum, live. */
export function MonitorScreen() {
  usePageTitle(moderationText('tabs.monitor'))
  useFeed()
  const monitor = useMonitor()
  const { isWide, acts, opened, setOpened, setChosen, setOpen } = monitor
  const context = opened && <Context monitor={monitor} key={opened.key} />
  return (
    <div className="monitor">
      {isWide && (
        <aside className="monitor-rail" aria-label={monitorText('filter')}>
          <Filters monitor={monitor} />
          <Hints onAll={() => setOpen('keys')} />
        </aside>
      )}
      <section className="feed" aria-label={moderationText('tabs.monitor')}>
        <FeedHead monitor={monitor} />
        <Feed monitor={monitor} />
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
      <MonitorDialogs monitor={monitor} />
    </div>
  )
}

interface OfMonitor {
  monitor: Monitor
}

function Filters({ monitor: { filter, latest, counts, changeFilter } }: OfMonitor) {
  const actor = filter.actor === null ? null : latest.find((line) => line.actor.id === filter.actor)?.actor
  return (
    <FilterRail
      filter={filter}
      counts={counts}
      actorName={actor?.displayName ?? null}
      onChange={changeFilter}
    />
  )
}

/** The open line with its post in context. */
function Context({ monitor }: OfMonitor) {
  const { opened, setOpened, isWide, actsOf, act, changeFilter, setDrawerOf } = monitor
  if (!opened) return null
  return (
    <ContextPane
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
}

function FeedHead({ monitor }: OfMonitor) {
  const { isWide, rate, isGrouping, setIsGrouping, holdReason, pause, filterKey, setOpen } = monitor
  const pauseText = monitorText(holdReason === null ? 'pause' : 'resume')
  const pauseIcon = holdReason === null ? <Pause aria-hidden /> : <Play aria-hidden />
  return (
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
  )
}

function Feed({ monitor }: OfMonitor) {
  const { rows, offsets, chosen, setChosen, swiped, setSwiped, setOpened, isWide, scroller, latest } = monitor
  const { waiting, holdReason, toNewest, filterKey, changeFilter, actsOf, act, expand, expanded, more } =
    monitor
  const status = useForum((read) => read(monitorSlice).status)
  const error = useForum((read) => read(monitorSlice).error)
  const lostAfter = useForum((read) => read(monitorSlice).lostAfter)
  useBusy(status === 'loading')
  if (status === 'loading') return <SkeletonLines count={14} className="feed-bones" />
  if (status === 'error')
    return (
      <ErrorState
        title={monitorText('loadFailed')}
        cause={error?.message}
        onRetry={() => void loadFeed(forum)}
      />
    )
  const isEmpty = rows.length === 0 && more.isAtEnd
  return (
    <>
      <StateStrip last={latest.at(-1)} waiting={waiting} holdReason={holdReason} onNewest={toNewest} />
      {isEmpty ? (
        <EmptyState
          icon={<Inbox aria-hidden />}
          title={monitorText(filterKey === '' ? 'emptyAll' : 'empty')}
          text={monitorText('emptyText')}
        >
          {filterKey !== '' && (
            <Button onClick={() => changeFilter(NO_FILTER)}>{monitorText('clearFilter')}</Button>
          )}
        </EmptyState>
      ) : (
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
            setOpened(row)
          }}
          onAct={(row, name) => act(name, row)}
          onExpand={(row) => expand(row, !expanded.has(row.key))}
          onSwipe={setSwiped}
          onHold={(row) => {
            const [first] = actsOf(row.item)
            if (first && first.act !== 'ignore') act(first.act, row)
          }}
          onOffTop={monitor.setIsOffTop}
          onPointer={monitor.setIsPointerInside}
          onNearEnd={() => {
            if (!more.isPaused) more.load()
          }}
          end={<FeedEnd more={more} />}
        />
      )}
    </>
  )
}

function MonitorDialogs({ monitor }: OfMonitor) {
  const { acts, mayPunish, mayRemoveAll, drawerOf, setDrawerOf, removing, setRemoving } = monitor
  const { isWide, open, setOpen } = monitor
  return (
    <>
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
        <LineActDialog
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
        {open === 'keys' ? <Keys /> : <Filters monitor={monitor} />}
      </Dialog>
    </>
  )
}

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
