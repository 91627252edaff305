import { defineTexts } from '../lib/i18n'

export const levelText = defineTexts('boardLevel', {
  label: ['本版：{{level}}', 'This board: {{level}}'],
  is: {
    follow: ['已关注', 'Following'],
    normal: ['未关注', 'Not following'],
    hide: ['已隐藏', 'Hidden'],
  },
  to: {
    follow: ['关注', 'Follow'],
    normal: ['普通', 'Normal'],
    hide: ['隐藏', 'Hide'],
  },
  means: {
    follow: ['进“我的版块”，新主题通知我', 'In “My boards”; new threads notify me'],
    normal: ['首页照常出现，不通知', 'On the home page as usual; no notifications'],
    hide: [
      '首页、热门、未读里都不出现；直接打开仍能看',
      'Not on the home page, among hot or unread threads; still readable',
    ],
  },
  now: {
    follow: ['已关注「{{board}}」', 'You follow {{board}}'],
    normal: ['「{{board}}」照常显示', '{{board}} is shown as usual'],
    hide: ['已隐藏「{{board}}」', '{{board}} is hidden'],
  },
  undo: ['撤销', 'Undo'],
})
