import { defineTexts } from '../lib/i18n'

export const shortcutsText = defineTexts('shortcuts', {
  title: '键盘快捷键',
  search: '搜索',
  nextItem: '下一个主题或帖子',
  previousItem: '上一个主题或帖子',
  open: '打开选中的主题',
  reply: '回复',
  jump: '跳到楼层',
  unread: '到首个未读',
  send: '发送正在写的内容',
  help: '显示这份列表',
  close: '关闭弹窗',
  note: '输入文字时快捷键不生效。',
  or: '或',
})
