import { type TableOf } from '../lib/i18n'
import { type suggestionsText } from './suggestions.texts'

export const suggestions: TableOf<typeof suggestionsText> = {
  list: 'Suggestions',
  recent: 'Recent searches',
  clearRecent: 'Clear recent searches',
  members: 'Members',
  boards: 'Boards',
  threads: 'Threads',
  search: 'Search',
  everything: 'Search everything for “{{query}}”',
  replies: '{{count}} replies',
  choose: 'Choose',
  open: 'Open',
  close: 'Close',
}
