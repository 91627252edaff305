import { defineTexts } from '../../lib/i18n'

export const heldBadgeText = defineTexts('heldBadge', {
  waiting: ['{{count}} 条待审', '{{count}} waiting for approval'],
  minutes: ['{{minutes}} 分', '{{minutes}} min'],
  hours: ['{{hours}} 时', '{{hours}} h'],
})
