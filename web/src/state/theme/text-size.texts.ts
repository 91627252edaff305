import { defineTexts } from '../../lib/i18n'

export const textSizeText = defineTexts('textSize', {
  label: '字号',
  normal: '标准字号',
  large: '大字',
  larger: '特大字',
})
