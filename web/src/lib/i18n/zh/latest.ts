export const latest = {
  title: '最新回复',
  tabs: '主题列表',
  replies: '最新回复',
  created: '最新发表',
  unread: '未读',
  new: '新帖',
  unreadCount: '新 {{count}}',
  repliesUnit: '回',
  started: '{{name}} 发帖',
  startedAndReplied: '{{name}} 发帖，{{last}} 回复',
  more: '更多主题',
  allRead: '最近的主题都看过了',
} as const
