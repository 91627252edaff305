import { defineTexts } from '../../lib/i18n'

export const emailText = defineTexts('email', {
  verifyTitle: ['确认邮箱', 'Confirm your address'],
  verifyText: ['点一下，就确认这个邮箱是你的。', 'One click confirms that this address is yours.'],
  verify: ['确认这个邮箱', 'Confirm this address'],
  verified: ['邮箱已确认', 'Your address is confirmed'],
  verifiedText: [
    '以后忘了密码，可以用它找回；也可以把通知设为邮件。',
    'You can reset your password with it, and have notifications mailed.',
  ],
  toSettings: ['去账号设置', 'Go to account settings'],
  toHome: ['去首页', 'Go to the home page'],
  badLink: ['链接已失效或已用过', 'This link has expired or has already been used'],
  badLinkText: [
    '链接 {{verifyEmailHours}} 小时内有效，改了密码或另要了一封以后也会失效。登录后可以在账号设置里再寄一次。',
    'A link is valid for {{verifyEmailHours}} hours, until another one is mailed or the password changes. Log in to have it mailed again.',
  ],
  otherAccount: ['这个链接属于另一个账号', 'This link belongs to another account'],
  otherAccountText: [
    '请先退出现在的账号，再打开邮件里的链接。',
    'Log out first, then open the link in the mail again.',
  ],
  taken: ['这个邮箱已属于另一个账号', 'Another account has this address'],
  failed: ['没有成功，请重试', 'That did not work. Please try again.'],
  undoTitle: ['撤回换邮箱', 'Take the change back'],
  undoText: [
    '如果不是你要换的：撤回以后，账号用回这个邮箱，所有设备都会退出登录。',
    'If it was not you: your account returns to this address, and every device is logged out.',
  ],
  undo: ['撤回，并退出所有设备', 'Take it back and log out everywhere'],
  undone: ['已撤回，所有设备都退出了', 'Taken back; every device is logged out'],
  undoneText: [
    '换邮箱要输密码，所以那个人知道你的密码。请马上重设一个。',
    'Changing an address needs the password, so somebody knows yours. Set a new one now.',
  ],
  toReset: ['重设密码', 'Set a new password'],
  undoBadText: [
    '链接 {{undoEmailDays}} 天内有效，且只能使用一次。账号被人占用时，请联系管理员。',
    'A link is valid for {{undoEmailDays}} days and can be used once. If somebody has your account, ask an administrator.',
  ],
  notice: [
    '邮箱 {{email}} 还没有确认，忘了密码会找不回来。',
    'Your address {{email}} is not confirmed, so a forgotten password could not be reset.',
  ],
  bounces: [
    '寄到 {{email}} 的邮件被退回了，请换一个邮箱。',
    'Mail to {{email}} comes back. Please use another address.',
  ],
  toSettle: ['去确认', 'Confirm it'],
  toChange: ['去更换', 'Change it'],
  dismiss: ['先不管', 'Not now'],
  heading: ['邮箱', 'Email address'],
  none: ['还没有邮箱', 'No address yet'],
  isVerified: ['已确认', 'Confirmed'],
  isUnverified: [
    '还没有确认：打开我们寄去的链接就好。没有确认的邮箱不能找回密码，也收不到通知邮件。',
    'Not confirmed: open the link that we mailed. Until then it cannot reset your password and gets no notifications.',
  ],
  isBouncing: [
    '寄去的邮件被退回，所以不再寄通知。请换一个，或再确认一次。',
    'Mail comes back, so no notifications are mailed. Use another address, or confirm it again.',
  ],
  noMail: [
    '本站没有开通邮件服务，暂时不能确认或更换邮箱。',
    'This site cannot send email, so addresses can be neither confirmed nor changed.',
  ],
  change: ['换邮箱', 'Change'],
  newAddress: ['新邮箱', 'New address'],
  newAddressHelp: [
    '我们会寄一封信去，点了里面的链接才换；旧邮箱也会收到一封，{{undoEmailDays}} 天内能撤回。',
    'We mail a link there, and nothing changes before it is opened. The old address is told and can take it back for {{undoEmailDays}} days.',
  ],
  same: ['这就是现在的邮箱', 'This is your present address'],
  send: ['寄确认信', 'Mail the link'],
  cancel: ['不换了', 'Keep the present one'],
  close: ['取消', 'Cancel'],
  pending: ['正在换成 {{email}}', 'Changing to {{email}}'],
  pendingText: [
    '信已寄出，点了里面的链接才换。旧邮箱若确认过，也收到了一封，{{undoEmailDays}} 天内能撤回。',
    'The mail is on its way; nothing changes before its link is opened. The old address, if confirmed, was told and can take it back for {{undoEmailDays}} days.',
  ],
  resend: ['再寄一次', 'Mail it again'],
  resendIn: ['再寄一次（{{seconds}} 秒后）', 'Mail it again (in {{seconds}} s)'],
  resent: ['又寄了一封，请查收', 'Mailed again. Check your inbox.'],
  cancelled: ['不换了，还用 {{email}}', 'You keep {{email}}'],
})
