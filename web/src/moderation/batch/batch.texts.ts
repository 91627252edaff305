import { defineTexts } from '../../lib/i18n'

export const batchText = defineTexts('batch', {
  label: ['批量管理', 'Moderate several threads'],
  chosen: ['已选 {{count}}', '{{count}} selected'],
  hint: ['点选要处理的主题，按住 Shift 可选一段', 'Select the threads; hold Shift to select a range'],
  all: ['全选', 'Select all'],
  none: ['全不选', 'Select none'],
  leave: ['退出多选', 'Stop selecting'],
  lockTitle: ['锁定 {{count}} 个主题？', 'Lock {{count}} threads?'],
  lockText: ['锁定后只有管理人员能回复和修改。', 'Only moderators can reply and edit in locked threads.'],
  deleteTitle: ['删除 {{count}} 个主题？', 'Delete {{count}} threads?'],
  deleteText: [
    '主题和其中的回复都会从列表里消失，管理人员可以恢复。',
    'The threads and their replies disappear from all lists; moderators can restore them.',
  ],
  moveText: ['{{count}} 个主题', '{{count}} threads'],
  done: ['{{act}}：{{count}} 个主题', '{{act}}: {{count}} threads'],
  partly: [
    '{{act}}：{{count}} 个主题，{{failed}} 个没有成功',
    '{{act}}: {{count}} threads, {{failed}} failed',
  ],
  undo: ['撤销', 'Undo'],
  undone: ['已撤销', 'Undone'],
  undonePartly: ['已撤销，{{failed}} 个没有成功', 'Undone, {{failed}} failed'],
  failure: {
    forbidden: ['权限不足', 'Not allowed'],
    missing: ['主题已不存在', 'The thread is gone'],
    conflict: ['刚刚被别人改过', 'Just changed by someone else'],
    target: ['不能移到这个版块', 'Cannot be moved to this board'],
    other: ['没有成功', 'Failed'],
  },
})
