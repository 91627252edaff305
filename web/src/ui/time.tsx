import { relativeTime } from '@forum/shared/text'
import { useState, useSyncExternalStore } from 'react'
import { sharedClock } from './shared-clock'
import { timeText } from './time.texts'

const two = (value: number) => String(value).padStart(2, '0')

/** `2026-11-20`, in the reader's time zone. */
export function localDate(iso: string): string {
  const at = new Date(iso)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** `2026-11-20 09:30`, in the reader's time zone. */
export function localTime(iso: string): string {
  const at = new Date(iso)
  return `${localDate(iso)} ${two(at.getHours())}:${two(at.getMinutes())}`
}

/**
 * Relative time (刚刚, 3 分钟前; the date after 30 days) that keeps itself up to date. The exact local time is its tooltip,
 * and replaces it when it is tapped, unless the tap is for a link around it. `after` follows without a space.
 */
export function RelativeTime({ at, after = '' }: { at: string; after?: string }) {
  const [isExact, setIsExact] = useState(false)
  // The snapshot is the text itself, so that a tick renders only the times that changed.
  const text = useSyncExternalStore(sharedClock.subscribe, () => {
    const { unit, count } = relativeTime(Date.parse(at), sharedClock.now())
    switch (unit) {
      case 'now':
        return timeText('justNow')
      case 'minutes':
        return timeText('minutesAgo', { count })
      case 'hours':
        return timeText('hoursAgo', { count })
      case 'days':
        return timeText('daysAgo', { count })
      case 'date':
        return localDate(at)
    }
  })
  const exact = localTime(at)
  return (
    <time
      dateTime={at}
      title={exact}
      className="num"
      onClick={({ currentTarget }) => {
        if (!currentTarget.closest('a, button, summary')) setIsExact(!isExact)
      }}
    >
      {isExact ? exact : text}
      {after}
    </time>
  )
}
