import { defineTexts } from '../../lib/i18n'

export const textSizeText = defineTexts('textSize', {
  label: ['字号', 'Text size'],
  normal: ['标准字号', 'Normal text'],
  large: ['大字', 'Large text'],
  larger: ['特大字', 'Largest text'],
})
