import { defineTexts } from '../../lib/i18n'

export const reasonText = defineTexts('reason', {
  label: '理由',
  ads: '垃圾广告',
  porn: '色情低俗',
  illegal: '违法违规',
  infringing: '涉嫌侵权',
  attack: '人身攻击',
  privacy: '泄露隐私',
  other: '其他',
  words: '补充一句',
  missing: '请选择理由',
  wordsMissing: '选了“其他”，请写明理由',
  tooLong: '理由不能超过 {{reasonMax}} 字',
})
