import { defineTexts } from '../../lib/i18n'

export const hotText = defineTexts('hot', {
  title: ['热门话题', 'Hot topics'],
  empty: ['最近 {{hotDays}} 天没有热门话题', 'No hot topics in the past {{hotDays}} days'],
  error: ['无法加载热门话题，请稍后再试', 'Could not load hot topics. Please try again later.'],
  about: [
    '最近 {{hotDays}} 天发表的主题，回复多的在前。',
    'Threads started in the past {{hotDays}} days, most replies first.',
  ],
  emptyText: ['周末大家都出门了？先看看最近更新的。', 'See what is new instead.'],
  toLatest: ['看最近更新', 'Latest threads'],
})
