import { defineTexts } from '../../lib/i18n'

export const scriptText = defineTexts('script', {
  label: '简体和繁體',
  original: '按原文',
  simplified: '简体',
  traditional: '繁體',
})
