import { defineTexts } from '../lib/i18n'

export const boardScreenText = defineTexts('boardScreen', {
  held: ['待审', 'Held'],
  notices: ['公告', 'Announcements'],
  dismiss: ['不再显示：{{text}}', 'Dismiss: {{text}}'],
  rules: ['版规', 'Rules of this board'],
  subBoards: ['子版块', 'Sub-boards'],
  notForEveryone: ['不是所有人都能看到本版', 'Not everyone sees this board'],
  staffOnly: ['本版仅限管理人员发帖', 'Only staff can start threads in this board'],
  empty: ['本版还没有主题，来发第一帖吧', 'No threads yet. Be the first to post.'],
  noFeatured: ['本版还没有精华主题', 'No featured threads yet'],
  emptyText: ['说说你的经历，或者提个问题，总有人接话。', 'Share your story or ask a question.'],
  createFirst: ['发表第一个主题', 'Start the first thread'],
  markAllRead: ['全部已读', 'Mark all as read'],
  select: ['多选', 'Select'],
  sorts: ['排序', 'Sort by'],
  sort: {
    replied: ['最新回复', 'Latest replies'],
    created: ['最新发表', 'Newest threads'],
    replies: ['最多回复', 'Most replies'],
    views: ['最多浏览', 'Most views'],
    featured: ['精华', 'Featured'],
  },
  markedRead: ['本版已全部标为已读', 'Marked everything in this board as read'],
  loadFailed: ['版块加载失败', 'Failed to load board'],
  missing: ['版块不存在，或已被删除', 'This board does not exist, or was deleted'],
  missingText: ['链接可能已失效，去全部版块里找找吧。', 'The link may be outdated. Look among all boards.'],
})
