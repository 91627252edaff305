import { defineTexts } from '../lib/i18n'

export const suggestionsText = defineTexts('suggestions', {
  list: ['搜索建议', 'Suggestions'],
  recent: ['最近搜索', 'Recent searches'],
  clearRecent: ['清空最近搜索', 'Clear recent searches'],
  members: ['用户', 'Members'],
  boards: ['版块', 'Boards'],
  threads: ['主题', 'Threads'],
  search: ['搜索', 'Search'],
  everything: ['搜索全部内容：“{{query}}”', 'Search everything for “{{query}}”'],
  replies: ['{{count}} 回复', '{{count}} replies'],
  choose: ['选择', 'Choose'],
  open: ['打开', 'Open'],
  close: ['收起', 'Close'],
})
