import { type SeedThread } from '../types'

export const workVisaThreads: SeedThread[] = [
  {
    board: 42,
    author: 'xiaoli',
    title: 'H1B 抽签没中怎么办？今年第三次了，想听听大家的办法',
    content: `连续三年没中，OPT 还剩五个月。公司愿意等，但身份是硬伤。

目前想到的路：

一、Day 1 CPT，风险自己担；
二、转 O-1，律师说材料还差两篇报道。

有走过这几条路的朋友说说经验吗？`,
    hoursAgo: 26.0,
    views: 12043,
    pinned: true,
    editedHoursAgo: 3.0,
    editedContent: `连续三年没中，OPT 还剩五个月。公司愿意等，但身份是硬伤。

目前想到的路：

一、Day 1 CPT，风险自己担；
二、转 O-1，律师说材料还差两篇报道；
三、外派到温哥华一年，再走 L-1 回来。

有走过这几条路的朋友说说经验吗？`,
    replies: [
      { author: 'doubao9', hoursAgo: 25.47, content: '抱抱小李姐，先占个沙发' },
      {
        author: 'laowang88',
        hoursAgo: 24.62,
        content: '第三次了……老弟（老妹？）先别急着做决定，睡一觉再看。',
      },
      {
        author: 'banzhu2',
        hoursAgo: 23.87,
        content:
          '先把几个日期列出来：OPT 结束日、宽限期、护照有效期、合同到期。很多方案可不可行，就看这几个日期前后差几天。',
      },
      {
        author: 'xiaoli',
        hoursAgo: 22.9,
        content: `[quote="枫林晚"]先把几个日期列出来：OPT 结束日、宽限期、护照有效期、合同到期。很多方案可不可行，就看这几个日期前后差几天。[/quote]
OPT 还有五个月零十一天，护照三年，合同没写期限。谢谢枫大，我做了张时间线。`,
        quote: 4,
      },
      { author: 'beiji77', hoursAgo: 22.25, content: '我也没中，第二次。难兄难弟。' },
      {
        author: 'nanfang',
        hoursAgo: 21.36,
        content:
          '我朋友走的是外派，公司在溫哥華有辦公室，一年多就拿著 L-1 簽證回來了。前提是公司真的有那個辦公室，不是信箱。',
      },
      {
        author: 'beiji77',
        hoursAgo: 20.38,
        content: `[quote="南方"]我朋友走的是外派，公司在溫哥華有辦公室，一年多就拿著 L-1 簽證回來了。前提是公司真的有那個辦公室，不是信箱。[/quote]
“不是信箱”这句是重点。`,
        quote: 7,
      },
      {
        author: 'haiou2020',
        hoursAgo: 19.54,
        content:
          'O-1 听着吓人，我前同事不是什么大牛，也办下来了。材料是一点一点攒的：评审经历、媒体报道、推荐信。关键是律师会不会帮你讲故事。',
      },
      {
        author: 'xiaoli',
        hoursAgo: 18.97,
        content: `[quote="海鸥"]O-1 听着吓人，我前同事不是什么大牛，也办下来了。材料是一点一点攒的：评审经历、媒体报道、推荐信。关键是律师会不会帮你讲故事。[/quote]
我律师说还差两篇报道，这个一般怎么找呀？总不能自己花钱买吧`,
        quote: 9,
      },
      {
        author: 'beiji77',
        hoursAgo: 17.98,
        content: `[quote="小李"]我律师说还差两篇报道，这个一般怎么找呀？总不能自己花钱买吧[/quote]
买的一眼假。别买。`,
        quote: 10,
      },
      {
        author: 'banzhu2',
        hoursAgo: 17.34,
        content: `[quote="小李"]我律师说还差两篇报道，这个一般怎么找呀？总不能自己花钱买吧[/quote]
行业协会的通讯、学校的校友专访、专业网站的采访，只要是真的、讲的是你的工作，都有人用过。花钱发的稿子不要碰。`,
        quote: 10,
      },
      { author: 'doubao9', hoursAgo: 16.63, content: '有没有可能……结婚（我先跑了）' },
      {
        author: 'laowang88',
        hoursAgo: 15.59,
        content: `[quote="豆包"]有没有可能……结婚（我先跑了）[/quote]
你给我回来`,
        quote: 13,
      },
      { author: 'xiaoli', hoursAgo: 14.78, content: '哈哈哈哈哈哈谢谢豆包，笑出来了，这两天第一次笑' },
      { author: 'banzhu1', hoursAgo: 14.44, content: '提醒：谈个人经验可以，别推荐具体的中介和“渠道”。' },
      {
        author: 'beiji77',
        hoursAgo: 13.87,
        content:
          'Day 1 CPT 我认真查过，身边两个人，一个后来转身份顺利，一个被补件问得很细，补了三轮。不是不能走，是要留好每一张课表、每一次到校的记录。',
      },
      {
        author: 'xiaoli',
        hoursAgo: 13.03,
        content: `[quote="北极"]Day 1 CPT 我认真查过，身边两个人，一个后来转身份顺利，一个被补件问得很细，补了三轮。不是不能走，是要留好每一张课表、每一次到校的记录。[/quote]
这就是我最怕的……三轮`,
        quote: 17,
      },
      {
        author: 'nanfang',
        hoursAgo: 12.15,
        content: '想問一下，公司願意等，是願意等到明年再抽一次，還是願意讓你到海外上班？這兩個差很多。',
      },
      {
        author: 'xiaoli',
        hoursAgo: 11.68,
        content: `[quote="南方"]想問一下，公司願意等，是願意等到明年再抽一次，還是願意讓你到海外上班？這兩個差很多。[/quote]
今天问了老板，他说加拿大那边有个小团队，八个人，可以过去。所以第三条路是今天才有的！`,
        quote: 19,
      },
      { author: 'laowang88', hoursAgo: 11.1, content: '那不就有戏了么！真有团队、真有活干，这就是正路。' },
      { author: 'haiou2020', hoursAgo: 10.2, content: '太好了！有团队就踏实 👏' },
      { author: 'beiji77', hoursAgo: 9.46, content: '时区一样，同一个组，连站会都不用改。选这个。' },
      {
        author: 'banzhu2',
        hoursAgo: 9.05,
        content: `[quote="小李"]今天问了老板，他说加拿大那边有个小团队，八个人，可以过去。所以第三条路是今天才有的！[/quote]
外派走 L-1 一般要求在海外连续工作满一年，期间短期来美的天数要扣。去之前请律师把“什么算连续”写清楚。`,
        quote: 20,
      },
      {
        author: 'xiaoli',
        hoursAgo: 8.26,
        content: `[quote="枫林晚"]外派走 L-1 一般要求在海外连续工作满一年，期间短期来美的天数要扣。去之前请律师把“什么算连续”写清楚。[/quote]
记下来了，一条一条问律师。`,
        quote: 24,
      },
      { author: 'doubao9', hoursAgo: 7.67, content: '温哥华好吃的多！！这一条也很重要！！' },
      {
        author: 'nanfang',
        hoursAgo: 7.23,
        content: `[quote="豆包"]温哥华好吃的多！！这一条也很重要！！[/quote]
豆包說得對，這一條在移民法裡沒有，但在人生裡有。`,
        quote: 26,
      },
      { author: 'laowang88', hoursAgo: 6.69, content: '南方老弟这句话我要抄下来。' },
      {
        author: 'haiou2020',
        hoursAgo: 5.82,
        content: '我同学去年从西雅图搬过去的，房租便宜不了多少，工资少三成，心理准备要有。',
      },
      {
        author: 'beiji77',
        hoursAgo: 5.27,
        content: `[quote="海鸥"]我同学去年从西雅图搬过去的，房租便宜不了多少，工资少三成，心理准备要有。[/quote]
少三成换不用每年三月心跳停一次，值。`,
        quote: 29,
      },
      { author: 'xiaoli', hoursAgo: 4.71, content: '是的，每年三月我都像等体检报告' },
      { author: 'doubao9', hoursAgo: 4.21, content: '我还没开始抽已经焦虑了' },
      {
        author: 'xiaoli',
        hoursAgo: 3.71,
        content: `[quote="豆包"]我还没开始抽已经焦虑了[/quote]
你先好好上课！`,
        quote: 32,
      },
      {
        author: 'laowang88',
        hoursAgo: 3.37,
        content: '有个问题大家别忘了：外派的时候 401k、股票归属、租约怎么处理，提前一个月都理一遍。',
      },
      {
        author: 'doubao9',
        hoursAgo: 2.64,
        content: '@xiaoli 姐你去之前一定要开个直播帖，我要看温哥华的早茶',
      },
      {
        author: 'nanfang',
        hoursAgo: 2.23,
        content: '綠卡流程如果公司已經啟動，外派期間也能繼續走嗎？我朋友那時候好像沒停。',
      },
      {
        author: 'banzhu2',
        hoursAgo: 1.79,
        content: `[quote="南方"]綠卡流程如果公司已經啟動，外派期間也能繼續走嗎？我朋友那時候好像沒停。[/quote]
职位和雇主不变的话有人是继续走的，细节各家不同，这一条也放进问律师的单子里。`,
        quote: 36,
      },
      {
        author: 'beiji77',
        hoursAgo: 1.46,
        content: '有些人自己绿卡早到手了，就别站着说话不腰疼了。',
        deletedBy: 'moderator',
      },
      { author: 'banzhu1', hoursAgo: 1.15, content: '38 楼已处理。可以不同意，不要说人。' },
      { author: 'beiji77', hoursAgo: 0.68, content: '@nanfang 是我话重了，抱歉。没睡好。' },
      {
        author: 'laowang88',
        hoursAgo: 0.06,
        content: `[quote="小李"]三、外派到温哥华一年，再走 L-1 回来。[/quote]
这条最稳。我 2022 年这么走的，一年零两个月回来，绿卡排期没断。那边上班第一天我拍了段视频，我女儿给传上去了，时间线都在里面：

https://www.bilibili.com/video/BV1GJ411x7h7

有不清楚的直接问，别不好意思。`,
      },
      {
        author: 'nanfang',
        hoursAgo: 0.045,
        content: '我也想問同樣的問題，L-1 回來之後還要不要再抽一次？',
        deletedBy: 'author',
      },
      {
        author: 'haiou2020',
        hoursAgo: 0.02,
        content: '@xiaoli O-1 没那么难，评审经历也算一条，私信你律师联系方式 👍',
        report: { by: 'beiji77', reason: '垃圾广告：楼上版主刚提醒过别推荐渠道，这里又要私信律师。' },
      },
    ],
  },
  {
    board: 42,
    author: 'banzhu2',
    title: '本版发帖须知：问身份问题请写清楚这几项',
    content: `本版帖子多，写清楚才有人答得上来。问之前请列出：

[list]
[*]现在的身份、签证类别和到期日
[*]雇主性质（公司、学校、非营利）
[*]已经递交的申请和收据日期
[*]你问过律师没有，律师怎么说
[/list]
收据号、护照号、雇主全名请抹掉再贴图。回答的人说的都是自己的经验，每个案子不一样，[b]请以官网和自己的律师为准。[/b]`,
    hoursAgo: 11200.0,
    views: 5470,
    pinned: true,
    featured: true,
    locked: true,
    replies: [],
  },
  {
    board: 42,
    author: 'haiou2020',
    title: '帮前同事问：转雇主，旧公司拖着不给在职证明怎么办',
    content:
      '前同事拿到新 offer，律师要近三个月工资单和一封在职证明。工资单她自己能下载，在职证明旧公司人事拖了两周，说“流程走完会通知你”。她怕催太紧影响关系。这种情况能用别的材料代替吗？',
    hoursAgo: 1830.0,
    views: 2015,
    replies: [
      {
        author: 'banzhu2',
        hoursAgo: 1814.0,
        content: '通常会有替代：报税表、入职信、同事的书面说明，让律师判断缺口补在哪。别自己写一封顶上。',
      },
      {
        author: 'laowang88',
        hoursAgo: 1785.6,
        content:
          '人事拖不是针对她，是那封信没人认领。写封邮件抄送直属经理，点名一个截止日，多半第二天就出来了。',
      },
      { author: 'beiji77', hoursAgo: 1766.3, content: '抄送。永远有效。' },
      { author: 'haiou2020', hoursAgo: 1760.0, content: '抄送了，四小时出来的 😂 谢谢老王。' },
    ],
  },
]
