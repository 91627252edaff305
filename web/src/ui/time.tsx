import { relativeTime } from '@forum/shared/text'
import { useSyncExternalStore } from 'react'
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

/** Relative time (刚刚, 3 分钟前) that keeps itself up to date; its tooltip is the exact local time. */
export function RelativeTime({ at }: { at: string }) {
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
    }
  })
  return (
    <time dateTime={at} title={localTime(at)} className="num">
      {text}
    </time>
  )
}
