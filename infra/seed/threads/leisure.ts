import { type SeedThread } from '../types'

export const leisureThreads: SeedThread[] = [
  {
    board: 121,
    author: 'doubao9',
    title: '剧荒了，求推荐！要那种吃饭的时候看、看完不会难过的',
    content: `最近看的三部结局都死人，我的眼睛肿得像核桃。现在只想看：有人做饭、有人吵架、最后和好，没有人死。

我先推一个，讲小镇食堂的，每集二十分钟，片头曲听了就饿：

https://www.youtube.com/watch?v=M7lc1UVf-VE

大家有这种“下饭”的吗？`,
    hoursAgo: 290.0,
    views: 2644,
    replies: [
      {
        author: 'nanfang',
        hoursAgo: 282.5,
        content: '小鎮食堂那部我也有看，第三集的炒米粉看得我半夜起來煮。',
      },
      {
        author: 'laowang88',
        hoursAgo: 266.0,
        content: '老片子行不行？二十年前的情景喜剧，我现在还能背台词。',
      },
      {
        author: 'doubao9',
        hoursAgo: 252.8,
        content: `[quote="老王"]老片子行不行？二十年前的情景喜剧，我现在还能背台词。[/quote]
行！！越老越好`,
        quote: 3,
      },
      { author: 'beiji77', hoursAgo: 235.5, content: '看纪录片。修钟的那种，没有人死，只有钟死，还能修活。' },
      { author: 'xiaoli', hoursAgo: 225.1, content: '哈哈哈哈北极的推荐永远很北极' },
      {
        author: 'haiou2020',
        hoursAgo: 217.4,
        content: '我和孩子一起看动物幼儿园的直播，一只小水獭睡觉我们看了四十分钟。',
      },
      { author: 'banzhu2', hoursAgo: 207.6, content: '推荐听书，做饭洗碗都不耽误。' },
      {
        author: 'laowang88',
        hoursAgo: 195.3,
        content: `我闺女推给我这个，做豆腐的，从头到尾没一句话，看完我去泡了两斤豆子：

https://www.bilibili.com/video/BV1xx411c7mD

就是看完很想动手。`,
      },
      {
        author: 'doubao9',
        hoursAgo: 190.9,
        content: `[quote="老王"]我闺女推给我这个，做豆腐的，从头到尾没一句话，看完我去泡了两斤豆子：

https://www.bilibili.com/video/BV1xx411c7mD

就是看完很想动手。[/quote]
看完了，我宣布这是本年度最佳爱情片（他和豆腐）`,
        quote: 9,
      },
      {
        author: 'nanfang',
        hoursAgo: 186.5,
        content: `[quote="老王"]我闺女推给我这个，做豆腐的，从头到尾没一句话，看完我去泡了两斤豆子：

https://www.bilibili.com/video/BV1xx411c7mD

就是看完很想动手。[/quote]
點鹵那一段的手，做了四十年的人才有那種手。`,
        quote: 9,
      },
      { author: 'xiaoli', hoursAgo: 184.1, content: '已下饭，饭没了' },
      { author: 'beiji77', hoursAgo: 180.0, content: '钟那部三季，共二十七集。挂这里备查。' },
    ],
  },
  {
    board: 122,
    author: 'nanfang',
    title: '麻婆豆腐：在洛杉磯的超市也能做出八成像',
    content: `不講究的地方我都標出來了，大家各取所需。

[b]一定要有[/b]
豆瓣醬（先剁碎）、花椒（現磨）、牛絞肉、嫩豆腐。

[b]可以換[/b]
蒜苗買不到就用韭蔥的綠色部分，郫縣的買不到就用普通豆瓣醬加一點豆豉。

[b]做法[/b]
豆腐切塊，鹽水小火燙五分鐘，不要滾。牛肉炒到油變清、變酥，這一步要有耐心，是香味的一半。下豆瓣醬小火炒出紅油，下水，下豆腐，燒六七分鐘。勾芡分三次，第一次讓它掛，第二次讓它亮，第三次收。最後撒花椒粉，關火。

八成像，剩下那兩成是空氣。`,
    hoursAgo: 1300.0,
    views: 5533,
    replies: [
      { author: 'haiou2020', hoursAgo: 1272.5, content: '勾芡三次！我一直一次倒完，怪不得水汪汪。' },
      { author: 'doubao9', hoursAgo: 1232.8, content: '花椒没磨整颗放行吗（我没有磨）' },
      {
        author: 'nanfang',
        hoursAgo: 1207.6,
        content: `[quote="豆包"]花椒没磨整颗放行吗（我没有磨）[/quote]
可以，乾鍋焙香，用擀麵棍壓，或者拿杯子底部壓。`,
        quote: 3,
      },
      {
        author: 'laowang88',
        hoursAgo: 1180.9,
        content: '郫县的我家有，我从国内背回来三斤，过关的时候人家问这是什么，我说是辣椒果酱。',
      },
      {
        author: 'beiji77',
        hoursAgo: 1140.5,
        content: `[quote="老王"]郫县的我家有，我从国内背回来三斤，过关的时候人家问这是什么，我说是辣椒果酱。[/quote]
技术上没说错。`,
        quote: 5,
      },
      { author: 'xiaoli', hoursAgo: 1110.7, content: '做了！！成功了！！就是辣得第二天没法上班' },
      {
        author: 'nanfang',
        hoursAgo: 1099.4,
        content: `[quote="小李"]做了！！成功了！！就是辣得第二天没法上班[/quote]
恭喜，辣度是可以減的，你放了幾勺？`,
        quote: 7,
      },
      {
        author: 'xiaoli',
        hoursAgo: 1089.9,
        content: `[quote="南方"]恭喜，辣度是可以減的，你放了幾勺？[/quote]
……四勺`,
        quote: 8,
      },
      { author: 'nanfang', hoursAgo: 1080.0, content: '配方寫的是一勺。' },
    ],
  },
  {
    board: 123,
    author: 'laowang88',
    title: '黄石四天三晚自驾，带七十岁老人版攻略',
    content: `每天车程压到三小时以内，每到一处先找厕所和椅子。四天下来，我爸妈说腿不疼，我说我腿疼，因为我每到一处要先跑一圈找厕所和椅子。

[b]第一天[/b] 西门进，看喷泉区，木栈道平，轮椅也能走。
[b]第二天[/b] 大峡谷，只看一个观景台，别贪。
[b]第三天[/b] 北边的石灰台阶，走下面那一圈就行。傍晚路边看野牛，别下车。
[b]第四天[/b] 湖边坐着，什么也不干，是我妈最喜欢的一天。

吃的自己带：电饭锅、榨菜、挂面、一把小葱。我妈说全程最好吃的是停车场的葱油面。`,
    hoursAgo: 3100.0,
    views: 7244,
    editedHoursAgo: 3080.0,
    editedContent: `每天车程压到三小时以内，每到一处先找厕所和椅子。四天下来，我爸妈说腿不疼，我说我腿疼，因为我每到一处要先跑一圈找厕所和椅子。

[b]第一天[/b] 西门进，看喷泉区，木栈道平，轮椅也能走。
[b]第二天[/b] 大峡谷，只看一个观景台，别贪。
[b]第三天[/b] 北边的石灰台阶，走下面那一圈就行。傍晚路边看野牛，别下车。
[b]第四天[/b] 湖边坐着，什么也不干，是我妈最喜欢的一天。

吃的自己带：电饭锅、榨菜、挂面、一把小葱。我妈说全程最好吃的是停车场的葱油面。

补：园里信号很差，地图提前下好离线的。`,
    replies: [
      {
        author: 'haiou2020',
        hoursAgo: 3077.3,
        content: '收藏了！明年带公婆去正好用上。“先找厕所和椅子”是带老人出行第一定律。',
      },
      { author: 'doubao9', hoursAgo: 3055.2, content: '停车场的葱油面，画面感一下就来了' },
      { author: 'nanfang', hoursAgo: 3042.1, content: '電飯鍋怎麼插電？車上嗎？' },
      {
        author: 'laowang88',
        hoursAgo: 3018.5,
        content: `[quote="南方"]電飯鍋怎麼插電？車上嗎？[/quote]
住的地方插。停车场那顿是保温壶焖的，面放进去焖六分钟，葱油提前熬好装瓶。`,
        quote: 4,
      },
      { author: 'beiji77', hoursAgo: 3004.2, content: '九月去。七月停车位比熊少。' },
      { author: 'xiaoli', hoursAgo: 2982.4, content: '请问几月去的呀？住园里还是园外？' },
      {
        author: 'laowang88',
        hoursAgo: 2975.5,
        content: `[quote="小李"]请问几月去的呀？住园里还是园外？[/quote]
九月初，园外，提前四个月订的。北极说得对，九月好。`,
        quote: 7,
      },
      { author: 'banzhu2', hoursAgo: 2966.0, content: '老人有高血压的注意海拔，出发前问问医生。' },
      { author: 'laowang88', hoursAgo: 2957.5, content: '枫林晚提醒得对，我爸带了血压计，量得比拍照还勤。' },
      { author: 'doubao9', hoursAgo: 2950.0, content: '马住，等我爸妈来用' },
    ],
  },
]
