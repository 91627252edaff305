import { defineTexts } from '../lib/i18n'

/** Texts of the account menu that the first load does without. */
export const accountMenuText = defineTexts('accountMenu', {
  moderation: '管理中心',
  numbers: '发帖 {{posts}} · 获赞 {{likes}}',
  ownPage: '看主页',
  own: '我的内容',
  drafts: '草稿',
  watched: '关注',
  notifications: '通知',
  confirmLogout: '确认退出',
  admin: '站点管理',
  lists: '列表',
  normal: '宽松',
  dense: '紧凑',
})
