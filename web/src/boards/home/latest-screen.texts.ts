import { defineTexts } from '../../lib/i18n'

/** Headings that differ from the tab of their list. */
export const latestScreenText = defineTexts('latestScreen', {
  open: ['等一个答案', 'Waiting for an answer'],
})
