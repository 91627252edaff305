import { defineTexts } from '../../lib/i18n'

export const scriptText = defineTexts('script', {
  label: ['简体和繁體', 'Chinese script'],
  original: ['按原文', 'As written'],
  simplified: ['简体', 'Simplified'],
  traditional: ['繁體', 'Traditional'],
})
