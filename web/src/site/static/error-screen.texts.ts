import { defineTexts } from '../../lib/i18n'

export const errorScreenText = defineTexts('errorScreen', {
  title: ['页面出错了', 'Something went wrong'],
  text: [
    '抱歉，页面遇到了问题，刷新后再试试。',
    'Sorry, this page ran into a problem. Please refresh and try again.',
  ],
  notLoaded: [
    '网络断开了，或者论坛刚刚更新过，刷新后再试试。',
    'You are offline, or the forum has just been updated. Please refresh the page.',
  ],
  refresh: ['刷新页面', 'Refresh page'],
})
