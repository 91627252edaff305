import { type Activity } from '@forum/shared/contract'
import { MINUTE_MS } from '@forum/shared/clock'
import { isStaff } from '@forum/shared/policies'
import { useEffect, useState } from 'react'
import { actorOf } from '../lib/actor'
import { useRoom, watch } from '../resource'
import { forum, sessionSlice } from '../store'
import { liveSlice } from '../state/live'
import { catchUpFeed, loadFeed, noteLoss } from './monitor.actions'
import { monitorSlice } from './monitor.slice'

const ROOM = { kind: 'moderation' } as const

/**
 * Wait before missing lines are loaded: a gap may close in a moment, and pages should not all load at the same time.
 */
const GAP_MS = 400
/** The same for board moderators, who receive some of the lines, so that most gaps in the numbers hide nothing. */
const OWN_BOARDS_GAP_MS = 10_000
const RETRY_LAST_MS = 30_000
/** Interval at which lines are found that are published to nobody, such as reports on staff. */
const POLL_MS = MINUTE_MS / 2

/** Joins the room of moderators, loads the feed and keeps it without gaps for as long as the screen is shown. */
export function useFeed(): void {
  const joined = useRoom(ROOM)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let failures = 0
    const catchUp = async (): Promise<void> => {
      timer = undefined
      try {
        await catchUpFeed(forum)
        failures = 0
      } catch {
        failures += 1
      }
      schedule()
    }
    const schedule = () => {
      const monitor = forum.read(monitorSlice)
      if (timer !== undefined || monitor.status !== 'ready' || !monitor.isBehind) return
      const actor = actorOf(forum.read(sessionSlice).user)
      const gap = isStaff(actor) ? GAP_MS * (0.5 + Math.random() / 2) : OWN_BOARDS_GAP_MS
      const wait = failures === 0 ? gap : Math.min(RETRY_LAST_MS, 2 ** failures * 1_000)
      timer = setTimeout(() => void catchUp(), wait)
    }
    const unsubscribe = forum.subscribe((read, before) => {
      if (read(monitorSlice) !== before(monitorSlice)) schedule()
      const [connection, connectionBefore] = [read(liveSlice).connection, before(liveSlice).connection]
      if (connection.lostAt !== null && connectionBefore.lostAt === null) noteLoss(forum)
    })
    const unwatch = watch(forum, () => catchUpFeed(forum))
    const poll = setInterval(() => {
      catchUpFeed(forum).catch(() => undefined)
    }, POLL_MS)
    void joined.current.then(() => loadFeed(forum))
    return () => {
      clearTimeout(timer)
      clearInterval(poll)
      unsubscribe()
      unwatch()
    }
  }, [joined])
}

/** Interval at which new lines are rendered. */
const PAINT_MS = 1_000

/** Returns the newest lines as of the last second, the oldest first: a flood of events costs one render a second. */
export function usePaintedLines(): readonly Activity[] {
  const [lines, setLines] = useState(() => forum.read(monitorSlice).lines)
  useEffect(() => {
    const paint = () => {
      setLines(forum.read(monitorSlice).lines)
    }
    const timer = setInterval(paint, PAINT_MS)
    // The first lines are shown as soon as they are there.
    const unsubscribe = forum.subscribe((read, before) => {
      if (read(monitorSlice).status !== before(monitorSlice).status) paint()
    })
    paint()
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }, [])
  return lines
}

/** Returns the lines to show: the latest, or while the list is held, those at the moment when that began. */
export function useHeldLines(latest: readonly Activity[], isHeld: boolean): readonly Activity[] {
  const [held, setHeld] = useState<readonly Activity[] | null>(null)
  if (isHeld && held === null) setHeld(latest)
  if (!isHeld && held !== null) setHeld(null)
  return held ?? latest
}

/** The number of waiting lines, and of those with flags. `isMore` if some are no longer kept. */
export interface Waiting {
  count: number
  flagged: number
  isMore: boolean
}

/** Counts the lines after those that are shown; both are in order of their numbers. */
export function waitingAfter(
  shown: readonly Activity[],
  latest: readonly Activity[],
  passes: (line: Activity) => boolean,
): Waiting {
  const last = shown.at(-1)?.id ?? 0
  const first = latest.findLastIndex(({ id }) => id <= last) + 1
  const waiting = latest.slice(first).filter(passes)
  const flagged = waiting.filter(({ flags }) => flags.length > 0).length
  return { count: waiting.length, flagged, isMore: first === 0 && shown.length > 0 && latest.length > 0 }
}
