import { defineTexts } from '../lib/i18n'

export const searchBoxText = defineTexts('searchBox', {
  searchSite: '站内搜索',
  placeholder: '搜索主题、帖子、用户',
  clear: '清空输入',
})
