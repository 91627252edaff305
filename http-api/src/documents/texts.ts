import { formatCount, relativeTime } from '@forum/shared/text'

/** Where and when a document is read. */
export interface Reading {
  timeZone: string
  now: Date
}

/** Returns a count as the app shows it: 1.2 万. */
export const countText = (count: number): string => formatCount(count, 'zh')

/** Returns the date of a time at the site: 2026-11-20. */
export const dateText = (at: string, { timeZone }: Pick<Reading, 'timeZone'>): string =>
  new Date(at).toLocaleDateString('sv-SE', { timeZone })

/** Returns a time as the app shows it: its age, and after 30 days its date. The exact time is its tooltip. */
export function timeHtml(at: string, { timeZone, now }: Reading): string {
  // The Swedish format is the one of ISO 8601: 2026-11-20 09:30.
  const exact = new Date(at).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return `<time datetime="${at}" title="${exact}">${ageText(at, now) ?? exact.slice(0, 10)}</time>`
}

/** Returns null for what is so old that its date says more. */
function ageText(at: string, now: Date): string | null {
  const { unit, count } = relativeTime(Date.parse(at), now)
  switch (unit) {
    case 'now':
      return '刚刚'
    case 'minutes':
      return `${count} 分钟前`
    case 'hours':
      return `${count} 小时前`
    case 'days':
      return `${count} 天前`
    case 'date':
      return null
  }
}
