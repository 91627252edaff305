import { defineTexts } from '../../lib/i18n'

export const openWorkText = defineTexts('openWork', {
  cases: ['{{count}} 条待处理举报', '{{count}} open reports'],
  held: ['{{count}} 条待审', '{{count}} waiting for approval'],
  both: ['{{cases}} 条待处理举报，{{held}} 条待审', '{{cases}} open reports, {{held}} waiting for approval'],
  minutes: ['{{minutes}} 分', '{{minutes}} min'],
  hours: ['{{hours}} 时', '{{hours}} h'],
})
