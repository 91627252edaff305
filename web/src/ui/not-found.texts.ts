import { defineTexts } from '../lib/i18n'

export const notFoundText = defineTexts('notFound', {
  title: ['页面不存在', 'Page not found'],
  text: ['你访问的内容可能已被删除或移动。', 'The page may have been deleted or moved.'],
})
