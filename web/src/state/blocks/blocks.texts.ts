import { defineTexts } from '../../lib/i18n'

export const blocksText = defineTexts('blocks', {
  post: ['已屏蔽 {{name}} 的帖子', 'Post by {{name}}, whom you blocked'],
  quote: ['已屏蔽的内容', 'Hidden: you blocked its author'],
  thread: ['已屏蔽成员的主题', 'Thread by a blocked member'],
  activity: [
    '你屏蔽了 {{name}}，这里不显示他的主题和回复',
    'You blocked {{name}}, so their threads and replies are hidden',
  ],
  show: ['显示', 'Show'],
})
