import { defineTexts } from '../lib/i18n'

export const categoryText = defineTexts('category', {
  unknown: '分类不存在',
  unknownText: '没有找到名为“{{name}}”的分类，去全部版块看看吧。',
  boards: '版块',
  newest: '最近更新',
  empty: '这个分类还没有主题',
  emptyText: '挑一个版块，来发第一帖。',
  seeBoards: '查看全部版块',
})
