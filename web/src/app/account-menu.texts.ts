import { defineTexts } from '../lib/i18n'

/** Texts of the account menu that the first load does without. */
export const accountMenuText = defineTexts('accountMenu', {
  moderation: ['管理中心', 'Moderation'],
  numbers: ['发帖 {{posts}} · 获赞 {{likes}}', '{{posts}} posts · {{likes}} likes'],
  ownPage: ['看主页', 'Own page'],
  own: ['我的内容', 'My content'],
  drafts: ['草稿', 'Drafts'],
  history: ['浏览历史', 'History'],
  watched: ['关注', 'Watched'],
  notifications: ['通知', 'Notifications'],
  confirmLogout: ['确认退出', 'Sign out now'],
  admin: ['站点管理', 'Administration'],
  lists: ['列表', 'Lists'],
  normal: ['宽松', 'Roomy'],
  dense: ['紧凑', 'Dense'],
})
