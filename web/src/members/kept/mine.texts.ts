import { defineTexts } from '../../lib/i18n'

export const mineText = defineTexts('mine', {
  bookmarks: ['收藏', 'Bookmarks'],
  history: ['浏览历史', 'History'],
})
