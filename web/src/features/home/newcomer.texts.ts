import { defineTexts } from '../../lib/i18n'

export const newcomerText = defineTexts('newcomer', {
  title: '欢迎，{{name}}',
  registered: '注册，取个名字',
  greet: '去新手报到打个招呼',
  greetGo: '去报到',
  choose: '挑几个常看的版块',
  chooseGo: '挑一挑',
})
