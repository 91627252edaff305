import { type SeedThread } from '../types'

export const jobThreads: SeedThread[] = [
  {
    board: 12,
    author: 'haiou2020',
    title: '组里招两个后端，可办 H1B（湾区，混合办公）',
    content: `我们组要两个后端，做支付对账这一块。要求不花哨：

- 三年以上经验，写过要对账的系统更好
- 语言不限，我们是 Go 和 Java 混着用
- 每周到办公室两天，另外三天在哪儿都行

公司不大，三百人左右，H1B 和绿卡都给办（绿卡入职满一年启动）。不是大厂的包裹，但老板是正常人，这点我可以打包票。

感兴趣的站内信我，简历不用改得花里胡哨，写清楚做过什么就行。[b]中介勿扰。[/b]`,
    hoursAgo: 40.0,
    views: 4105,
    replies: [
      { author: 'xiaoli', hoursAgo: 37.09, content: '已私！！做过一年半对账，虽然是内部系统' },
      { author: 'doubao9', hoursAgo: 31.36, content: '应届可以吗？（小声）' },
      {
        author: 'haiou2020',
        hoursAgo: 27.72,
        content: `[quote="豆包"]应届可以吗？（小声）[/quote]
这两个名额不行，不过暑期实习春天会放出来，你先关注着。`,
        quote: 3,
      },
      { author: 'beiji77', hoursAgo: 23.8, content: '老板是正常人这一条应该写在最上面。' },
      { author: 'laowang88', hoursAgo: 21.38, content: '现在“正常人”都成卖点了，什么世道。' },
      { author: 'nanfang', hoursAgo: 17.96, content: '同事剛好在找，已轉。請問面幾輪？' },
      {
        author: 'haiou2020',
        hoursAgo: 15.55,
        content: `[quote="南方"]同事剛好在找，已轉。請問面幾輪？[/quote]
电话一轮，上门三轮，都是写真实的小题目，不考脑筋急转弯。`,
        quote: 7,
      },
      { author: 'xiaoli', hoursAgo: 12.41, content: '请问身份转换的话，公司律师快吗？我剩五个月。' },
      {
        author: 'haiou2020',
        hoursAgo: 9.89,
        content: `[quote="小李"]请问身份转换的话，公司律师快吗？我剩五个月。[/quote]
你的情况我跟招聘说了，今天下午给你回复。先别慌。`,
        quote: 9,
      },
      { author: 'xiaoli', hoursAgo: 6.09, content: '谢谢海鸥姐 T_T' },
      {
        author: 'banzhu2',
        hoursAgo: 4.39,
        content: '提醒求职的朋友，转雇主的时间点各人情况不同，跟公司律师确认书面时间表再动。',
      },
      { author: 'beiji77', hoursAgo: 3.22, content: '招满了说一声。' },
      { author: 'haiou2020', hoursAgo: 2.46, content: '还在招，已经收到十几份，慢慢看，每份都会回。' },
      { author: 'doubao9', hoursAgo: 1.53, content: '顶一下海鸥姐，好人一生平安' },
      {
        author: 'haiou2020',
        hoursAgo: 0.6,
        content: '更新：第一轮电话约到下周了，没收到回复的朋友可以再信我一次，可能进了垃圾箱。',
      },
    ],
  },
  {
    board: 12,
    author: 'laowang88',
    title: '新泽西小公司招数据工程师一名（已招到，谢谢各位）',
    content: `一百来人的公司，做物流的，组里缺一个能把数据管起来的人。不加班，食堂难吃，停车免费。会写 SQL、写得明白文档就行。

要求能到岗，离火车站开车十分钟，我可以顺路捎人。`,
    hoursAgo: 7400.0,
    views: 1888,
    locked: true,
    replies: [
      { author: 'nanfang', hoursAgo: 7340.4, content: '食堂難吃都寫出來了，誠意滿分。' },
      { author: 'beiji77', hoursAgo: 7246.7, content: '薪水范围？' },
      {
        author: 'laowang88',
        hoursAgo: 7174.0,
        content: `[quote="北极"]薪水范围？[/quote]
十二到十五万，看经验。写出来省得大家猜。`,
        quote: 3,
      },
      { author: 'doubao9', hoursAgo: 7101.5, content: '顺路捎人这个福利我没见过哈哈' },
      {
        author: 'laowang88',
        hoursAgo: 7050.2,
        content: '人招到了，就是版上的朋友，下周入职。帖子请版主锁了吧，谢谢各位。',
      },
      { author: 'banzhu1', hoursAgo: 7010.0, content: '已锁。恭喜双方。' },
    ],
  },
  {
    board: 13,
    author: 'xiaoli',
    title: '两个 offer 求比较：身份优先还是包裹优先',
    content: `憋了两天，还是来问大家。背景：码农三年，OPT 快到头，抽签没中。

[b]A：三百人的公司[/b]
底薪 16.5 万，没股票，奖金 10%。愿意马上走一切能走的身份方案，律师已经跟我聊过两次。

[b]B：大厂[/b]
底薪 17 万，四年股票 24 万，签字费 3 万。身份这块招聘只说“我们会评估”，再问就是“入职后和律师谈”。

家里人都说去 B，说出来好听。我自己偏 A，但又怕以后后悔。大家怎么选？`,
    hoursAgo: 52.0,
    views: 5033,
    replies: [
      { author: 'beiji77', hoursAgo: 47.14, content: 'A。没有身份，股票归属不到第二年。' },
      { author: 'laowang88', hoursAgo: 42.94, content: 'A。“我们会评估”翻译过来就是“到时候再说”。' },
      { author: 'doubao9', hoursAgo: 38.14, content: '要是我就 B……但我也没有身份压力，我的意见不算' },
      {
        author: 'nanfang',
        hoursAgo: 33.1,
        content: '先問 B 能不能把身份方案寫進郵件。願意寫，再比錢；不願意寫，就不用比了。',
      },
      {
        author: 'xiaoli',
        hoursAgo: 28.15,
        content: `[quote="南方"]先問 B 能不能把身份方案寫進郵件。願意寫，再比錢；不願意寫，就不用比了。[/quote]
问了，对方说这不在 offer letter 的范围里。`,
        quote: 5,
      },
      {
        author: 'nanfang',
        hoursAgo: 25.08,
        content: `[quote="小李"]问了，对方说这不在 offer letter 的范围里。[/quote]
那答案就出來了。`,
        quote: 6,
      },
      {
        author: 'haiou2020',
        hoursAgo: 21.98,
        content:
          'A 听着像我前同事在的那家 😅 他说老板答应过的身份的事没反悔过。不敢打包票，你站内信我对一下名字。',
      },
      {
        author: 'beiji77',
        hoursAgo: 17.21,
        content: `[quote="海鸥"]A 听着像我前同事在的那家 😅 他说老板答应过的身份的事没反悔过。不敢打包票，你站内信我对一下名字。[/quote]
华人圈就这么大。`,
        quote: 8,
      },
      { author: 'laowang88', hoursAgo: 13.96, content: '哈哈哈你俩再对下去连工位号都对出来了' },
      { author: 'xiaoli', hoursAgo: 10.28, content: '对上了……世界真小' },
      {
        author: 'banzhu2',
        hoursAgo: 8.64,
        content: '两边都请律师出书面方案，别听招聘口头说。差别往往在“入职第几天可以递交”这一行。',
      },
      { author: 'doubao9', hoursAgo: 5.55, content: '家里人说的好听，能好听几年呀' },
      {
        author: 'nanfang',
        hoursAgo: 4.2,
        content: '包裹可以再談，身份談不了。A 那邊可以試試看要簽字費，補你搬家的錢。',
      },
      {
        author: 'xiaoli',
        hoursAgo: 2.17,
        content: `[quote="南方"]包裹可以再談，身份談不了。A 那邊可以試試看要簽字費，補你搬家的錢。[/quote]
试了，给了八千！谢谢南方大叔！`,
        quote: 14,
      },
      { author: 'laowang88', hoursAgo: 1.28, content: '会谈价了，长大了。' },
      {
        author: 'xiaoli',
        hoursAgo: 0.9,
        content: '基本定了，等律师那份书面方案到手就签 A。谢谢大家，等我中签了请吃饭。',
      },
    ],
  },
  {
    board: 14,
    author: 'doubao9',
    title: '暑期实习还有机会吗，已经投了 140 家',
    content: `家人们，140 家，面了 3 家，挂了 2 家，还有 1 家已读不回。同学有两个已经签了，我现在看见“很遗憾”三个字就 PTSD。

现在这个时间点还有公司招吗？还是说我应该老老实实找学校里的活？`,
    hoursAgo: 118.0,
    views: 1507,
    replies: [
      { author: 'xiaoli', hoursAgo: 112.5, content: '有的，很多小公司是开春才想起来要招实习生。' },
      { author: 'beiji77', hoursAgo: 103.6, content: '140 家用的同一份简历？' },
      {
        author: 'doubao9',
        hoursAgo: 95.3,
        content: `[quote="北极"]140 家用的同一份简历？[/quote]
……改过公司名字`,
        quote: 3,
      },
      { author: 'beiji77', hoursAgo: 86.0, content: '那等于投了一家，投了 140 次。' },
      {
        author: 'laowang88',
        hoursAgo: 78.7,
        content: '北极说话永远这么中听。豆包你把简历挂出来（抹掉名字），大家帮你看看。',
      },
      {
        author: 'nanfang',
        hoursAgo: 74.2,
        content: '學校裡的活也不要看不起，跟著教授做一個有人在用的東西，比寫三個沒人用的專案好講。',
      },
      { author: 'haiou2020', hoursAgo: 71.8, content: '我们春天会放实习，到时候我在内推版发，你盯着点。' },
      { author: 'doubao9', hoursAgo: 70.0, content: '好！我今晚重写简历，标题就叫《140 次的教训》' },
    ],
  },
  {
    board: 14,
    author: 'beiji77',
    title: '校招季海投 500 份的统计',
    content: `给后来的人一个参考。师弟和两个同学把投递都记在一张表里，让我帮着算了算：

[code]
投递           500
自动拒信       212
没有任何回音   231
在线笔试        41
电话面试        11
上门            4
offer           1
[/code]

有内推的 60 份里有 19 份进笔试，没内推的 440 份里 22 份。结论自己看。

补一句：全部发生在开放申请后的头三周，第四周以后投的几乎石沉大海。`,
    hoursAgo: 8600.0,
    views: 2960,
    replies: [
      { author: 'doubao9', hoursAgo: 8545.0, content: '看完默默去给学长发消息了' },
      { author: 'xiaoli', hoursAgo: 8512.8, content: '内推 32%，海投 5%……这个差距比我想的还大' },
      { author: 'laowang88', hoursAgo: 8480.0, content: '数据扎心，但比鸡汤有用。' },
    ],
  },
]
