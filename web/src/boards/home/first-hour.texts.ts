import { defineTexts } from '../../lib/i18n'

export const firstHourText = defineTexts('firstHour', {
  title: ['第一个小时', 'The first hour'],
  count: ['{{all}} 件做了 {{done}} 件', '{{done}} of {{all}} done'],
  go: ['去做', 'Go'],
  goTo: ['去做：{{what}}', 'Go: {{what}}'],
  steps: {
    name: ['站名、站印、强调色', 'Name, seal and accent'],
    boards: ['分类和第一批版块', 'Categories and the first boards'],
    rules: ['条款、隐私或版规', 'Terms, privacy or rules'],
    thread: ['写几个开头的主题', 'Write the first threads'],
    invite: ['邀请前几个人', 'Invite the first people'],
    mail: ['让论坛能发信', 'Let the forum send mail'],
    backup: ['做一次备份', 'Make a backup'],
  },
  hints: {
    name: ['各页、书签图标和安装后的名字都用它', 'Used on every page, as icon and as installed name'],
    boards: ['一个就够开始', 'One is enough to begin'],
    rules: ['默认的条款可以照用，读一遍再说', 'The default terms may stay; read them once'],
    thread: ['空论坛没有人愿意先开口', 'Nobody likes to be the first to speak'],
    invite: [
      '把网址发给朋友，或改为凭邀请码注册',
      'Send the address to friends, or let people join by invitation',
    ],
    mail: [
      '在服务器上设置 SMTP_URL 和 MAIL_FROM；没有它，忘记密码只能找你',
      'Set SMTP_URL and MAIL_FROM on the server; without it a forgotten password comes to you',
    ],
    backup: ['在服务器上运行 npm run admin -- backup', 'Run npm run admin -- backup on the server'],
  },
})
