import { defineTexts } from '../lib/i18n'

export const bookmarksText = defineTexts('bookmarks', {
  empty: '还没有收藏',
  emptyText: '在主题页点“收藏”，以后在这里找。',
  failed: '加载收藏失败',
  pastEnd: '这一页没有收藏了',
  toFirst: '回到第一页',
})
