import { defineTexts } from '../lib/i18n'

export const bookmarksText = defineTexts('bookmarks', {
  empty: ['还没有收藏', 'No bookmarks yet'],
  emptyText: ['在主题页点“收藏”，以后在这里找。', 'Choose “Bookmark” in a thread to save it here.'],
  failed: ['加载收藏失败', 'Could not load your bookmarks'],
  pastEnd: ['这一页没有收藏了', 'There are no bookmarks on this page'],
  toFirst: ['回到第一页', 'Back to the first page'],
})
