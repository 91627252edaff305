import { defineTexts } from '../lib/i18n'

export const timeText = defineTexts('time', {
  justNow: ['刚刚', 'just now'],
  minutesAgo: ['{{count}} 分钟前', '{{count}} minutes ago'],
  hoursAgo: ['{{count}} 小时前', '{{count}} hours ago'],
  daysAgo: ['{{count}} 天前', '{{count}} days ago'],
})
