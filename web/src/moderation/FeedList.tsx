import { type Activity, type ActivityFlag } from '@forum/shared/contract'
import { cutCharacters, isolated } from '@forum/shared/text'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useForum } from '../store'
import { Avatar, classNames, RelativeTime, RoleTags, sharedClock, Tag } from '../ui'
import { Check, Eye, Flag, Link2 } from '../ui/icons'
import { useSession } from '../state/session'
import { Marked } from './cases/Marked'
import {
  actorText,
  ageText,
  burstText,
  clockTime,
  factText,
  kindText,
  placeText,
  secondText,
} from './line-text'
import { type Act, keyOf } from './monitor.actions'
import { type Mark, markOfAll, monitorSlice, userKey } from './monitor.slice'
import { monitorText } from './monitor.texts'
import { type FeedRow, isLong, isTall, rowAt } from './rows'
import { useRowGestures } from './use-row-gestures'
import './feed.css'

/** Rows drawn beyond those in view, so that scrolling shows no gap. */
const OVERSCAN = 6
/** Characters shown of a text before and after an edit. */
const CHANGED_MAX = 60

export interface FeedListProps {
  rows: readonly FeedRow[]
  /** The top of each row, and the bottom of the last one, in pixels. */
  offsets: readonly number[]
  chosen: string | null
  /** The row that a swipe has opened to show its acts. */
  swiped: string | null
  isWide: boolean
  /** Id of the last line before a gap in the connection; null if nothing was missed. */
  lostAfter: number | null
  scroller: RefObject<HTMLDivElement | null>
  /** Returns the acts on a chosen row, with their labels. */
  actsOf: (row: FeedRow) => readonly { act: Act; label: string }[]
  onChoose: (row: FeedRow) => void
  onAct: (row: FeedRow, act: Act) => void
  onExpand: (row: FeedRow) => void
  onSwipe: (key: string | null) => void
  onHold: (row: FeedRow) => void
  onOffTop: (isOffTop: boolean) => void
  onPointer: (isInside: boolean) => void
  /** Called while the end of the list is in view. */
  onNearEnd: () => void
  end: ReactNode
}

/** The rows of the feed. Only those in view are drawn. */
export function FeedList(props: FeedListProps) {
  const { rows, offsets, chosen, swiped, isWide, lostAfter, scroller, end } = props
  const { onOffTop, onPointer, onNearEnd, onSwipe, onHold } = props
  const [place, setPlace] = useState({ top: 0, height: 900 })
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    const measure = () => {
      setPlace((before) =>
        before.top === box.scrollTop && before.height === box.clientHeight
          ? before
          : { top: box.scrollTop, height: box.clientHeight },
      )
    }
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(box)
    box.addEventListener('scroll', measure, { passive: true })
    return () => {
      watcher.disconnect()
      box.removeEventListener('scroll', measure)
    }
  }, [scroller])
  const first = Math.max(0, rowAt(offsets, place.top) - OVERSCAN)
  const last = Math.min(rows.length, rowAt(offsets, place.top + place.height) + 1 + OVERSCAN)
  const isOffTop = place.top > 4
  useEffect(() => {
    onOffTop(isOffTop)
  }, [isOffTop, onOffTop])
  const isNearEnd = last === rows.length
  useEffect(() => {
    if (isNearEnd) onNearEnd()
  })
  const gestures = useRowGestures({
    onSwipe,
    onHold: (key) => {
      const row = rows.find((one) => one.key === key)
      if (row) onHold(row)
    },
  })
  // Tab reaches the chosen row, or else the first one.
  const stop = rows.some(({ key }) => key === chosen) ? chosen : rows[0]?.key
  return (
    <div
      ref={scroller}
      className="feed-scroll"
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'mouse') onPointer(true)
      }}
      onPointerLeave={({ pointerType }) => {
        if (pointerType === 'mouse') onPointer(false)
      }}
      {...gestures}
      onTouchStart={(event) => {
        onPointer(true)
        gestures.onTouchStart(event)
      }}
      onTouchEnd={() => {
        onPointer(false)
        gestures.onTouchEnd()
      }}
      onTouchCancel={() => {
        onPointer(false)
        gestures.onTouchCancel()
      }}
    >
      <ol className="feed-rows" aria-label={monitorText('list')} style={{ height: offsets.at(-1) ?? 0 }}>
        {rows.slice(first, last).map((row, i) => {
          const index = first + i
          const from = offsets[index] ?? 0
          return (
            <Row
              key={row.key}
              {...props}
              row={row}
              isChosen={row.key === chosen}
              isSwiped={row.key === swiped}
              isStop={row.key === stop}
              from={from}
              height={(offsets[index + 1] ?? from) - from}
              isWide={isWide}
              isAfterLoss={
                lostAfter !== null && row.line.id > lostAfter && (rows[index + 1]?.line.id ?? 0) <= lostAfter
              }
            />
          )
        })}
      </ol>
      {end}
    </div>
  )
}

