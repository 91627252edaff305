import { defineTexts } from '../../lib/i18n'

export const reportText = defineTexts('report', {
  opening: ['举报这个主题', 'Report this thread'],
  reply: ['举报 {{n}} 楼', 'Report post {{n}}'],
  text: [
    '举报只有管理人员能看到，不会通知作者。',
    'Only moderators see reports. The author is not notified.',
  ],
  reason: ['举报理由', 'Reason'],
  details: ['具体情况', 'Details'],
  missing: ['请选择举报理由，或写明具体情况', 'Choose a reason or give details'],
  detailsMissing: ['请写明具体情况', 'Give details'],
  tooLong: ['举报理由不能超过 {{max}} 字', 'The reason must be at most {{max}} characters'],
  submit: ['提交举报', 'Send report'],
  done: ['举报已提交，感谢反馈', 'Report sent. Thank you.'],
})
