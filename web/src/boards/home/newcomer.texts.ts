import { defineTexts } from '../../lib/i18n'

export const newcomerText = defineTexts('newcomer', {
  title: '欢迎，{{name}}',
  registered: '注册，取个名字',
  picture: '换个头像，大家好认人',
  pictureGo: '去换',
  greet: '发第一帖：去新手报到打个招呼',
  greetGo: '去报到',
  bookmark: '收藏一个主题，以后在“我的收藏”里找',
  bookmarkGo: '看看热门',
  done: '已完成',
})
