import { type TableOf } from '../lib/i18n'
import { type timeText } from './time.texts'

export const time: TableOf<typeof timeText> = {
  justNow: 'just now',
  minutesAgo: '{{count}} minutes ago',
  hoursAgo: '{{count}} hours ago',
  daysAgo: '{{count}} days ago',
}
