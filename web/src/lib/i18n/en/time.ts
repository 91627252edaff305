import { type time as zh } from '../zh/time'
import { type TableOf } from '../table'

export const time: TableOf<typeof zh> = {
  justNow: 'just now',
  minutesAgo: '{{count}} minutes ago',
  hoursAgo: '{{count}} hours ago',
  daysAgo: '{{count}} days ago',
}
