import { type Activity } from '@forum/shared/contract'
import { useForum } from '../store'
import { classNames } from '../ui'
import { CircleAlert, Pause, Play, RotateCw } from '../ui/icons'
import { liveSlice } from '../state/live'
import { clockTime } from './line-text'
import { monitorSlice } from './monitor.slice'
import { monitorText } from './monitor.texts'
import { type Waiting } from './use-feed'
import { type HoldReason } from './use-monitor'

/**
 * Shows the state of the feed above the list: not connected, catching up, held (with the reason and the number of
 * waiting lines) or running. It always keeps its height, so that a row stays under the pointer that holds the list.
 */
export function StateStrip({
  last,
  waiting: { count, flagged, isMore },
  holdReason,
  onNewest,
}: {
  last: Activity | undefined
  waiting: Waiting
  holdReason: HoldReason
  onNewest: () => void
}) {
  const isLost = useForum((read) => read(liveSlice).connection.lostAt !== null)
  const isCatchingUp = useForum((read) => {
    const monitor = read(monitorSlice)
    return monitor.lostAfter !== null && monitor.isBehind
  })
  const isHeld = holdReason !== null
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
      {/* The number of waiting lines is not read out: it may change every second. */}
      <span
        key={state}
        className="one-line num"
        role={state === 'lost' || state === 'catchingUp' ? 'status' : undefined}
      >
        {text[state]()}
      </span>
      {state === 'held' && isHeld && (
        <span className="feed-strip-why">{monitorText(`holdReason.${holdReason}`)}</span>
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
