import { defineTexts } from '../lib/i18n'

export const moderationOffersText = defineTexts('moderationOffers', {
  cases: '举报记录',
  mute: '禁言作者…',
  record: '处罚与记录',
})
