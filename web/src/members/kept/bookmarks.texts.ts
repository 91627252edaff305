import { defineTexts } from '../../lib/i18n'

export const bookmarksText = defineTexts('bookmarks', {
  kinds: ['收藏的种类', 'Kinds of bookmarks'],
  threads: ['主题', 'Threads'],
  posts: ['单个帖子', 'Single posts'],
  empty: ['还没有收藏', 'No bookmarks yet'],
  emptyText: ['在主题页点“收藏”，以后在这里找。', 'Choose “Bookmark” in a thread to save it here.'],
  emptyPosts: ['还没有收藏单个帖子', 'No bookmarked posts yet'],
  emptyPostsText: [
    '在帖子的“更多操作”里点“收藏这一楼”，可以写备注、设提醒。',
    'Choose “Bookmark this post” in the menu of a post to save it here, with a note and a reminder.',
  ],
  failed: ['加载收藏失败', 'Could not load your bookmarks'],
  pastEnd: ['这一页没有收藏了', 'There are no bookmarks on this page'],
  toFirst: ['回到第一页', 'Back to the first page'],
  number: ['{{n}} 楼', '#{{n}}'],
  deleted: ['该帖子已被删除', 'This post has been deleted'],
  remindsAt: ['{{time}} 提醒', 'Reminder at {{time}}'],
  change: ['改备注和提醒：{{title}}', 'Change note and reminder: {{title}}'],
  remove: ['不再收藏：{{title}}', 'Remove bookmark: {{title}}'],
})
