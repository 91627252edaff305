import { defineTexts } from '../../lib/i18n'

export const testPageText = defineTexts('testPage', {
  title: '测试导航',
  text: '本站的全部页面，方便逐个查看。',
  newThreadIn: '在版块 3 发新帖',
  thread: '主题 1',
  threadPage: '主题 1 第 2 页',
  board: '版块 3',
  category: '分类：移民签证',
  compose: '写信',
  missing: '不存在的页面',
})
