import { defineTexts } from '../../lib/i18n'

export const announcementsText = defineTexts('announcements', {
  all: ['全部公告', 'All announcements'],
  failed: ['公告加载失败', 'The announcements could not be loaded'],
  add: ['加一条公告', 'Add an announcement'],
  edit: ['修改公告：{{text}}', 'Edit the announcement: {{text}}'],
  remove: ['删除公告：{{text}}', 'Delete the announcement: {{text}}'],
  text: ['这条公告', 'Text'],
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
  begins: ['{{time}} 开始', 'from {{time}}'],
  ends: ['{{time}} 结束', 'until {{time}}'],
})
