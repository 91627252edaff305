import { defineTexts } from '../../lib/i18n'

export const warnClearText = defineTexts('warnClear', {
  warn: ['警告', 'Warn'],
  warnText: ['写给本人的话', 'What the member reads'],
  warnHelp: ['对方读过才能再发言，不算禁言；写进日志', 'read before writing on; no mute; in the log'],
  warnUntil: ['多久失效', 'Ends after'],
  days: { twoWeeks: ['两周', 'two weeks'], month: ['30 天', '30 days'], never: ['不失效', 'never'] },
  warnGo: ['发出警告', 'Send the warning'],
  warnEmpty: ['请写明警告什么', 'Say what the warning is about'],
  warnTooLong: ['不能超过 {{max}} 字', 'At most {{max}} characters'],
  warned: ['已警告 {{name}}', '{{name}} was warned'],
  clear: ['清除资料', 'Clear the profile'],
  clearOpen: ['清除资料…', 'Clear the profile…'],
  clearHelp: ['本人看得到，写进日志', 'shown to the member and in the log'],
  clearGo: ['清除所选', 'Clear the chosen parts'],
  clearNone: ['请勾选要清除的', 'Choose what to clear'],
  cleared: ['已清除 {{name}} 的资料', 'The profile of {{name}} was cleared'],
  part: {
    signature: ['签名', 'Signature'],
    avatar: ['头像', 'Picture'],
    displayName: ['显示名', 'Display name'],
  },
})
