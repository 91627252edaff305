import { defineTexts } from '../../lib/i18n'

export const reasonText = defineTexts('reason', {
  label: ['理由', 'Reason'],
  ads: ['垃圾广告', 'Spam'],
  porn: ['色情低俗', 'Obscene'],
  illegal: ['违法违规', 'Illegal'],
  infringing: ['涉嫌侵权', 'Copyright'],
  attack: ['人身攻击', 'Personal attack'],
  privacy: ['泄露隐私', 'Private data'],
  other: ['其他', 'Other'],
  offTopic: ['与版块主题不符', 'Off topic for the board'],
  duplicate: ['重复发帖', 'Duplicate'],
  words: ['补充一句', 'In your own words'],
  missing: ['请选择理由', 'Choose a reason'],
  wordsMissing: ['选了“其他”，请写明理由', 'Write the reason in your own words'],
  tooLong: ['理由不能超过 {{reasonMax}} 字', 'The reason must not exceed {{reasonMax}} characters'],
})
