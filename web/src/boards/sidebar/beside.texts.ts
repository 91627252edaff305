import { defineTexts } from '../../lib/i18n'

export const besideText = defineTexts('beside', {
  stopped: ['接着看', 'Where you stopped'],
  pinned: ['本版置顶', 'Pinned in this board'],
  unread: ['新 {{count}}', '{{count}} new'],
})
