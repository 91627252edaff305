import { defineTexts } from '../../lib/i18n'

export const hotText = defineTexts('hot', {
  title: '热门话题',
  empty: '最近 {{hotDays}} 天没有热门话题',
  error: '无法加载热门话题，请稍后再试',
  about: '最近 {{hotDays}} 天发表的主题，回复多的在前。',
  emptyText: '周末大家都出门了？先看看最近更新的。',
  toLatest: '看最近更新',
})
