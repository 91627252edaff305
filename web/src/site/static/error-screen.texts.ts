import { defineTexts } from '../../lib/i18n'

export const errorScreenText = defineTexts('errorScreen', {
  title: '页面出错了',
  text: '抱歉，页面遇到了问题，刷新后再试试。',
  notLoaded: '网络断开了，或者论坛刚刚更新过，刷新后再试试。',
  refresh: '刷新页面',
})