interface RowProps extends FeedListProps {
  row: FeedRow
  isChosen: boolean
  isSwiped: boolean
  isStop: boolean
  from: number
  height: number
  isAfterLoss: boolean
}

function Row(props: RowProps) {
  const { row, isChosen, isSwiped, isWide, from, height, isAfterLoss } = props
  const { item, line, isInner } = row
  const mark = markOfAll(
    item.lines,
    useForum((read) => read(monitorSlice).marks),
  )
  const hasSecond = isTall(row, isWide)
  const second = hasSecond || isChosen || !isWide ? secondText(item) : ''
  return (
    <li
      className={classNames(
        'feed-row',
        hasSecond && 'feed-row-flagged',
        !isWide && hasSecond && isLong(item) && 'feed-row-long',
        !isInner && item.flags.length > 0 && 'feed-row-suspicious',
        line.kind === 'report' && 'feed-row-report',
        isChosen && 'feed-row-chosen',
        isInner && 'feed-row-inner',
        mark && 'feed-row-done',
      )}
      data-row={row.key}
      style={{ transform: `translateY(${from}px)`, height }}
    >
      <time className="feed-time num" dateTime={line.createdAt}>
        {clockTime(line.createdAt)}
      </time>
      <span
        className={classNames('feed-kind', line.kind === 'report' ? 'danger' : isStaffAct(line) && 'live')}
      >
        {isInner ? '' : kindText(line)}
      </span>
      <span className="feed-who">
        <Avatar user={line.actor} size="small" />
        <b className="one-line">{actorText(item)}</b>
        {item.lines.length === 1 && line.detail.caseKind !== 'complaint' && <Age line={line} />}
      </span>
      <What {...props} second={second} />
      <State {...props} mark={mark} />
      {second !== '' && (
        <span className="feed-second">
          {second === line.excerpt ? <Marked text={second} words={line.detail.words} /> : second}
        </span>
      )}
      {isChosen && isWide && <ChosenActs {...props} />}
      {isSwiped && (
        <span className="feed-swiped">
          <ActButtons {...props} among={SWIPED_ACTS} />
        </span>
      )}
      {isAfterLoss && <span className="feed-lost">{monitorText('lostAbove')}</span>}
    </li>
  )
}

/** The event of a row, as the button that opens its post in context. `second` is the text below it. */
function What({ row, isWide, isChosen, isStop, second, onChoose }: RowProps & { second: string }) {
  const { item, line } = row
  const isBurst = item.lines.length > 1
  const fact = factText(line)
  return (
    <button
      type="button"
      className="feed-what one-line"
      tabIndex={isStop ? 0 : -1}
      aria-current={isChosen ? 'true' : undefined}
      onClick={() => {
        onChoose(row)
      }}
    >
      {isBurst && <span className="feed-burst num">{burstText(item)}</span>}
      {placeText(line)}{' '}
      {line.kind === 'edit' && isWide ? (
        <>
          {line.detail.before !== undefined && <del>{cutCharacters(line.detail.before, CHANGED_MAX)}</del>}
          <ins>{cutCharacters(line.excerpt, CHANGED_MAX)}</ins>
        </>
      ) : (
        !(isBurst && line.kind !== 'login_failed') &&
        !(second !== '' && fact === second) &&
        (isWide || !second) && <i className="feed-fact">{fact}</i>
      )}
    </button>
  )
}

