import { defineTexts } from '../../lib/i18n'

export const similarText = defineTexts('similar', {
  related: ['相关主题', 'Related threads'],
  newest: ['本版最新', 'Latest in this board'],
  replies: ['{{count}} 回复', '{{count}} replies'],
})
