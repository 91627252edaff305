export const time = {
  justNow: '刚刚',
  minutesAgo: '{{count}} 分钟前',
  hoursAgo: '{{count}} 小时前',
  daysAgo: '{{count}} 天前',
} as const