/** The flags of a line, who looks at it, and what was done about it. */
function State({ row, isStop, mark, onExpand }: RowProps & { mark: Mark | null }) {
  const { item, line } = row
  const ofMember = useForum((read) => read(monitorSlice).marks[userKey(line.actor.id)])
  return (
    <span className="feed-state">
      {!mark && line.postId !== null && <Lookers postId={line.postId} />}
      {mark ? <Handled mark={mark} /> : <Flags flags={item.flags} line={line} />}
      {!mark && ofMember && line.kind !== 'register' && (
        <Tag tone="faint">{monitorText(`mark.${ofMember.kind}`)}</Tag>
      )}
      {item.lines.length > 1 && (
        <button
          type="button"
          className="feed-more link"
          tabIndex={isStop ? 0 : -1}
          onClick={() => {
            onExpand(row)
          }}
        >
          {monitorText(row.isExpanded ? 'collapse' : 'expand')}
        </button>
      )}
    </span>
  )
}

/** The buttons of the acts on a row, of those in `among` if it is given. */
function ActButtons({ row, actsOf, onAct, among }: RowProps & { among?: readonly Act[] }) {
  return actsOf(row)
    .filter(({ act }) => among?.includes(act) ?? true)
    .map(({ act, label }) => (
      <ActButton
        key={act}
        act={act}
        label={label}
        onClick={() => {
          onAct(row, act)
        }}
      />
    ))
}

function ChosenActs(props: RowProps) {
  return (
    <span className="feed-acts">
      <ActButtons {...props} />
      <button
        type="button"
        className="monitor-act"
        onClick={() => {
          props.onChoose(props.row)
        }}
      >
        <kbd aria-hidden>Enter</kbd>
        {monitorText('context')}
      </button>
    </span>
  )
}

/** The acts that a swipe offers. */
const SWIPED_ACTS: readonly Act[] = ['delete', 'ignore']

export function ActButton({ act, label, onClick }: { act: Act; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className={classNames('monitor-act', act === 'delete' && 'danger')}
      aria-keyshortcuts={keyOf(act)}
      onClick={onClick}
    >
      <kbd aria-hidden>{keyOf(act)}</kbd>
      {label}
    </button>
  )
}

const STAFF_ACTS: readonly string[] = ['pin', 'lock', 'feature', 'move', 'ban', 'mute', 'role', 'board']
const isStaffAct = ({ kind }: Activity) => STAFF_ACTS.includes(kind)

/** The age of the actor's account; for staff, the role. */
function Age({ line: { actor, flags } }: { line: Activity }) {
  if (actor.role !== 'user') return <RoleTags role={actor.role} />
  return (
    <small className={flags.includes('new_member') ? 'warn num' : 'num'}>
      {ageText(actor.createdAt, sharedClock.now())}
    </small>
  )
}

export function Flags({ flags, line }: { flags: readonly ActivityFlag[]; line: Activity | null }) {
  const reporters = useForum((read) => read(monitorSlice).cases[line?.postId ?? 0]?.reporters)
  return flags.map((flag) => {
    const isReport = flag === 'reported'
    const text =
      isReport && reporters ? monitorText('reportedBy', { count: reporters }) : monitorText(`flag.${flag}`)
    return (
      <Tag
        key={flag}
        tone={isReport || flag === 'word' ? 'danger' : 'warn'}
        icon={isReport ? <Flag aria-hidden /> : flag === 'link' ? <Link2 aria-hidden /> : undefined}
      >
        {text}
      </Tag>
    )
  })
}

/** The moderator who handled a line, with the act and its time. */
export function Handled({ mark: { by, kind, at } }: { mark: Mark }) {
  return (
    <span className="feed-handled">
      <Check aria-hidden />
      {isolated(by.displayName)} {monitorText(`mark.${kind}`)}
      {kind !== 'handled' && (
        <span className="faint">
          <RelativeTime at={new Date(at).toISOString()} />
        </span>
      )}
    </span>
  )
}

/** The other moderators who look at a post. */
export function Lookers({ postId }: { postId: number }) {
  const me = useSession().user?.id
  const looking = useForum((read) => read(monitorSlice).looking)
  const names = looking
    .filter((one) => one.postId === postId && one.user.id !== me)
    .map(({ user }) => user.displayName)
  if (names.length === 0) return null
  return (
    <span className="feed-looking">
      <Eye aria-hidden />
      {monitorText('looking', { names: names.join('、') })}
    </span>
  )
}
