import { defineTexts } from '../../lib/i18n'

export const typeFieldsText = defineTexts('typeFields', {
  types: ['主题分类', 'Types of threads'],
  help: [
    '发帖时选一个；列表上方可以按它筛选。删掉的分类，主题上就不再显示。',
    'One is chosen for a new thread, and the list can be narrowed to it. Threads of a removed type have none.',
  ],
  name: ['第 {{n}} 个分类的名字', 'Name of type {{n}}'],
  color: ['「{{name}}」的颜色', 'Colour of {{name}}'],
  up: ['把「{{name}}」上移', 'Move {{name}} up'],
  remove: ['删除「{{name}}」', 'Remove {{name}}'],
  add: ['添加分类', 'Add a type'],
  required: ['发帖必须选分类', 'A new thread must have a type'],
  questions: ['新主题都是提问', 'New threads are questions'],
  questionsHelp: [
    '提问的人或版主可以把一条回复采纳为答案。',
    'Who asked, or a moderator, can mark a reply as the answer.',
  ],
})
