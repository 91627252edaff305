import { defineTexts } from '../lib/i18n'

/** Texts of the account menu that the first load does without. */
export const accountMenuText = defineTexts('accountMenu', {
  moderation: '管理中心',
})
