import { defineTexts } from '../../lib/i18n'

export const challengeText = defineTexts('challenge', {
  idle: ['我不是机器', 'I am not a robot'],
  idleHelp: [
    '点一下，浏览器算一两秒，不用认图',
    'One click, and your browser computes for a second or two. No pictures.',
  ],
  working: ['正在算… {{percent}}%', 'Computing… {{percent}}%'],
  done: ['好了', 'Done'],
  doneHelp: ['十分钟内有效', 'Valid for ten minutes'],
  failed: ['没算成：网络断了', 'It did not work: the network is down'],
  expired: ['过期了', 'It has expired'],
  failedHelp: ['已填的都在', 'What you typed is still here'],
  again: ['再试', 'Try again'],
})
