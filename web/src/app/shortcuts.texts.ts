import { defineTexts } from '../lib/i18n'

export const shortcutsText = defineTexts('shortcuts', {
  search: '搜索',
  nextItem: '下一个主题或帖子',
  previousItem: '上一个主题或帖子',
  open: '打开选中的主题',
  reply: '回复',
  jump: '跳到楼层',
  unread: '到首个未读',
  newThread: '发帖',
  end: '到页末',
  notifications: '打开或关闭通知',
  markRead: '把选中的通知标为已读',
  send: '发送正在写的内容',
  help: '显示这份列表',
  close: '关闭弹窗',
  note: '输入文字时快捷键不生效。',
  or: '或',
})
