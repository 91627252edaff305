import { defineTexts } from '../../lib/i18n'

export const draftsText = defineTexts('drafts', {
  restored: ['已恢复上次没发出的内容', 'Your unsent draft has been restored'],
  saved: ['草稿已保存', 'Draft saved'],
  savedOnAccount: ['草稿已保存，其他设备上也能接着写', 'Draft saved; you can go on with it on other devices'],
  discard: ['清空草稿', 'Discard draft'],
  other: ['另一个标签页或设备上写了不同的：{{text}}', 'Another tab or device has a different text: {{text}}'],
  swap: ['换成那份', 'Use that one'],
  discardOther: ['不要那份', 'Discard that one'],
})
