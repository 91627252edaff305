import { defineTexts } from '../lib/i18n'

export const latestText = defineTexts('latest', {
  tabs: ['主题列表', 'Thread lists'],
  replies: ['最新回复', 'Latest replies'],
  created: ['最新发表', 'Newest threads'],
  followed: ['我的版块', 'My boards'],
  watched: ['关注', 'Watched'],
  featured: ['精华', 'Featured'],
  unread: ['未读', 'Unread'],
  dense: ['紧凑', 'Dense'],
  new: ['新帖', 'New'],
  unreadCount: ['新 {{count}}', '{{count}} new'],
  repliesUnit: ['回复', 'replies'],
  started: ['{{name}} 发帖', 'by {{name}}'],
  poll: ['投票', 'Poll'],
  solved: ['已解决', 'Solved'],
  open: ['待解答', 'Open'],
  more: ['更多主题', 'More threads'],
  none: {
    replies: ['还没有主题', 'No threads yet'],
    created: ['还没有主题', 'No threads yet'],
    followed: ['关注的版块里还没有主题', 'No threads in boards you follow'],
    watched: ['还没有关注的主题', 'You are not watching any threads yet'],
    unread: ['最近的主题都看过了', 'You have read all recent threads'],
    featured: ['还没有精华', 'No featured threads yet'],
    open: ['没有在等答案的问题', 'No questions are waiting for an answer'],
  },
  /** How to fill an empty list. */
  fill: {
    followed: [
      '打开一个版块，点“关注”，它的主题就会出现在这里。',
      'Open a board and choose “Follow” to see its threads here.',
    ],
    watched: [
      '打开一个主题，点“关注”，有新回复就会出现在这里。发帖和回复过的主题会自动关注。',
      'Choose “Watch” in a thread to see its new replies here. Threads you post in are watched automatically.',
    ],
  },
  watchedNews: ['{{count}} 个关注的主题有新回复', '{{count}} watched threads have new replies'],
  markAllRead: ['全部已读', 'Mark all read'],
  markedAllRead: ['已全部标为已读', 'Marked everything as read'],
})
