import { defineTexts } from '../lib/i18n'

export const moderationOffersText = defineTexts('moderationOffers', {
  cases: ['举报记录', 'Reports on this post'],
  mute: ['禁言作者…', 'Mute the author…'],
  reveal: ['查看匿名作者…', 'Look up the author…'],
  erase: ['彻底清除…', 'Erase for ever…'],
  record: ['处罚与记录', 'Discipline'],
})
