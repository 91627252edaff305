import { defineTexts } from '../lib/i18n'

export const resetText = defineTexts('reset', {
  forgotTitle: '找回密码',
  forgotText: '输入用户名或注册邮箱，我们会把重设密码的链接发到你的邮箱。',
  forgotSubmit: '发送链接',
  required: '请输入用户名或邮箱',
  sentTitle: '请查收邮件',
  sentText:
    '如果这个账号存在，几分钟内会收到一封邮件，里面的链接 {{resetHours}} 小时内有效。没有收到时请看看垃圾邮件箱。',
  failed: '发送失败，请重试',
  noMailTitle: '本站不能用邮件找回密码',
  noMailText: '密码要由站长重设。',
  contact: '联系站长：',
  admins: '管理员：',
  noContact: '站内可以私信管理员：请站里的朋友转告，或者注册一个新账号自己写。',
  backToLogin: '返回登录',
  resetTitle: '重设密码',
  newPassword: '新密码',
  confirmNew: '确认新密码',
  confirmRequired: '请再次输入新密码',
  mismatch: '两次输入的密码不一致',
  resetSubmit: '设置新密码',
  resetNote: '设置后，所有设备上的登录都会失效，本机会自动登录。',
  resetFailed: '重设失败，请重试',
  badLink: '链接已失效或已用过',
  badLinkText: '链接 {{resetHours}} 小时内有效，且只能使用一次。',
  askAgain: '重新申请',
})
