import { defineTexts } from '../../lib/i18n'

export const signInFirstText = defineTexts('signInFirst', {
  title: {
    like: '登录后就替你点上这个赞',
    quote: '登录后接着引用',
    reply: '登录后接着回复',
    report: '登录后接着举报',
    watch: '登录后就替你关注这个主题',
    bookmark: '登录后就替你收藏这个主题',
    vote: '登录后接着投票',
    follow: '登录后就替你关注 {{name}}',
    message: '登录后给 {{name}} 写站内信',
    newThread: '登录后接着发新帖',
  },
  why: {
    like: '赞要记在人名下，{{name}}才知道是谁谢了他。登录后回到 {{number}} 楼，赞已点好。',
    quote: '登录后回到 {{number}} 楼，{{name}}的话已放进回复框。',
    reply: '登录后回到这里，回复框已经打开。',
    report: '举报不公开，但要知道是谁反映的。登录后回到 {{number}} 楼，写明理由就能提交。',
    watch: '有新回复会通知你。登录后回到这里，已经关注好。',
    bookmark: '收藏跟着账号走，换台设备也在。登录后回到这里，已经收藏好。',
    vote: '一人一票，所以要先登录。登录后回到这里，就能投票。',
    follow: 'TA 发表新主题时会通知你。登录后回到这里，已经关注好。',
    message: '站内信只有你们两个人看得到。登录后直接打开和 {{name}} 的对话。',
    newThread: '主题要有作者，大家才知道回复给谁。登录后直接打开发帖页。',
  },
  done: {
    like: '赞已点上。',
    watch: '已关注这个主题。',
    bookmark: '已收藏这个主题。',
    follow: '已关注 {{name}}。',
  },
  afterSignIn: '欢迎回来，{{name}}。{{done}}',
  afterRegistering: '欢迎加入，{{name}}。{{done}}',
})
