import { defineTexts } from '../../lib/i18n'

export const draftListText = defineTexts('draftList', {
  drafts: '草稿',
  empty: '没有草稿',
  emptyText: '写到一半的帖子、回复和站内信会自动存在这个浏览器里，在这里可以接着写。',
  kinds: { thread: '新主题', reply: '回复', edit: '编辑', answer: '通知里的回复', message: '站内信' },
  untitled: {
    thread: '（无标题）',
    reply: '一个主题的回复',
    edit: '修改自己的帖子',
    answer: '回复一条通知',
    message: '（无标题）',
  },
  inThread: '回复于《{{title}}》',
  files: '{{count}} 个附件',
  discard: '丢弃草稿：{{title}}',
  discarded: '已丢弃草稿',
  undo: '撤销',
})
