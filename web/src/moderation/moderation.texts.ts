import { defineTexts } from '../lib/i18n'

export const moderationText = defineTexts('moderation', {
  title: ['管理中心', 'Moderation'],
  tabs: {
    monitor: ['实时动态', 'Live activity'],
    reports: ['举报处理', 'Reports'],
    held: ['待审', 'Held'],
    log: ['管理日志', 'Log'],
    words: ['词语过滤', 'Word filter'],
    erasures: ['彻底清除', 'Erasures'],
    admin: ['站点管理', 'Administration'],
  },
  forbidden: ['这里只有管理人员可以进入', 'Only moderators may enter'],
  forbiddenText: [
    '如对处理有疑问，请联系管理员。',
    'If you have questions about a decision, ask the admins.',
  ],
})
