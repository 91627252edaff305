export const notify = {
  title: '通知',
  empty: '暂无通知',
  replied: '{{name}} 回复了你关注的主题《{{title}}》',
  repliedMany: '{{name}} 等 {{count}} 人回复了《{{title}}》',
  quoted: '{{name}} 在《{{title}}》中引用了你',
  mentioned: '{{name}} 在《{{title}}》中提到了你',
  liked: '{{name}} 等 {{count}} 人赞了你的帖子',
  locked: '你的主题《{{title}}》已被锁定：{{reason}}',
  moved: '你的主题《{{title}}》已移至【{{board}}】',
  deleted: '你的帖子已被删除：{{reason}}',
} as const
