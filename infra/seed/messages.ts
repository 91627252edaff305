import { type SeedMessage } from './types'

/**
 * Private messages of the demo community, oldest first: read and unread ones, and conversations of several messages.
 */
export const seedMessages: SeedMessage[] = [
  {
    from: 'nanfang',
    to: 'laowang88',
    subject: '謝謝面經',
    content: '老王你好，你上週整理的面經幫大忙了，系統設計那輪幾乎原題。今天剛收到口頭 Offer，先來報個喜！',
    hoursAgo: 120,
    readHoursAgo: 118,
  },
  {
    from: 'laowang88',
    to: 'nanfang',
    subject: 'Re: 謝謝面經',
    content: '恭喜恭喜！签字之前记得把搬家费和签证的律师费谈进去，口头的都不算数。',
    hoursAgo: 117,
    readHoursAgo: 110,
    replyTo: 0,
  },
  {
    from: 'beiji77',
    to: 'laowang88',
    subject: '周日聚会的名单',
    content: '目前报名的有八位，地点还是老公园东门，下午三点。你那边带烧烤炉，我带桌布和饮料，行吗？',
    hoursAgo: 76,
    readHoursAgo: 70,
  },
  {
    from: 'laowang88',
    to: 'beiji77',
    subject: 'Re: 周日聚会的名单',
    content: '没问题，炭我也一起买了。要是下雨就改到我家车库。',
    hoursAgo: 69,
    readHoursAgo: 66,
    replyTo: 2,
  },
  {
    from: 'haiou2020',
    to: 'xiaoli',
    subject: '关于你问的 H4 工卡',
    content:
      '我上个月刚办完，从寄出去到拿到卡一共十一周。照片一定要用近三十天内的，我就是因为这个被退了一次。',
    hoursAgo: 52,
    readHoursAgo: 50,
  },
  {
    from: 'laowang88',
    to: 'xiaoli',
    subject: '合租',
    content:
      '你在版里发的那间主卧还在吗？我表弟下个月来实习，三个月，不抽烟不养宠物。周六下午三点方便看房吗？',
    hoursAgo: 30,
    readHoursAgo: 28,
  },
  {
    from: 'xiaoli',
    to: 'laowang88',
    subject: 'Re: 合租',
    content:
      '还在的，周六三点可以。\n\n-------- 原文 --------\n你在版里发的那间主卧还在吗？我表弟下个月来实习，三个月，不抽烟不养宠物。周六下午三点方便看房吗？',
    hoursAgo: 27,
    readHoursAgo: 26,
    replyTo: 5,
  },
  {
    from: 'banzhu1',
    to: 'laowang88',
    subject: '关于你的帖子',
    content: '老王好，你发在内推版的那篇写得很好，想请你同意我们把它置顶一周。不方便的话直接回我一声就行。',
    hoursAgo: 5,
  },
  {
    from: 'haiou2020',
    to: 'laowang88',
    subject: '律师联系方式',
    content: '上次说的那位 O-1 律师姓陈，先发邮件约时间比较好，一般两天内会回。第一次咨询三十分钟不收费。',
    hoursAgo: 1.5,
  },
  {
    from: 'xiaoli',
    to: 'laowang88',
    subject: 'Re: 合租',
    content:
      '周六见。地址我再发你一次：Caltrain 站出来往东走三个路口，白色的那栋，到了给我发信。\n\n-------- 原文 --------\n还在的，周六三点可以。',
    hoursAgo: 0.3,
    replyTo: 5,
  },
  {
    from: 'laowang88',
    to: 'doubao9',
    subject: '欢迎',
    content: '看到你在新手报到的帖子了，欢迎！有什么不清楚的可以先看置顶的版规，也可以直接问我。',
    hoursAgo: 0.2,
  },
]
