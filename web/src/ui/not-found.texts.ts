import { defineTexts } from '../lib/i18n'

export const notFoundText = defineTexts('notFound', {
  title: '页面不存在',
  text: '你访问的内容可能已被删除或移动。',
})
