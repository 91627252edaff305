import { defineTexts } from '../lib/i18n'

export const searchBoxText = defineTexts('searchBox', {
  searchSite: ['站内搜索', 'Search the site'],
  placeholder: ['搜索主题、帖子、用户', 'Search threads, posts, members'],
  clear: ['清空输入', 'Clear'],
})
