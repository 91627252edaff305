import { defineTexts } from '../lib/i18n'

export const categoryText = defineTexts('category', {
  unknown: ['分类不存在', 'Category not found'],
  unknownText: [
    '没有找到名为“{{name}}”的分类，去全部版块看看吧。',
    'There is no category called “{{name}}”. Try the list of all boards.',
  ],
  boards: ['版块', 'Boards'],
  newest: ['最近更新', 'Recently updated'],
  empty: ['这个分类还没有主题', 'No threads in this category yet'],
  emptyText: ['挑一个版块，来发第一帖。', 'Choose a board and start the first one.'],
  seeBoards: ['查看全部版块', 'See all boards'],
})
