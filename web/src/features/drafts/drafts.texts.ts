import { defineTexts } from '../../lib/i18n'

export const draftsText = defineTexts('drafts', {
  restored: '已恢复上次没发出的内容',
  discard: '清空草稿',
})
