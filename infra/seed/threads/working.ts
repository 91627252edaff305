import { type SeedThread } from '../types'

export const workingThreads: SeedThread[] = [
  {
    board: 21,
    author: 'laowang88',
    title: '组里来了个新经理，第一周就要大家写日报',
    content: `我们组八个人，平均年龄四十六。上周来了个新经理，三十出头，人很精神，上来先说“我是来帮大家扫清障碍的”，第三天发邮件：每天下班前写日报，不少于五条，要有“今日收获”。

我写了二十年代码，今天的收获是：打印机没纸的时候，关机重启是没用的。

就想问问，你们那儿也这样吗？怎么应付的？`,
    hoursAgo: 70.0,
    views: 7216,
    replies: [
      { author: 'doubao9', hoursAgo: 66.4, content: '“今日收获”笑死，小学生日记既视感' },
      { author: 'beiji77', hoursAgo: 59.3, content: '用大模型写。他八成也用大模型看。' },
      {
        author: 'laowang88',
        hoursAgo: 54.3,
        content: `[quote="北极"]用大模型写。他八成也用大模型看。[/quote]
试了，写得比我积极向上，被表扬了。`,
        quote: 3,
      },
      { author: 'xiaoli', hoursAgo: 49.7, content: '哈哈哈哈哈哈哈' },
      {
        author: 'nanfang',
        hoursAgo: 44.65,
        content: '我們以前也有過，撐了六個禮拜就沒了。訣竅是寫得又多又細，讓看的人比寫的人累。',
      },
      {
        author: 'haiou2020',
        hoursAgo: 40.11,
        content:
          '换位想一下，新经理也慌，不知道大家在干嘛。可以主动约他十五分钟，把手上的活讲清楚，他心里有底了自然就不要日报了。',
      },
      {
        author: 'laowang88',
        hoursAgo: 36.99,
        content: `[quote="海鸥"]换位想一下，新经理也慌，不知道大家在干嘛。可以主动约他十五分钟，把手上的活讲清楚，他心里有底了自然就不要日报了。[/quote]
海鸥说得在理。可他的日历全红，约到下下周三。`,
        quote: 7,
      },
      { author: 'beiji77', hoursAgo: 34.65, content: '那就日报第一条写“等待与经理沟通”，连写八天。' },
      { author: 'doubao9', hoursAgo: 29.25, content: '学到了（我还没上班）' },
      {
        author: 'banzhu2',
        hoursAgo: 26.29,
        content:
          '我带过人，说句公道话：要日报多半是上面问他要数字。你们一起提个周报模板，他拿去交差，两边都省事。',
      },
      {
        author: 'xiaoli',
        hoursAgo: 22.23,
        content: `[quote="枫林晚"]我带过人，说句公道话：要日报多半是上面问他要数字。你们一起提个周报模板，他拿去交差，两边都省事。[/quote]
我们组就是这样变成周报的！三行：做了什么、卡在哪、下周做什么。`,
        quote: 11,
      },
      { author: 'nanfang', hoursAgo: 19.87, content: '三行最好。超過三行就是散文了。' },
      {
        author: 'laowang88',
        hoursAgo: 16.21,
        content: '今日收获：老员工不能一起沉默，一沉默他就以为大家同意了。',
      },
      { author: 'haiou2020', hoursAgo: 13.12, content: '👏' },
      {
        author: 'beiji77',
        hoursAgo: 11.67,
        content: `[quote="老王"]今日收获：老员工不能一起沉默，一沉默他就以为大家同意了。[/quote]
你这条可以直接写进日报。`,
        quote: 14,
      },
      {
        author: 'laowang88',
        hoursAgo: 9.18,
        content:
          '更新：今天约上了，站着聊了十分钟。他说他也不想看，是总监要的。我给了他一张三行的表，他差点拥抱我。',
      },
      { author: 'doubao9', hoursAgo: 6.39, content: '反转了！新经理竟是难兄难弟' },
      { author: 'xiaoli', hoursAgo: 5.34, content: '恭喜老王！所以以后是周报了？' },
      {
        author: 'laowang88',
        hoursAgo: 4.12,
        content: `[quote="小李"]恭喜老王！所以以后是周报了？[/quote]
周报。每周五三行。`,
        quote: 19,
      },
      { author: 'nanfang', hoursAgo: 2.8, content: '圓滿大結局，可以鎖樓了 😆' },
      { author: 'beiji77', hoursAgo: 2.14, content: '别锁。等总监看完三行，会要第四行。' },
      { author: 'laowang88', hoursAgo: 1.4, content: '北极你这个人，怎么专门往人饭碗里掉头发。' },
    ],
  },
  {
    board: 21,
    author: 'doubao9',
    title: '开会听不懂同事的梗，只能跟着笑，笑得比别人晚半拍',
    content: `校内兼职，组里都是本地学生，开会十分钟有八分钟在说笑话，我每次都是看到别人笑我才笑。昨天我笑得太晚，变成全场只有我在笑 😶 现在他们以为我的笑点很怪。

有没有办法快速学会这些？看剧有用吗？`,
    hoursAgo: 690.0,
    views: 1122,
    replies: [
      {
        author: 'nanfang',
        hoursAgo: 681.4,
        content: '來了十一年了，還是一半聽不懂。你就問「這是什麼意思」，他們講解的時候比講笑話還開心。',
      },
      { author: 'xiaoli', hoursAgo: 673.3, content: '+1，直接问。我靠这一招交到了第一个朋友。' },
      {
        author: 'laowang88',
        hoursAgo: 663.2,
        content: '球赛看一点，哪怕只知道昨晚谁赢了，周一就能混半小时。',
      },
      { author: 'haiou2020', hoursAgo: 652.4, content: '你也可以讲你的梗呀，让他们听不懂一次 😆' },
      { author: 'beiji77', hoursAgo: 647.2, content: '笑不笑没人在意，活干完就行。' },
      {
        author: 'doubao9',
        hoursAgo: 641.9,
        content: `[quote="海鸥"]你也可以讲你的梗呀，让他们听不懂一次 😆[/quote]
我给他们讲了“薛定谔的早八”，他们真的笑了！是礼貌的那种笑！`,
        quote: 5,
      },
      { author: 'doubao9', hoursAgo: 640.0, content: '谢谢大家，我去补昨晚的球赛了' },
    ],
  },
  {
    board: 22,
    author: 'nanfang',
    title: '401k 要不要放滿？今年手頭有點緊',
    content: `我太太說放滿，說公司那部分不拿白不拿；我說房貸剛動，手頭留一點比較安心。公司配到薪水的 4%，再往上就沒有了。

現在我放 6%，離上限還差一大截。大家是先放滿再說，還是先留現金？`,
    hoursAgo: 96.0,
    views: 3390,
    replies: [
      {
        author: 'beiji77',
        hoursAgo: 81.9,
        content: '先拿满公司配的，这是白给的。再往上看你的现金够不够六个月。',
      },
      {
        author: 'laowang88',
        hoursAgo: 72.5,
        content: '我是老实人，年年放满，放到现在发现自己最有钱的地方就是取不出来的那个账户。',
      },
      {
        author: 'haiou2020',
        hoursAgo: 59.6,
        content:
          '我们的顺序：公司配的 → 六个月生活费 → 高息债还掉 → 再往上加。带娃之后现金特别重要，夏令营的账单是会偷袭的。',
      },
      {
        author: 'nanfang',
        hoursAgo: 49.0,
        content: `[quote="老王"]我是老实人，年年放满，放到现在发现自己最有钱的地方就是取不出来的那个账户。[/quote]
「取不出來的那個帳戶」…… 老王你這句話我太太看到會更堅持放滿。`,
        quote: 3,
      },
      { author: 'xiaoli', hoursAgo: 36.01, content: '请问没绿卡的人放满划算吗？万一哪天要走。' },
      {
        author: 'beiji77',
        hoursAgo: 30.04,
        content: `[quote="小李"]请问没绿卡的人放满划算吗？万一哪天要走。[/quote]
走了账户还是你的，只是提前取有代价。细节问报税的人。`,
        quote: 6,
      },
      {
        author: 'banzhu2',
        hoursAgo: 18.89,
        content: '走的人我认识好几个，都是先放着不动，到年龄再说。每个人税务情况不同，别照抄。',
      },
      { author: 'doubao9', hoursAgo: 9.71, content: '我：401k 是什么（打开搜索）' },
      {
        author: 'laowang88',
        hoursAgo: 6.42,
        content: `[quote="豆包"]我：401k 是什么（打开搜索）[/quote]
就是你六十岁的自己给现在的你发的一张欠条，倒过来。`,
        quote: 9,
      },
      {
        author: 'nanfang',
        hoursAgo: 3.5,
        content: '折衷了，加到 8%，剩下的先存緊急預備金。太太點頭，家庭會議結束。',
      },
      { author: 'haiou2020', hoursAgo: 0.05, content: '会议圆满 🎉' },
    ],
  },
  {
    board: 22,
    author: 'beiji77',
    title: 'RSU 归属那天就卖，还是留着',
    content: `组里一半人到账就卖，一半人从来不卖。问自己一个问题就行了：

如果今天公司发给你的是现金，你会拿这笔现金去买自己公司的股票吗？

不会，就卖。会，就留。我想不出第三种情况，欢迎反驳。`,
    hoursAgo: 3300.0,
    views: 1480,
    replies: [
      { author: 'laowang88', hoursAgo: 3291.6, content: '反驳：我懒。' },
      { author: 'haiou2020', hoursAgo: 3280.7, content: '反驳 +1：我是真忘了它在那个账户里……' },
      { author: 'nanfang', hoursAgo: 3265.3, content: '理性上同意，感性上賣掉那天它一定漲。' },
      {
        author: 'beiji77',
        hoursAgo: 3257.2,
        content: `[quote="南方"]理性上同意，感性上賣掉那天它一定漲。[/quote]
你不卖那天它也可能跌，只是你不会截图。`,
        quote: 4,
      },
      { author: 'xiaoli', hoursAgo: 3247.6, content: '没有 RSU 的人路过' },
      {
        author: 'laowang88',
        hoursAgo: 3240.0,
        content: '卖了换成大盘，睡得着觉。个股的故事我讲三天三夜，都是悲剧。',
      },
    ],
  },
  {
    board: 23,
    author: 'haiou2020',
    title: '今天早上被裁了，十五分钟的会，连再见都没来得及说',
    content: `早上九点，日历上突然多了一个会，名字叫“团队更新”。进去只有总监和人事，念稿子，念完电脑就锁了。前后十五分钟。

不是我，是我先生。他在那家公司七年，昨天晚上还在替同事改一个线上的问题，改到一点。

我现在坐在车里，送完孩子不知道要不要马上回家。他说没事，让我照常上班，可是声音不对。

我们有绿卡，身份不急，房贷有我顶着，其实没到最坏。就是想找个地方说两句。有经历过的朋友吗，头一个星期该做什么、不该做什么？`,
    hoursAgo: 60.0,
    views: 11430,
    replies: [
      {
        author: 'laowang88',
        hoursAgo: 56.4,
        content: '抱抱你们两口子。我 08 年、20 年各挨过一次。头三天什么都别做，让他睡。',
      },
      {
        author: 'banzhu2',
        hoursAgo: 54.4,
        content: '遣散协议不要当天签，一般都给考虑时间。条款看不懂的，花点钱请律师看一眼。',
      },
      { author: 'xiaoli', hoursAgo: 51.0, content: '海鸥姐你平时帮那么多人，有什么我们能做的尽管说。' },
      {
        author: 'beiji77',
        hoursAgo: 44.78,
        content:
          '清单：1. 把个人文件和联系人导出来（公司允许的部分）。2. 医保到哪天，接哪一份。3. 失业金当周就申请。4. 股票最后归属日期。',
      },
      { author: 'nanfang', hoursAgo: 41.66, content: '先回家，煮一碗麵給他。別的下午再說。' },
      {
        author: 'haiou2020',
        hoursAgo: 39.19,
        content: `[quote="南方"]先回家，煮一碗麵給他。別的下午再說。[/quote]
我回家了，他在洗车。七年没洗过的车。`,
        quote: 6,
      },
      {
        author: 'nanfang',
        hoursAgo: 36.06,
        content: `[quote="海鸥"]我回家了，他在洗车。七年没洗过的车。[/quote]
洗車好，手有事做，腦子才會停。`,
        quote: 7,
      },
      { author: 'doubao9', hoursAgo: 32.16, content: '看哭了，抱抱姐姐和姐夫' },
      {
        author: 'laowang88',
        hoursAgo: 28.81,
        content:
          '洗车、修篱笆、把车库的灯全换一遍，男人都这样，让他弄。别问他接下来什么打算，头一周他自己也不知道。',
      },
      {
        author: 'haiou2020',
        hoursAgo: 25.61,
        content: '他问我是不是在论坛上说他了，我说说了，他说那替我问问车库的灯买多少瓦的 😂😭',
      },
      {
        author: 'beiji77',
        hoursAgo: 23.09,
        content: `[quote="海鸥"]他问我是不是在论坛上说他了，我说说了，他说那替我问问车库的灯买多少瓦的 😂😭[/quote]
普通车库 100 瓦等效的两个够了，色温 4000K。`,
        quote: 11,
      },
      { author: 'laowang88', hoursAgo: 21.3, content: '哈哈哈哈北极，真有你的' },
      { author: 'xiaoli', hoursAgo: 18.36, content: '医保这块请问一般怎么接？我也想提前了解一下。' },
      {
        author: 'banzhu2',
        hoursAgo: 16.46,
        content: `[quote="小李"]医保这块请问一般怎么接？我也想提前了解一下。[/quote]
常见三条路：配偶公司的保险（一般要在失去保险后限期内加）、原公司续保、州里的保险市场。各家时间窗口不同，以人事给的材料为准。`,
        quote: 14,
      },
      {
        author: 'haiou2020',
        hoursAgo: 14.6,
        content: '加到我这边了，人事说三十天内都可以。谢谢提醒，差点忘了。',
      },
      { author: 'nanfang', hoursAgo: 11.12, content: '有人講話就好。你自己也要吃飯，不要只顧他。' },
      { author: 'doubao9', hoursAgo: 9.78, content: '姐姐记得吃饭 🍜' },
      { author: 'laowang88', hoursAgo: 7.52, content: '对，家里撑着的那个最容易垮。' },
      {
        author: 'haiou2020',
        hoursAgo: 6.13,
        content: '今天第二天。他睡到十点，起来做了早饭，煎蛋糊了，孩子们说是他们吃过最好吃的糊蛋。',
      },
      { author: 'xiaoli', hoursAgo: 4.99, content: 'T_T' },
      {
        author: 'beiji77',
        hoursAgo: 3.7,
        content: '内推版要不要挂一下他的简历。我这边有两个组在招，不保证，但能递到人手上。',
      },
      {
        author: 'haiou2020',
        hoursAgo: 2.82,
        content: `[quote="北极"]内推版要不要挂一下他的简历。我这边有两个组在招，不保证，但能递到人手上。[/quote]
他说下周一开始看，谢谢北极！你刀子嘴豆腐心实锤了。`,
        quote: 22,
      },
      {
        author: 'beiji77',
        hoursAgo: 1.55,
        content: `[quote="海鸥"]他说下周一开始看，谢谢北极！你刀子嘴豆腐心实锤了。[/quote]
别传出去。`,
        quote: 23,
      },
      { author: 'laowang88', hoursAgo: 1.13, content: '晚了，全论坛都看见了。' },
      { author: 'banzhu2', hoursAgo: 0.72, content: '祝顺利。走出来回头看，多数人都说那是个逗号。' },
      { author: 'haiou2020', hoursAgo: 0.3, content: '谢谢大家，一条一条都念给他听了。灯换好了，特别亮 💡' },
    ],
  },
  {
    board: 24,
    author: 'laowang88',
    title: '周末摆摊卖煎饼，四个周末下来算了一笔账',
    content: `老婆说我天天念叨想创业，让我先去摆个摊试试。于是和朋友在社区集市租了个位，卖煎饼果子，四个周末：

收入 3,180
摊位费 480
材料 610
炉子、冰桶、棚子 720
许可证和食品培训 355
烫伤药膏 12

净剩一千块出头，两个人，每人站了三十二个小时。算下来每小时十五块六，还没算我老婆帮我收钱。

不过有个老太太连着来了四次，说这是她来美国以后吃过最像家门口的味道。这个没法入账。`,
    hoursAgo: 1400.0,
    views: 2744,
    replies: [
      { author: 'doubao9', hoursAgo: 1387.3, content: '在哪里！！我要去排队' },
      { author: 'haiou2020', hoursAgo: 1361.5, content: '烫伤药膏单独列一行，太真实了 😂' },
      { author: 'nanfang', hoursAgo: 1339.6, content: '麵糊用什麼比例？我在家做總是破。' },
      {
        author: 'laowang88',
        hoursAgo: 1326.2,
        content: `[quote="南方"]麵糊用什麼比例？我在家做總是破。[/quote]
绿豆面六，白面三，小米面一，水一点点加，醒半小时。破是因为锅不够热。`,
        quote: 4,
      },
      { author: 'beiji77', hoursAgo: 1316.3, content: '设备摊到一年，时薪二十三。可以继续。' },
      { author: 'xiaoli', hoursAgo: 1299.3, content: '“这个没法入账”，好好哭' },
      {
        author: 'banzhu2',
        hoursAgo: 1293.3,
        content: '各地的食品许可差别不小，想照着做的朋友先问自己郡里的卫生部门。',
      },
      { author: 'laowang88', hoursAgo: 1290.0, content: '第五个周末下雨，卖了六个，其中三个是我自己吃的。' },
    ],
  },
]
