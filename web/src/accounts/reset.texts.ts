import { defineTexts } from '../lib/i18n'

export const resetText = defineTexts('reset', {
  forgotTitle: ['找回密码', 'Forgot your password?'],
  forgotText: [
    '输入用户名或注册邮箱，我们会把重设密码的链接发到你的邮箱。',
    'Enter your username or email, and we will email you a link to set a new password.',
  ],
  forgotSubmit: ['发送链接', 'Send the link'],
  required: ['请输入用户名或邮箱', 'Enter your username or email'],
  sentTitle: ['请查收邮件', 'Check your email'],
  sentText: [
    '如果这个账号存在，几分钟内会收到一封邮件，里面的链接 {{resetHours}} 小时内有效。没有收到时请看看垃圾邮件箱；注册一天以后还没有确认的邮箱收不到，请联系管理员。',
    'If the account exists, you will receive an email within a few minutes. The link is valid for {{resetHours}} hour. Check your spam folder too. An address that was not confirmed within a day of registering gets none: ask an administrator.',
  ],
  failed: ['发送失败，请重试', 'Could not send the email. Please try again.'],
  noMailTitle: ['本站不能用邮件找回密码', 'This site cannot reset passwords by email'],
  noMailText: ['密码要由站长重设。', 'The operator has to set a new password for you.'],
  contact: ['联系站长：', 'Contact the operator: '],
  admins: ['管理员：', 'Administrators: '],
  noContact: [
    '站内可以私信管理员：请站里的朋友转告，或者注册一个新账号自己写。',
    'They read private messages: ask a friend on the site to pass yours on, or register a new account to write one.',
  ],
  backToLogin: ['返回登录', 'Back to login'],
  resetTitle: ['重设密码', 'Choose a new password'],
  newPassword: ['新密码', 'New password'],
  confirmNew: ['确认新密码', 'Confirm new password'],
  confirmRequired: ['请再次输入新密码', 'Enter the new password again'],
  mismatch: ['两次输入的密码不一致', 'Passwords do not match'],
  resetSubmit: ['设置新密码', 'Set password'],
  resetNote: [
    '设置后，所有设备上的登录都会失效，本机会自动登录。',
    'This logs you out everywhere and logs you in here.',
  ],
  resetFailed: ['重设失败，请重试', 'Could not set the password. Please try again.'],
  badLink: ['链接已失效或已用过', 'This link has expired or has already been used'],
  badLinkText: [
    '链接 {{resetHours}} 小时内有效，且只能使用一次。',
    'A link is valid for {{resetHours}} hour and can be used once.',
  ],
  askAgain: ['重新申请', 'Request a new link'],
})
