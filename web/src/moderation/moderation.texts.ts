import { defineTexts } from '../lib/i18n'

export const moderationText = defineTexts('moderation', {
  title: '管理中心',
  tabs: {
    monitor: '实时动态',
    reports: '举报处理',
    log: '管理日志',
    words: '词语过滤',
    admin: '站点管理',
  },
  forbidden: '这里只有管理人员可以进入',
  forbiddenText: '如对处理有疑问，请到【意见反馈】版联系管理员。',
})
