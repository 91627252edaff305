import { defineTexts } from '../../lib/i18n'

export const warningsText = defineTexts('warnings', {
  title: ['版主给你的警告', 'A warning from the moderators'],
  note: [
    '读过之后就可以继续发言，写了一半的内容都还在。',
    'Once you have read it you can go on writing. What you have begun is kept.',
  ],
  until: ['{{time}} 失效', 'until {{time}}'],
  understood: ['知道了', 'I understand'],
  later: ['稍后再看', 'Later'],
  failed: ['没有成功', 'Failed'],
})
