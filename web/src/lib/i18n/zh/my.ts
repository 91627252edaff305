export const my = {
  title: '我的帖子',
  thread: '主题',
  reply: '回复',
  inThread: '回复于《{{title}}》',
  empty: '你还没有发过帖子',
  error: '内容加载失败',
} as const
