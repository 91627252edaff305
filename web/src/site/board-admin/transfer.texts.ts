import { defineTexts } from '../../lib/i18n'

export const transferText = defineTexts('transfer', {
  open: ['移走主题或合并：{{name}}', 'Move threads or merge: {{name}}'],
  title: ['移走“{{name}}”的全部主题', 'Move all threads of “{{name}}”'],
  note: [
    '在后台进行，可以离开这一页；7 天内可以整个撤销。不逐个通知作者。',
    'This goes on in the background, so you may leave. It can be taken back within 7 days. Authors are not notified.',
  ],
  to: ['移到', 'To'],
  choose: ['选一个版块', 'Choose a board'],
  toRequired: ['请选择移到哪个版块', 'Choose a board'],
  merges: ['合并：搬空后删除这个版块', 'Merge: delete this board once it is empty'],
  mergesHelp: [
    '旧地址、待审的帖子和意见反馈版都转到新版块；版主和版规不带走。',
    'Its address, what waits for approval and the board for feedback lead to the other one. Moderators and rules do not.',
  ],
  hasChildren: [
    '有子版块的版块不能合并，先移走或合并子版块。',
    'A board with sub-boards cannot be merged: merge those first.',
  ],
  otherReaders: [
    '两个版块不是同一些人能看：移过去以后，能看“{{to}}”的人就能看这些主题。',
    'The two boards have different readers: whoever sees “{{to}}” will see these threads.',
  ],
  reason: ['理由（选填，写进日志）', 'Reason (optional, kept in the log)'],
  move: ['移走 {{count}} 个主题', 'Move {{count}} threads'],
  merge: ['合并并删除版块', 'Merge and delete the board'],
  list: ['移动与合并', 'Moves and merges'],
  moved: ['“{{from}}”的主题移到“{{to}}”', 'Threads of “{{from}}” to “{{to}}”'],
  merged: ['“{{from}}”并入“{{to}}”', '“{{from}}” merged into “{{to}}”'],
  status: {
    running: ['已移 {{done}} / {{threads}}', '{{done}} of {{threads}} moved'],
    stopped: ['停下了：移了 {{done}} / {{threads}}', 'Stopped: {{done}} of {{threads}} moved'],
    done: ['完成，共 {{threads}} 个主题', 'Done, {{threads}} threads'],
    undoing: ['正在移回，还剩 {{done}}', 'Moving back, {{done}} left'],
    undone: ['已撤销', 'Taken back'],
  },
  stop: ['停在这里', 'Stop here'],
  undo: ['撤销', 'Take back'],
  progress: ['进度', 'Progress'],
})
