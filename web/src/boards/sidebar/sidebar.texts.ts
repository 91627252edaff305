import { defineTexts } from '../../lib/i18n'

export const sidebarText = defineTexts('sidebar', {
  welcomeUser: '欢迎回来，{{name}}',
  popularBoards: '热门版块',
  bookmarksShort: '收藏',
  online: '在线 {{total}} 人（会员 {{members}}，游客 {{guests}}）',
  welcomeNew: '你好，{{name}}',
  postsAndLikes: '发帖 {{posts}} · 获赞 {{likes}}',
  popularEmpty: '最近一周还没有新帖',
})
