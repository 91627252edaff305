import { defineTexts } from '../../lib/i18n'

export const openCasesText = defineTexts('openCases', {
  open: ['{{count}} 条待处理举报', '{{count}} open reports'],
})
