import { defineTexts } from '../../lib/i18n'

export const blocksText = defineTexts('blocks', {
  post: '已屏蔽 {{name}} 的帖子',
  quote: '已屏蔽的内容',
  thread: '已屏蔽成员的主题',
  activity: '你屏蔽了 {{name}}，这里不显示他的主题和回复',
  show: '显示',
})
