import { defineTexts } from '../../lib/i18n'

export const reportText = defineTexts('report', {
  opening: '举报这个主题',
  reply: '举报 {{n}} 楼',
  text: '举报只有管理人员能看到，不会通知作者。',
  reason: '举报理由',
  details: '具体情况',
  missing: '请选择举报理由，或写明具体情况',
  detailsMissing: '请写明具体情况',
  tooLong: '举报理由不能超过 {{max}} 字',
  submit: '提交举报',
  done: '举报已提交，感谢反馈',
})
