import { defineTexts } from '../../lib/i18n'

export const historyText = defineTexts('history', {
  keeps: ['记下我看过的主题', 'Keep a history of the threads that I open'],
  keepsHelp: [
    '只有你看得到，保存 {{days}} 天。关掉以后不再记，已记下的可以清空。',
    'Only you can see it, for {{days}} days. Switched off, nothing more is added; you can clear what is there.',
  ],
  saveFailed: ['没能保存设置', 'Could not save the setting'],
  clear: ['清空', 'Clear'],
  clearTitle: ['清空浏览历史？', 'Clear your history?'],
  clearText: ['清空以后找不回来。', 'It cannot be brought back.'],
  cleared: ['浏览历史已清空', 'Your history is cleared'],
  clearFailed: ['没能清空', 'Could not clear your history'],
  opened: ['看过', 'opened'],
  empty: ['还没有浏览历史', 'No history yet'],
  emptyText: ['看过的主题会列在这里。', 'Threads that you open appear here.'],
  emptyOff: ['浏览历史已关', 'Your history is switched off'],
  failed: ['加载浏览历史失败', 'Could not load your history'],
})
