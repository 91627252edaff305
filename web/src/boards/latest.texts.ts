import { defineTexts } from '../lib/i18n'

export const latestText = defineTexts('latest', {
  tabs: '主题列表',
  replies: '最新回复',
  created: '最新发表',
  watched: '关注',
  unread: '未读',
  dense: '紧凑',
  new: '新帖',
  unreadCount: '新 {{count}}',
  repliesUnit: '回复',
  started: '{{name}} 发帖',
  startedAndReplied: '{{name}} 发帖，{{last}} 回复',
  more: '更多主题',
  noThreadYet: '还没有主题',
  noneWatched: '还没有关注的主题',
  noneWatchedText: '打开一个主题，点“关注”，有新回复就会出现在这里。发帖和回复过的主题会自动关注。',
  watchedNews: '{{count}} 个关注的主题有新回复',
  markAllRead: '全部已读',
  markedAllRead: '已全部标为已读',
  allRead: '最近的主题都看过了',
})
