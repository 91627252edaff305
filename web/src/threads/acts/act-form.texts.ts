import { defineTexts } from '../../lib/i18n'

export const actFormText = defineTexts('act-form', {
  span: ['多久', 'How long'],
  hour: ['1 小时', '1 hour'],
  day: ['1 天', '1 day'],
  threeDays: ['3 天', '3 days'],
  week: ['7 天', '7 days'],
  month: ['30 天', '30 days'],
  forever: ['永久', 'Permanent'],
  custom: ['自定', 'Other'],
  customLabel: ['到什么时候', 'Until when'],
  endsAt: ['到 {{time}} 自动解除', 'Ends automatically at {{time}}'],
  endsNever: ['不会自动解除', 'Does not end automatically'],
  customMissing: ['请选择将来的时间', 'Choose a time in the future'],
  reasonOptional: ['选填，会记入管理日志', 'optional, kept in the moderation log'],
})
