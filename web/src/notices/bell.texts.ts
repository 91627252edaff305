import { defineTexts } from '../lib/i18n'

export const bellText = defineTexts('bell', {
  unread: ['{{count}} 条未读通知', '{{count}} unread notifications'],
  title: ['通知', 'Notifications'],
})
