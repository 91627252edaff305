import { defineTexts } from '../../lib/i18n'

export const newThreadText = defineTexts('newThread', {
  title: ['发表新主题', 'New thread'],
  board: ['版块', 'Board'],
  boardPlaceholder: ['请选择版块', 'Choose a board'],
  findBoard: ['按名字查找', 'Find by name'],
  noSuchBoard: ['没有找到，换个词试试', 'No matching boards. Try another word.'],
  similar: [
    '可能已经有人问过，先看看这些主题',
    'Your question may already have been asked. See these threads first.',
  ],
  type: ['主题分类', 'Type'],
  chooseType: ['请选择分类', 'Choose a type'],
  noType: ['不分类', 'No type'],
  typeMissing: ['本版发帖要选分类', 'Threads of this board need a type'],
  isQuestion: ['这是一个提问', 'This is a question'],
  isQuestionHelp: ['可以把一条回复采纳为答案', 'You can mark a reply as the answer'],
  subject: ['标题', 'Title'],
  subjectPlaceholder: ['一句话说清楚你想聊什么', 'Sum up your topic in one sentence'],
  content: ['内容', 'Content'],
  contentPlaceholder: [
    '把前因后果写清楚，大家才好帮你出主意（Ctrl + Enter 发表）',
    'Give some background so that others can help (Ctrl + Enter to post)',
  ],
  contentPlaceholderTouch: [
    '把前因后果写清楚，大家才好帮你出主意',
    'Give some background so that others can help',
  ],
  submit: ['发表主题', 'Post thread'],
  submitting: ['发表中…', 'Posting…'],
  titleTooLong: ['标题不能超过 {{titleMax}} 字', 'Title must be at most {{titleMax}} characters'],
  contentTooLong: ['内容不能超过 {{contentMax}} 字', 'Content must be at most {{contentMax}} characters'],
  boardsFailed: ['版块列表加载失败，请重试', 'Failed to load boards, please retry'],
  failed: ['创建主题失败，请重试', 'Failed to create thread, please retry'],
  tooFast: [
    '发帖太快了，请 {{seconds}} 秒后再试',
    'You are posting too quickly. Try again in {{seconds}} s.',
  ],
  greeting: {
    title: ['新人报到：我是{{name}}', 'Hello, I am {{name}}'],
    content: [
      '大家好，我是{{name}}，刚刚注册。\n\n我在：\n来了多久：\n平时喜欢：\n想在这里聊：\n',
      'Hello, I am {{name}} and have just joined.\n\nI live in:\nI have been here for:\nI like:\nI would like to talk about:\n',
    ],
  },
  guidelines: ['发帖须知', 'Posting guidelines'],
  rules: {
    r1: ['标题写清楚问题，少用“求助”“在线等”。', 'Put your question in the title.'],
    r2: [
      '不发广告、不泄露他人隐私、不进行人身攻击。',
      'No advertising, no personal information about others, no personal attacks.',
    ],
    r3: [
      '转载请注明出处；涉及投资、法律、医疗的内容仅供参考。',
      'Credit your sources. Posts about investment, law or medicine are for reference only.',
    ],
    r4: [
      '支持粘贴 YouTube、Vimeo、哔哩哔哩链接，动图用 [gif]网址[/gif]。',
      'YouTube, Vimeo and Bilibili links play in the post. Add animated pictures with [gif]url[/gif].',
    ],
  },
})
