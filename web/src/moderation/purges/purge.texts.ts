import { defineTexts } from '../../lib/i18n'

export const purgeText = defineTexts('purge', {
  open: ['删除此人全部内容…', 'Delete everything…'],
  title: ['删除 {{name}} 的全部内容', 'Delete everything of {{name}}'],
  note: [
    '先看清楚，再确定。7 天内可以整个撤销。',
    'Look first, then confirm. It can be taken back as a whole within 7 days.',
  ],
  loadFailed: ['清单加载失败', 'The list failed to load'],
  threads: ['主题', 'threads'],
  posts: ['回复', 'replies'],
  boards: ['个版块受影响', 'boards concerned'],
  held: [
    '另有 {{count}} 条待审的内容，会一起退回。',
    '{{count}} texts that wait for approval are rejected as well.',
  ],
  othersReplies: [
    '主题里有别人的 {{count}} 条回复，会一起看不到。',
    'The threads contain {{count}} replies of others, which are hidden with them.',
  ],
  nothing: ['没有可以删除的内容。', 'There is nothing to delete.'],
  list: ['清单', 'List'],
  item: ['{{number}} 楼', 'number {{number}}'],
  keep: [
    '保留主题“{{title}}”（有别人的 {{count}} 条回复）',
    'Keep the thread “{{title}}” ({{count}} replies of others)',
  ],
  messages: [
    '站内信不动，收到的人仍可举报。',
    'Messages stay; members who received one may still report it.',
  ],
  reasonHelp: ['必填，写进日志', 'required, kept in the log'],
  ban: ['同时永久封禁此人', 'Ban this member for good as well'],
  go: ['删除 {{count}} 条', 'Delete {{count}}'],
  goBan: ['删除 {{count}} 条并封禁', 'Delete {{count}} and ban'],
  running: [
    '正在删除 {{done}} / {{total}} 条，可以关掉这个窗口。',
    'Deleting {{done}} of {{total}}; this window may be closed.',
  ],
  stop: ['停在这里', 'Stop here'],
  stopped: [
    '已停下：删除了 {{done}} / {{total}} 条。可以继续，也可以撤销。',
    'Stopped: {{done}} of {{total}} are deleted. Go on, or take it back.',
  ],
  continue: ['继续…', 'Go on…'],
  done: [
    '已删除 {{threads}} 个主题、{{posts}} 条回复。',
    '{{threads}} threads and {{posts}} replies are deleted.',
  ],
  doneHeld: [
    '已删除 {{threads}} 个主题、{{posts}} 条回复，退回 {{held}} 条待审的内容。',
    '{{threads}} threads and {{posts}} replies are deleted; {{held}} texts that waited are rejected.',
  ],
  undoing: ['正在恢复，还剩 {{done}} 条。', 'Restoring, {{done}} left.'],
  undone: [
    '已恢复。期间被别人另外删除的除外；封禁需要另外解除。',
    'Restored, except what others have deleted since. A ban is lifted separately.',
  ],
  progress: ['进度', 'Progress'],
  undo: ['撤销这次删除', 'Take it back'],
  until: ['到 {{time}} 为止可以撤销。', 'This is possible until {{time}}.'],
  failed: ['没有成功，请重试', 'It did not work, please try again'],
})
