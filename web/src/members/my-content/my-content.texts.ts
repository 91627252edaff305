import { defineTexts } from '../../lib/i18n'

export const myContentText = defineTexts('myContent', {
  title: '我的帖子',
  posts: '已发表',
  thread: '主题',
  reply: '回复',
  inThread: '回复于《{{title}}》',
  empty: '你还没有发过帖子',
  error: '内容加载失败',
  signInFirst: '登录后可以查看你发表的主题和回复。',
  emptyText: '发个主题，或者回复别人的帖子，都会列在这里。',
  deleted: '该回复已被删除',
})
