import { defineTexts } from '../../lib/i18n'

export const myContentText = defineTexts('myContent', {
  title: ['我的帖子', 'My posts'],
  posts: ['已发表', 'Published'],
  held: ['待审', 'Held'],
  thread: ['主题', 'Thread'],
  reply: ['回复', 'Reply'],
  inThread: ['回复于《{{title}}》', 'Reply in “{{title}}”'],
  empty: ['你还没有发过帖子', 'You have not posted anything yet'],
  error: ['内容加载失败', 'Could not load your posts'],
  signInFirst: ['登录后可以查看你发表的主题和回复。', 'Log in to see your threads and replies.'],
  emptyText: [
    '发个主题，或者回复别人的帖子，都会列在这里。',
    'Threads you start and replies you write appear here.',
  ],
  deleted: ['该回复已被删除', 'This reply has been deleted'],
})
