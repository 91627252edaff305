import { defineTexts } from '../lib/i18n'

export const roleText = defineTexts('role', {
  user: '会员',
  moderator: '版主',
  admin: '管理员',
  boardModerator: '本版版主',
  op: '楼主',
  banned: '已封禁',
})
