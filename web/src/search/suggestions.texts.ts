import { defineTexts } from '../lib/i18n'

export const suggestionsText = defineTexts('suggestions', {
  list: '搜索建议',
  recent: '最近搜索',
  clearRecent: '清空最近搜索',
  members: '用户',
  boards: '版块',
  threads: '主题',
  search: '搜索',
  everything: '搜索全部内容：“{{query}}”',
  replies: '{{count}} 回复',
  choose: '选择',
  open: '打开',
  close: '收起',
})
