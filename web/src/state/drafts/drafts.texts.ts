import { defineTexts } from '../../lib/i18n'

export const draftsText = defineTexts('drafts', {
  restored: '已恢复上次没发出的内容',
  discard: '清空草稿',
  other: '另一个标签页里写了不同的：{{text}}',
  swap: '换成那份',
  discardOther: '不要那份',
})
