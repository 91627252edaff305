import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { keyOf } from '../../lib/keys'
import { useForum } from '../../store'
import { classNames } from '../../ui'
import { ArrowDown, ArrowUp, ChevronsDown } from '../../ui/icons'
import { threadCopySlice, type ThreadRow } from '../../state/thread-copy'
import { PostGlimpse } from './PostGlimpse'
import { threadText } from './thread.texts'
import { daysOf, monthAndDay, timeOf, useOutline, weekday } from './use-outline'
import { useNumberInView, useUnread } from './use-reading-place'
import './post-rail.css'

/** Number of posts by which PageUp and PageDown move the handle: a page of the thread. */
const LEAP = 20

interface PostRailProps {
  thread: ThreadRow
  isNewestFirst: boolean
  onGoTo: (number: number) => void
  onTurn: () => void
}

/**
 * The whole thread as a rail beside its posts: the reader's position, the days, the reader's own posts and the unread
 * ones. A press goes to a post; dragging the handle, or moving it with the keys, first shows which one.
 */
export function PostRail(props: PostRailProps) {
  const { thread, isNewestFirst, onGoTo, onTurn } = props
  const { lastNumber } = thread
  const { firstUnread, count: unread } = useUnread(thread, isNewestFirst)
  const end = (number: number, time: string, Icon: typeof ArrowUp) => (
    <button
      type="button"
      className="rail-end num"
      onClick={() => {
        onGoTo(number)
      }}
    >
      <Icon aria-hidden />
      <span className="one-line">
        {threadText('postNumber', { n: number })} {monthAndDay(time)}
      </span>
    </button>
  )
  return (
    <div className="rail" role="group" aria-label={threadText('rail')}>
      {isNewestFirst ? end(lastNumber, thread.lastPostAt, ArrowUp) : end(1, thread.createdAt, ArrowUp)}
      <Track {...props} firstUnread={firstUnread} />
      {isNewestFirst ? end(1, thread.createdAt, ArrowDown) : end(lastNumber, thread.lastPostAt, ArrowDown)}
      {/* Visitors have no read state. */}
      {thread.viewer !== null && (
        <button
          type="button"
          className="rail-act live num"
          disabled={firstUnread === null}
          onClick={() => {
            if (firstUnread !== null) onGoTo(firstUnread)
          }}
        >
          <ChevronsDown aria-hidden />
          {firstUnread === null
            ? threadText('nothingUnread')
            : threadText('toFirstUnread', { count: unread })}
        </button>
      )}
      <label className="rail-act">
        <input type="checkbox" role="switch" className="switch" checked={isNewestFirst} onChange={onTurn} />
        {threadText('newestFirst')}
      </label>
    </div>
  )
}

/** The track with its handle. */
function Track({
  thread,
  isNewestFirst,
  firstUnread,
  onGoTo,
}: PostRailProps & { firstUnread: number | null }) {
  const { lastNumber } = thread
  const current = Math.min(useNumberInView(), lastNumber)
  const outline = useOutline(thread.id)
  const { wanted, props } = useHandle({ current, lastNumber, isNewestFirst, onGoTo })
  const shown = wanted ?? current
  const knownTime = useForum((read) => {
    const { logs, posts } = read(threadCopySlice)
    return posts[logs[thread.id]?.postIds[shown] ?? 0]?.createdAt
  })
  const at = knownTime ?? timeOf(outline, shown) ?? thread.createdAt
  /** Returns the position of a post on the rail, from 0 to 1. */
  const depth = (number: number) => {
    const part = lastNumber === 1 ? 0 : (Math.min(number, lastNumber) - 1) / (lastNumber - 1)
    return isNewestFirst ? 1 - part : part
  }
  const days = daysOf(outline?.times ?? []).map((day) => ({ ...day, depth: depth(day.number) }))
  return (
    <div
      {...props}
      className="rail-track"
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={threadText('railHandle')}
      aria-valuemin={1}
      aria-valuemax={lastNumber}
      aria-valuenow={shown}
      aria-valuetext={threadText('railAt', { n: shown, date: monthAndDay(at) })}
    >
      <i className="rail-line" />
      {firstUnread !== null && (
        <i
          className="rail-unread"
          style={{
            top: percent(Math.min(depth(firstUnread), depth(lastNumber))),
            bottom: percent(1 - Math.max(depth(firstUnread), depth(lastNumber))),
          }}
        />
      )}
      {spaced(days, depth(shown)).map((day) => (
        <span key={day.number} className="rail-day num" style={{ top: percent(day.depth) }}>
          {monthAndDay(day.createdAt)}
        </span>
      ))}
      {outline?.own.map((number) => (
        <i key={number} className="rail-own" style={{ top: percent(depth(number)) }} />
      ))}
      <span
        className={classNames('rail-handle num', wanted !== null && 'rail-handle-moved')}
        style={atDepth(depth(shown))}
      >
        <b>{shown}</b> / {lastNumber}
        <small>
          {monthAndDay(at)} {weekday(at)}
        </small>
      </span>
      {wanted !== null && (
        <PostGlimpse
          threadId={thread.id}
          number={wanted}
          className="rail-glimpse"
          style={atDepth(depth(wanted))}
        />
      )}
    </div>
  )
}

