import { defineTexts } from '../../lib/i18n'

export const announcementsText = defineTexts('announcements', {
  failed: ['公告加载失败', 'The announcements could not be loaded'],
  add: ['加一条公告', 'Add an announcement'],
  edit: ['修改公告：{{text}}', 'Edit the announcement: {{text}}'],
  remove: ['删除公告：{{text}}', 'Delete the announcement: {{text}}'],
  text: ['这条公告', 'Text'],
  textHelp: ['一行文字；链接写作 [url=/hot]热门[/url]。', 'One line. Format links as [url=/hot]Hot[/url].'],
  audience: ['给谁看', 'Audience'],
  audiences: {
    everyone: ['所有人', 'Everyone'],
    members: ['会员', 'Members'],
    newcomers: ['新会员', 'New members'],
  },
  board: ['在哪里', 'Place'],
  everywhere: ['全站', 'The whole site'],
  from: ['开始', 'Beginning'],
  until: ['结束', 'End'],
  untilHelp: [
    '到时公告自动消失；留空则一直显示。',
    'The announcement disappears at this time. Leave it empty for one without an end.',
  ],
  begins: ['{{time}} 开始', 'from {{time}}'],
  ends: ['{{time}} 结束', 'until {{time}}'],
})
