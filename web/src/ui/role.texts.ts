import { defineTexts } from '../lib/i18n'

export const roleText = defineTexts('role', {
  user: ['会员', 'Member'],
  moderator: ['版主', 'Moderator'],
  admin: ['管理员', 'Admin'],
  boardModerator: ['本版版主', 'Board moderator'],
  op: ['楼主', 'Original poster'],
  banned: ['已封禁', 'Banned'],
})