/** The handle of the rail: `wanted` is the number to which it is being moved, null while it rests at `current`. */
function useHandle({
  current,
  lastNumber,
  isNewestFirst,
  onGoTo,
}: {
  current: number
  lastNumber: number
  isNewestFirst: boolean
  onGoTo: (number: number) => void
}) {
  const [wanted, setWanted] = useState<number | null>(null)
  const track = useRef<HTMLDivElement>(null)
  const numberAt = (clientY: number): number => {
    const { top, height } = track.current?.getBoundingClientRect() ?? { top: 0, height: 1 }
    const part = Math.min(1, Math.max(0, (clientY - top) / Math.max(1, height)))
    return 1 + Math.round((isNewestFirst ? 1 - part : part) * (lastNumber - 1))
  }
  const isDragged = ({ pointerId }: PointerEvent) =>
    wanted !== null && track.current?.hasPointerCapture(pointerId) === true
  const goTo = (number: number) => {
    setWanted(null)
    onGoTo(number)
  }
  const rest = () => {
    setWanted(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const shown = wanted ?? current
    const down = isNewestFirst ? -1 : 1
    const moves: Record<string, number> = {
      ArrowDown: shown + down,
      ArrowRight: shown + down,
      ArrowUp: shown - down,
      ArrowLeft: shown - down,
      PageDown: shown + LEAP * down,
      PageUp: shown - LEAP * down,
      Home: isNewestFirst ? lastNumber : 1,
      End: isNewestFirst ? 1 : lastNumber,
    }
    const to = moves[keyOf(event)]
    if (to !== undefined) {
      event.preventDefault()
      setWanted(Math.min(lastNumber, Math.max(1, to)))
    } else if (keyOf(event) === 'Enter' && wanted !== null) {
      event.preventDefault()
      goTo(wanted)
    } else if (keyOf(event) === 'Escape' && wanted !== null) {
      event.stopPropagation()
      rest()
    }
  }
  return {
    wanted,
    props: {
      ref: track,
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return
        track.current?.setPointerCapture(event.pointerId)
        setWanted(numberAt(event.clientY))
      },
      onPointerMove: (event: PointerEvent) => {
        if (isDragged(event)) setWanted(numberAt(event.clientY))
      },
      onPointerUp: (event: PointerEvent) => {
        if (isDragged(event)) goTo(numberAt(event.clientY))
      },
      onPointerCancel: rest,
      onBlur: rest,
      onKeyDown,
    },
  }
}

/**
 * Returns the style that moves an element at a depth up by the same share of its height, so that it stays within the
 * rail.
 */
const atDepth = (depth: number): CSSProperties => ({ top: percent(depth), '--depth': depth })

const percent = (part: number): string => `${part * 100}%`

/** The smallest distance between two labels, as a share of the rail. */
const LABEL_PART = 0.09

/** Returns the days without those whose labels would touch another or the handle. */
function spaced<One extends { depth: number }>(days: readonly One[], handle: number): One[] {
  const kept: One[] = []
  for (const day of days) {
    const isFree = (depth: number) => Math.abs(depth - day.depth) >= LABEL_PART
    if (isFree(handle) && kept.every(({ depth }) => isFree(depth))) kept.push(day)
  }
  return kept
}
