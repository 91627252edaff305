import { defineTexts } from '../../lib/i18n'

export const boardMuteText = defineTexts('board-mute', {
  offer: ['只在本版禁言作者…', 'Mute the author in this board…'],
  title: ['只在本版禁言 {{name}}', 'Mute {{name}} in this board'],
  note: [
    '在本版和它的子版里不能发帖、回复、编辑和举报；别处照常。会通知对方，说明是哪个版、到什么时候、为什么。',
    'No threads, replies, edits or reports in this board and its sub-boards; elsewhere nothing changes. The member is told which board, until when and why.',
  ],
  reasonHelp: ['对方看得到，写进日志', 'shown to the member and in the log'],
  go: ['禁言', 'Mute'],
  done: ['{{name}} 在本版被禁言', '{{name}} is muted in this board'],
  inForce: ['在本版被禁言到 {{time}}', 'Muted in this board until {{time}}'],
  lift: ['解除', 'Lift'],
  lifted: ['已解除 {{name}} 在本版的禁言', '{{name}} may write in this board again'],
  before: ['在本版的记录', 'In this board so far'],
  none: ['还没有', 'Nothing yet'],
})
