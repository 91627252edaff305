import { localDate, sharedClock } from '../ui'

export type Day = 'today' | 'yesterday' | 'earlier'

/** Groups notifications, the newest first, by the days of the list's headings. */
export function byDay<N extends { createdAt: string }>(
  notifications: readonly N[],
): { day: Day; items: N[] }[] {
  const now = new Date(sharedClock.now())
  const today = localDate(now.toISOString())
  // Not a number of hours: a day has 23 or 25 of them when the clocks change.
  now.setDate(now.getDate() - 1)
  const yesterday = localDate(now.toISOString())
  const groups: { day: Day; items: N[] }[] = []
  for (const notification of notifications) {
    const date = localDate(notification.createdAt)
    // With a clock that is behind, the newest notification is from tomorrow.
    const day = date >= today ? 'today' : date === yesterday ? 'yesterday' : 'earlier'
    const last = groups.at(-1)
    if (last?.day === day) last.items.push(notification)
    else groups.push({ day, items: [notification] })
  }
  return groups
}
