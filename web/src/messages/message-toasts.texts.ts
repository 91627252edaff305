import { defineTexts } from '../lib/i18n'

export const messageToastsText = defineTexts('messageToasts', {
  arrived: ['{{name}} 给你发来站内信：{{subject}}', 'New message from {{name}}: {{subject}}'],
})
