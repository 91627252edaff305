import { defineTexts } from '../../lib/i18n'

export const homeText = defineTexts('home', {
  moreOf: ['{{name}}的更多内容', 'More from {{name}}'],
  announcementLabel: ['公告', 'Announcement'],
  pauseAnnouncement: ['暂停滚动', 'Pause scrolling'],
  playAnnouncement: ['继续滚动', 'Resume scrolling'],
  allBoards: ['版块', 'Boards'],
  postsToday: ['今日 {{count}} 帖', '{{count}} posts today'],
  online: ['在线 {{count}}', '{{count}} online'],
  live: ['实时', 'Live'],
})
