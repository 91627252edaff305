import { defineTexts } from '../../lib/i18n'

export const pagesText = defineTexts('pages', {
  updated: ['最后更新：{{year}} 年 {{month}} 月 {{day}} 日', 'Last updated: {{year}}-{{month}}-{{day}}'],
  failed: ['这一页加载失败', 'This page could not be loaded'],
  feedback: ['去提问和反馈', 'Ask or give feedback'],
})
