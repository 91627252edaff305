import { defineTexts } from '../../lib/i18n'

export const sidebarText = defineTexts('sidebar', {
  welcomeUser: ['欢迎回来，{{name}}', 'Welcome back, {{name}}'],
  popularBoards: ['热门版块', 'Popular boards'],
  bookmarksShort: ['收藏', 'Bookmarks'],
  online: [
    '在线 {{total}} 人（会员 {{members}}，游客 {{guests}}）',
    '{{total}} online ({{members}} members, {{guests}} guests)',
  ],
  welcomeNew: ['你好，{{name}}', 'Hello, {{name}}'],
  postsAndLikes: ['发帖 {{posts}} · 获赞 {{likes}}', '{{posts}} posts · {{likes}} likes'],
  popularEmpty: ['最近一周还没有新帖', 'No new posts in the past week'],
})
