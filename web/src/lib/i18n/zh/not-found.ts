export const notFound = {
  title: '页面不存在',
  text: '你访问的内容可能已被删除或移动。',
} as const
