import { defineTexts } from '../lib/i18n'

export const timeText = defineTexts('time', {
  justNow: '刚刚',
  minutesAgo: '{{count}} 分钟前',
  hoursAgo: '{{count}} 小时前',
  daysAgo: '{{count}} 天前',
})
