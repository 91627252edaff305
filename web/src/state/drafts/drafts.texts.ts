import { defineTexts } from '../../lib/i18n'

export const draftsText = defineTexts('drafts', {
  restored: ['已恢复上次没发出的内容', 'Your unsent draft has been restored'],
  discard: ['清空草稿', 'Discard draft'],
  other: ['另一个标签页里写了不同的：{{text}}', 'Another tab has a different text: {{text}}'],
  swap: ['换成那份', 'Use that one'],
  discardOther: ['不要那份', 'Discard that one'],
})
