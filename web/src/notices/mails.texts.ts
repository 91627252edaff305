import { defineTexts } from '../lib/i18n'

export const mailsText = defineTexts('mails', {
  includes: ['“推送”“邮件”里都含站内。', 'Push and mail include the site.'],
  channels: {
    off: ['不要', 'Off'],
    site: ['站内', 'Site'],
    push: ['推送', 'Push'],
    mail: ['邮件', 'Mail'],
  },
  noMail: [
    '本站没有开通邮件服务，选不了“邮件”。',
    'This site cannot send email, so “Mail” cannot be chosen.',
  ],
  unverified: [
    '邮箱还没有确认，选不了“邮件”。',
    'Your address is not confirmed, so “Mail” cannot be chosen.',
  ],
  bounces: [
    '寄到你邮箱的信被退回，所以不寄通知。',
    'Mail to your address comes back, so no notifications are mailed.',
  ],
  toEmail: ['去账号设置', 'Go to account settings'],
  waits: [
    '邮件等十分钟才寄，已经看过的不寄；一个主题一封。',
    'A mail waits ten minutes, is not sent for what you have read, and each thread has its own.',
  ],
  byMail: ['摘要和安静的时候', 'Digest and silence'],
  digest: ['值得看的主题', 'Threads worth reading'],
  digestHelp: {
    off: ['最多十条，看过的不列，没有就不寄', 'At most ten that you have not read; none if there is nothing'],
    daily: [
      '每天早上八点，最多十条，看过的不列，没有就不寄',
      'Every morning at eight; at most ten that you have not read',
    ],
    weekly: [
      '每周五早上八点，最多十条，看过的不列，没有就不寄',
      'Fridays at eight in the morning; at most ten that you have not read',
    ],
  },
  digests: { off: ['不要', 'Off'], daily: ['每天', 'Daily'], weekly: ['每周', 'Weekly'] },
  quiet: ['安静的时候，不推送、不寄信', 'Silence: nothing is pushed or mailed'],
  quietHelp: [
    '按你的时区（{{zone}}）；站内照记，过后一封信',
    'In your time zone ({{zone}}); the site keeps it, and one mail follows',
  ],
  quietOff: ['不要', 'Off'],
  quietHours: ['每天几点', 'Hours'],
  quietDays: ['这几天', 'Days'],
  from: ['从', 'From'],
  to: ['到', 'To'],
  isSaved: ['已存', 'Saved'],
})
