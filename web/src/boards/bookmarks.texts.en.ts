import { type TableOf } from '../lib/i18n'
import { type bookmarksText } from './bookmarks.texts'

export const bookmarks: TableOf<typeof bookmarksText> = {
  empty: 'No bookmarks yet',
  emptyText: 'Choose “Bookmark” in a thread to save it here.',
  failed: 'Could not load your bookmarks',
  pastEnd: 'There are no bookmarks on this page',
  toFirst: 'Back to the first page',
}
