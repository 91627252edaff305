import { defineTexts } from '../../lib/i18n'

export const homeText = defineTexts('home', {
  moreOf: ['{{name}}的更多内容', 'More from {{name}}'],
  announcementLabel: ['公告', 'Announcement'],
  pauseAnnouncement: ['暂停滚动', 'Pause scrolling'],
  playAnnouncement: ['继续滚动', 'Resume scrolling'],
  allBoards: ['版块', 'Boards'],
})
