import { defineTexts } from '../../lib/i18n'

export const newcomerSettingsText = defineTexts('newcomerSettings', {
  newcomers: ['新成员', 'Newcomers'],
  newcomersNote: [
    '注册不满天数，或者帖子不够数，都算新成员。上限填 0 就是不限。',
    'Who joined lately or has written little is a newcomer. A bound of 0 is none.',
  ],
  number: {
    days: ['注册不满几天', 'Days since registration'],
    posts: ['帖子不满几帖', 'Posts'],
    firstPosts: ['头几帖先审', 'First posts that wait'],
    links: ['一帖最多几个链接', 'Links in a post'],
    mentions: ['一帖最多提到几人', 'Mentions in a post'],
    messagesPerDay: ['一天最多几封站内信', 'Messages a day'],
  },
  range: ['填 0 到 {{max}} 的整数', 'A whole number from 0 to {{max}}'],
  approval: ['新成员的哪些先审', 'What of newcomers waits'],
  approvalNote: [
    '先审的内容只有作者和版主看得到，通过后才出现。词语过滤和版块也可以设先审。',
    'Only its author and moderators see what waits; it appears once approved. Words and boards can make texts wait, too.',
  ],
  holdsLinks: ['链接和联系方式', 'Links and contacts'],
  holdsLinksHelp: [
    '站外链接、网址、微信号和手机号一类；站内链接和视频不算。',
    'Links to elsewhere, addresses, names in other networks, mobile numbers; not links within the site or videos.',
  ],
  holdsPictures: ['图片和附件', 'Pictures and files'],
  hook: ['外部检查', 'Outside review'],
  hookNote: [
    '把主题、回复和修改发给你选的服务看一遍，签名发出；不发站内信。不填网址就是不用。',
    'Sends threads, replies and edits, signed, to a service of your choice; never messages. Off without an address.',
  ],
  url: ['服务的网址', 'Address of the service'],
  urlWrong: ['网址不完整', 'It has to begin with http:// or https://'],
  mode: ['什么时候看', 'When it looks'],
  modes: {
    before: ['发表之前，最多等 5 秒', 'Before a text appears, for 5 seconds at most'],
    after: ['发表之后，在实时动态里标出', 'Afterwards, with a flag in the live activity'],
  },
  onSilence: ['没有回音时', 'When it is silent'],
  silences: { hold: ['留下，等版主看', 'Hold the text'], pass: ['放行', 'Let it pass'] },
  secret: ['签名密钥', 'Key of the signatures'],
  save: ['保存新成员和先审的设置', 'Save newcomers and approval'],
})
