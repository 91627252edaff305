import { defineTexts } from '../../lib/i18n'

export const draftListText = defineTexts('draftList', {
  drafts: ['草稿', 'Drafts'],
  empty: ['没有草稿', 'No drafts'],
  emptyText: [
    '写到一半的帖子、回复和站内信会自动存到账号里，在哪台设备上都可以接着写。',
    'Unfinished threads, replies and messages are stored with your account and can be continued on any device.',
  ],
  kinds: {
    thread: ['新主题', 'New thread'],
    reply: ['回复', 'Reply'],
    edit: ['编辑', 'Edit'],
    answer: ['通知里的回复', 'Reply to a notification'],
    message: ['站内信', 'Message'],
  },
  untitled: {
    thread: ['（无标题）', '(No title)'],
    reply: ['一个主题的回复', 'A reply to a thread'],
    edit: ['修改自己的帖子', 'An edit of your post'],
    answer: ['回复一条通知', 'A reply to a notification'],
    message: ['（无标题）', '(No title)'],
  },
  inThread: ['回复于《{{title}}》', 'Reply to “{{title}}”'],
  files: ['{{count}} 个附件', '{{count}} files'],
  discard: ['丢弃草稿：{{title}}', 'Discard draft: {{title}}'],
  discarded: ['已丢弃草稿', 'Draft discarded'],
  undo: ['撤销', 'Undo'],
})
