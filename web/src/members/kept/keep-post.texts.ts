import { defineTexts } from '../../lib/i18n'

export const keepPostText = defineTexts('keepPost', {
  keep: ['收藏这一楼', 'Bookmark this post'],
  change: ['已收藏 · 备注和提醒', 'Bookmarked · note and reminder'],
  kept: ['已收藏 {{n}} 楼', 'Bookmarked #{{n}}'],
  keptNote: [
    '只有你看得到。备注和提醒可以不填。',
    'Only you can see it. The note and the reminder are optional.',
  ],
  note: ['备注', 'Note'],
  noteTooLong: ['备注最多 {{max}} 字', 'A note has at most {{max}} characters'],
  reminder: ['提醒我', 'Remind me'],
  when: {
    never: ['不提醒', 'Never'],
    evening: ['今晚八点', 'Tonight at 8 pm'],
    tomorrow: ['明早九点', 'Tomorrow at 9 am'],
    week: ['一周后', 'In a week'],
    custom: ['自己定', 'Choose'],
  },
  customLabel: ['提醒时间', 'Time of the reminder'],
  customMissing: ['请选一个将来的时间', 'Choose a time in the future'],
  at: ['{{time}} 在通知里提醒你', 'You will be notified at {{time}}'],
  done: ['好了', 'Done'],
  remove: ['不再收藏', 'Remove bookmark'],
  removed: ['已不再收藏 {{n}} 楼', 'Removed the bookmark of #{{n}}'],
  undo: ['撤销', 'Undo'],
  failed: ['没能收藏', 'Could not bookmark the post'],
})
