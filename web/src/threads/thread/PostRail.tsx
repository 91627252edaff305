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

/** Post numbers that PageUp and PageDown move the handle by: a page of the thread. */
const LEAP = 20

interface PostRailProps {
  thread: ThreadRow
  isNewestFirst: boolean
  onGoTo: (number: number) => void
  onTurn: () => void
}

/**
 * The whole thread as a rail beside its posts: where the reader is, the days, the reader's own posts and what is unread.
 * A press goes to a post; dragging the handle, or moving it with the keys, first shows which one.
 */
export function PostRail({ thread, isNewestFirst, onGoTo, onTurn }: PostRailProps) {
  const { lastNumber } = thread
  const here = Math.min(useNumberInView(), lastNumber)
  const { firstUnread, count: unread } = useUnread(thread, isNewestFirst)
  const outline = useOutline(thread.id)
  const [wanted, setWanted] = useState<number | null>(null)
  const track = useRef<HTMLDivElement>(null)
  const knownTime = useForum((read) => {
    const { logs, posts } = read(threadCopySlice)
    return posts[logs[thread.id]?.postIds[wanted ?? here] ?? 0]?.createdAt
  })
  const shown = wanted ?? here
  const at = knownTime ?? timeOf(outline, shown) ?? thread.createdAt
  /** How far down a post is, from 0 to 1. */
  const depth = (number: number) => {
    const part = lastNumber === 1 ? 0 : (Math.min(number, lastNumber) - 1) / (lastNumber - 1)
    return isNewestFirst ? 1 - part : part
  }
  const numberAt = (clientY: number): number => {
    const { top, height } = track.current?.getBoundingClientRect() ?? { top: 0, height: 1 }
    const part = Math.min(1, Math.max(0, (clientY - top) / Math.max(1, height)))
    return 1 + Math.round((isNewestFirst ? 1 - part : part) * (lastNumber - 1))
  }
  const goTo = (number: number) => {
    setWanted(null)
    onGoTo(number)
  }
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    track.current?.setPointerCapture(event.pointerId)
    setWanted(numberAt(event.clientY))
  }
  const onPointerMove = (event: PointerEvent) => {
    if (wanted !== null && track.current?.hasPointerCapture(event.pointerId))
      setWanted(numberAt(event.clientY))
  }
  const onPointerUp = (event: PointerEvent) => {
    if (wanted !== null && track.current?.hasPointerCapture(event.pointerId)) goTo(numberAt(event.clientY))
  }
  const onKeyDown = (event: KeyboardEvent) => {
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
      setWanted(null)
    }
  }
  const end = (number: number, time: string, Icon: typeof ArrowUp) => (
    <button
      type="button"
      className="rail-end num"
      onClick={() => {
        goTo(number)
      }}
    >
      <Icon aria-hidden />
      <span className="one-line">
        {threadText('postNumber', { n: number })} {monthAndDay(time)}
      </span>
    </button>
  )
  const first = end(1, thread.createdAt, ArrowUp)
  const last = end(lastNumber, thread.lastPostAt, ArrowDown)
  const days = daysOf(outline?.times ?? [])
  return (
    <div className="rail" role="group" aria-label={threadText('rail')}>
      {isNewestFirst ? end(lastNumber, thread.lastPostAt, ArrowUp) : first}
      <div
        ref={track}
        className="rail-track"
        role="slider"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={threadText('railHandle')}
        aria-valuemin={1}
        aria-valuemax={lastNumber}
        aria-valuenow={shown}
        aria-valuetext={threadText('railAt', { n: shown, date: monthAndDay(at) })}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          setWanted(null)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setWanted(null)
        }}
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
        {spaced(
          days.map((day) => ({ ...day, depth: depth(day.number) })),
          depth(shown),
        ).map((day) => (
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
      {isNewestFirst ? end(1, thread.createdAt, ArrowDown) : last}
      {/* What a visitor has read is not known. */}
      {thread.viewer !== null && (
        <button
          type="button"
          className="rail-act live num"
          disabled={firstUnread === null}
          onClick={() => {
            if (firstUnread !== null) goTo(firstUnread)
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

/** Moves what is at a depth up by the same part of its own height, so that it stays beside the rail. */
const atDepth = (depth: number): CSSProperties => ({ top: percent(depth), '--depth': depth })

const percent = (part: number): string => `${part * 100}%`

/** The smallest distance between two labels, as a part of the rail. */
const LABEL_PART = 0.09

/** Leaves out the days whose labels would touch another or the handle. */
function spaced<One extends { depth: number }>(days: readonly One[], handle: number): One[] {
  const kept: One[] = []
  for (const day of days) {
    const isFree = (depth: number) => Math.abs(depth - day.depth) >= LABEL_PART
    if (isFree(handle) && kept.every(({ depth }) => isFree(depth))) kept.push(day)
  }
  return kept
}
