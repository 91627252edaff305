import { defineTexts } from '../lib/i18n'

export const clipboardText = defineTexts('clipboard', {
  failed: ['复制失败，请选中后手动复制', 'Could not copy. Please select the text and copy it.'],
})
