import { defineTexts } from '../../lib/i18n'

export const homeText = defineTexts('home', {
  moreOf: '{{name}}的更多内容',
  announcementLabel: '公告',
  pauseAnnouncement: '暂停滚动',
  playAnnouncement: '继续滚动',
  allBoards: '版块',
})
