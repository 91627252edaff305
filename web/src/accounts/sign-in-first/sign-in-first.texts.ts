import { defineTexts } from '../../lib/i18n'

export const signInFirstText = defineTexts('signInFirst', {
  title: {
    like: ['登录后就替你点上这个赞', 'Log in, and the post is liked for you'],
    quote: ['登录后接着引用', 'Log in to go on quoting'],
    reply: ['登录后接着回复', 'Log in to go on replying'],
    report: ['登录后接着举报', 'Log in to go on reporting'],
    watch: ['登录后就替你关注这个主题', 'Log in, and the thread is watched for you'],
    bookmark: ['登录后就替你收藏这个主题', 'Log in, and the thread is bookmarked for you'],
    vote: ['登录后接着投票', 'Log in to go on voting'],
    follow: ['登录后就替你关注 {{name}}', 'Log in, and you follow {{name}}'],
    message: ['登录后给 {{name}} 写站内信', 'Log in to write to {{name}}'],
    newThread: ['登录后接着发新帖', 'Log in to go on to your thread'],
  },
  why: {
    like: [
      '赞要记在人名下，{{name}}才知道是谁谢了他。登录后回到 {{number}} 楼，赞已点好。',
      'A like has a name, so that {{name}} knows who said thanks. You come back to post {{number}}, and it is liked.',
    ],
    quote: [
      '登录后回到 {{number}} 楼，{{name}}的话已放进回复框。',
      'You come back to post {{number}}, with the words of {{name}} in the reply box.',
    ],
    reply: ['登录后回到这里，回复框已经打开。', 'You come back here, and the reply box is open.'],
    report: [
      '举报不公开，但要知道是谁反映的。登录后回到 {{number}} 楼，写明理由就能提交。',
      'Reports are not public, but they have a name. You come back to post {{number}}, where you say what is wrong.',
    ],
    watch: [
      '有新回复会通知你。登录后回到这里，已经关注好。',
      'New replies notify you. You come back here, and the thread is watched.',
    ],
    bookmark: [
      '收藏跟着账号走，换台设备也在。登录后回到这里，已经收藏好。',
      'Bookmarks come with your account to every device. You come back here, and the thread is bookmarked.',
    ],
    vote: [
      '一人一票，所以要先登录。登录后回到这里，就能投票。',
      'One member has one vote, so log in first. You come back here and vote.',
    ],
    follow: [
      'TA 发表新主题时会通知你。登录后回到这里，已经关注好。',
      'Their new threads notify you. You come back here, and you follow them.',
    ],
    message: [
      '站内信只有你们两个人看得到。登录后直接打开和 {{name}} 的对话。',
      'Only the two of you can read messages. Your conversation with {{name}} opens.',
    ],
    newThread: [
      '主题要有作者，大家才知道回复给谁。登录后直接打开发帖页。',
      'A thread has an author, so that others know whom they answer. The form opens right away.',
    ],
  },
  done: {
    like: ['赞已点上。', 'The post is liked.'],
    watch: ['已关注这个主题。', 'The thread is watched.'],
    bookmark: ['已收藏这个主题。', 'The thread is bookmarked.'],
    follow: ['已关注 {{name}}。', 'You follow {{name}}.'],
  },
  afterSignIn: ['欢迎回来，{{name}}。{{done}}', 'Welcome back, {{name}}. {{done}}'],
  afterRegistering: ['欢迎加入，{{name}}。{{done}}', 'Welcome, {{name}}. {{done}}'],
})
