import { defineTexts } from '../../lib/i18n'

export const complaintText = defineTexts('complaint', {
  title: ['投诉一个页面', 'Complain about a page'],
  lead: [
    '不用账号。写的只有版主和管理员看得到，处理完 {{days}} 天后删除。',
    'No account needed. Only moderators and admins see what you write; it is removed {{days}} days after it was settled.',
  ],
  member: [
    '有账号的话，在帖子的菜单里点“举报”更快。',
    'If you have an account, it is faster to choose “Report” in the menu of a post.',
  ],
  url: ['页面的网址', 'Address of the page'],
  urlHelp: ['从浏览器的地址栏复制', 'Copy it from the address bar of your browser'],
  urlWrong: ['请填写完整的网址，以 https:// 开头', 'Enter the whole address, beginning with https://'],
  kind: ['关于什么', 'What it is about'],
  of: {
    copyright: ['侵犯版权', 'Copyright'],
    privacy: ['侵犯隐私', 'Privacy'],
    law: ['违反法律', 'Against the law'],
    other: ['其他', 'Something else'],
  },
  text: ['哪里不对', 'What is wrong'],
  textHelp: {
    copyright: ['哪部作品、是谁的、原文在哪里', 'Which work, whose it is, and where the original is'],
    privacy: ['哪些内容说的是谁，为什么不该公开', 'What concerns whom, and why it should not be public'],
    law: ['违反了哪里的哪条法律', 'Which law of which country'],
    other: ['写得越具体，处理得越快', 'The more precisely you write, the faster it is settled'],
  },
  textMissing: ['请写下哪里不对', 'Say what is wrong'],
  contact: ['怎么联系你', 'How to reach you'],
  contactMail: ['填邮箱，处理后会写信答复', 'With a mail address you get an answer when it is settled'],
  contactOther: [
    '邮箱或电话，版主会用它答复',
    'A mail address or phone number that the moderators can answer to',
  ],
  contactMissing: ['请填写联系方式', 'Say how to reach you'],
  isTrue: [
    '我声明以上内容属实，我是权利人，或受权利人委托',
    'I state that all of this is true, and that I hold the right or act on behalf of the holder',
  ],
  isTrueMissing: ['版权投诉须有这项声明', 'A complaint about copyright needs this statement'],
  send: ['提交投诉', 'Send the complaint'],
  sent: ['收到了', 'Received'],
  sentMail: [
    '版主会看这个页面。处理以后，写信到 {{contact}} 告诉你。',
    'Moderators will look at the page, and write to {{contact}} when it is settled.',
  ],
  sentOther: [
    '版主会看这个页面，需要时按你留的方式联系你：{{contact}}',
    'Moderators will look at the page, and reach you if needed: {{contact}}',
  ],
  another: ['再写一份', 'Write another'],
})
