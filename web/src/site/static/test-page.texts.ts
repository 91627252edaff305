import { defineTexts } from '../../lib/i18n'

export const testPageText = defineTexts('testPage', {
  title: ['测试导航', 'Test navigation'],
  text: ['本站的全部页面，方便逐个查看。', 'Links to every screen of the site.'],
  newThreadIn: ['在一个版块发新帖', 'New thread in a board'],
  thread: ['主题 1', 'Thread 1'],
  threadPage: ['主题 1 第 2 页', 'Thread 1, page 2'],
  board: ['一个版块', 'A board'],
  category: ['一个分类', 'A category'],
  compose: ['写信', 'Compose a message'],
  missing: ['不存在的页面', 'A page that does not exist'],
})
