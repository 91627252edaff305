import { type SeedThread } from '../types'

export const newsAndOverseasThreads: SeedThread[] = [
  {
    board: 71,
    author: 'laowang88',
    title: '周末参观退役航母博物馆，拍了两百张，说几个没想到',
    content: `买票进去待了六个小时，腿走断。几个没想到：

一是楼梯，陡得像梯子，老水兵讲解员七十八了，下得比我快。
二是厨房，一天四顿，揉面的缸比我家浴缸大。
三是声音，他放了一段当年弹射的录音，地板真的在抖。

讲解员说，最难的不是起飞，是夜里下着雨回来，看不见船，只看见几盏灯。`,
    hoursAgo: 2750.0,
    views: 1190,
    replies: [
      { author: 'beiji77', hoursAgo: 2732.4, content: '最后一句好。' },
      { author: 'nanfang', hoursAgo: 2714.7, content: '揉麵的缸那張照片有嗎？想看。' },
      {
        author: 'xiaoli',
        hoursAgo: 2700.0,
        content: '带我爸去过，他在轮机舱里站了一个小时，不肯走，他以前是修船的。',
      },
    ],
  },
  {
    board: 82,
    author: 'haiou2020',
    title: '鸡蛋又涨了，你们那儿多少钱一打？',
    content: `今天早上超市，普通鸡蛋 6.49 一打，限购两盒。上个月还是 4 块多。两个男孩一天吃五个，我现在看他们吃蛋像看他们吃硬币。

报一下各地价格吧，看看哪里最便宜。`,
    hoursAgo: 88.0,
    views: 2405,
    replies: [
      { author: 'laowang88', hoursAgo: 79.6, content: '新泽西，5.29，不限购，但是货架空着，等于无限限购。' },
      { author: 'beiji77', hoursAgo: 66.5, content: '明尼苏达，3.79。农场直接买更低，三块。' },
      { author: 'doubao9', hoursAgo: 53.1, content: '纽约韩超 7.99！！我改吃豆腐了' },
      {
        author: 'nanfang',
        hoursAgo: 42.54,
        content: '洛杉磯 6.99，有機的 9 塊多，我站在那邊看了一會兒，走了。',
      },
      {
        author: 'beiji77',
        hoursAgo: 36.36,
        content: `[quote="豆包"]纽约韩超 7.99！！我改吃豆腐了[/quote]
豆腐含蛋白质也不低。`,
        quote: 4,
      },
      { author: 'xiaoli', hoursAgo: 24.6, content: '南湾 5.99。楼下邻居开始养鸡了，三只，会打鸣那种。' },
      {
        author: 'laowang88',
        hoursAgo: 20.18,
        content: `[quote="小李"]南湾 5.99。楼下邻居开始养鸡了，三只，会打鸣那种。[/quote]
打鸣的那只不下蛋。`,
        quote: 7,
      },
      {
        author: 'xiaoli',
        hoursAgo: 13.34,
        content: `[quote="老王"]打鸣的那只不下蛋。[/quote]
？？？那他亏大了`,
        quote: 8,
      },
      {
        author: 'haiou2020',
        hoursAgo: 10.57,
        content: '统计：最低明尼苏达 3.79，最高纽约韩超 7.99，平均 6 块上下。谢谢大家，我决定明天做豆腐。',
      },
      { author: 'nanfang', hoursAgo: 7.44, content: '麻婆豆腐配方在美食版，我寫過。' },
      { author: 'doubao9', hoursAgo: 4.0, content: 'mark 麻婆豆腐' },
    ],
  },
  {
    board: 83,
    author: 'nanfang',
    title: '第一次在學區家長會上講話，手抖得像麥克風壞掉',
    content: `上個月開會討論要不要取消雙語班，一百多人，我本來只是去聽。聽到後來發現沒有一個說中文的家長舉手，我就舉了。

講了一分半鐘，講我女兒怎麼用中文跟外婆視訊。講完坐下才發現全身是汗。後來有兩個老師過來跟我握手，說他們一直在等有人講這個。

雙語班暫時保留一年。不是因為我，可是我很高興我站起來了。`,
    hoursAgo: 4600.0,
    views: 870,
    replies: [
      { author: 'haiou2020', hoursAgo: 4569.6, content: '站起来的那一下最难。佩服！' },
      { author: 'laowang88', hoursAgo: 4551.6, content: '一分半钟，比我开一年的会都值。' },
      { author: 'xiaoli', hoursAgo: 4520.0, content: '看得想鼓掌。' },
    ],
  },
  {
    board: 92,
    author: 'beiji77',
    title: '回国出差两周，坐了十一辆电动车，说点观察',
    content: `公司让我去看供应商，两周跑了四个城市，打车全是电动的，攒了十一种牌子，有六种以前没听过。

观察：
一、司机最在意的不是续航，是座椅，一天坐十二个小时。
二、屏幕越来越大，按钮越来越少，三个司机跟我抱怨想要回一个空调旋钮。
三、充电桩到处都是，坏的也到处都是。`,
    hoursAgo: 1250.0,
    views: 2013,
    replies: [
      { author: 'laowang88', hoursAgo: 1232.6, content: '旋钮这事天下大同，我那辆调个风向要进三层菜单。' },
      { author: 'nanfang', hoursAgo: 1207.8, content: '座椅這一點很有意思，評測裡面從來沒有人坐十二小時。' },
      { author: 'doubao9', hoursAgo: 1188.1, content: '坏的也到处都是哈哈' },
      { author: 'banzhu2', hoursAgo: 1178.2, content: '出差见闻比新闻好看，多写。' },
      {
        author: 'beiji77',
        hoursAgo: 1170.0,
        content: `[quote="枫林晚"]出差见闻比新闻好看，多写。[/quote]
没了，就两周。`,
        quote: 5,
      },
    ],
  },
  {
    board: 101,
    author: 'doubao9',
    title: '纽约周末桌游局缺两个人（法拉盛，周六下午两点）',
    content: `目前四个人，想凑六个。地点在我家楼下的公共活动室，有暖气有插座，自带零食，输的人洗杯子。

新手友好，我自己也只会三种。不要求会英语，会笑就行 🎲`,
    hoursAgo: 44.0,
    views: 1220,
    replies: [
      { author: 'xiaoli', hoursAgo: 32.52, content: '好想去，可是我在另一个海岸' },
      { author: 'beiji77', hoursAgo: 24.05, content: '玩哪三种？' },
      {
        author: 'doubao9',
        hoursAgo: 15.68,
        content: `[quote="北极"]玩哪三种？[/quote]
一种要猜谁是坏人，一种要种地，一种我其实也没搞懂规则`,
        quote: 3,
      },
      {
        author: 'laowang88',
        hoursAgo: 10.37,
        content: '我闺女在皇后区上学，可以让她去吗？她不笑，但是会赢。',
      },
      {
        author: 'doubao9',
        hoursAgo: 2.52,
        content: `[quote="老王"]我闺女在皇后区上学，可以让她去吗？她不笑，但是会赢。[/quote]
欢迎！！不笑但会赢，听起来好酷`,
        quote: 5,
      },
      { author: 'laowang88', hoursAgo: 0.7, content: '她说去了，带一盒我做的煎饼。' },
    ],
  },
  {
    board: 102,
    author: 'banzhu2',
    title: '在荷兰骑车一年摔了四次，总结给刚来的朋友',
    content: `早年在荷兰工作过一年，四次摔车分别是：电车轨道、湿石板、鹅、我自己。

电车轨道要垂直过，斜着过轮子会卡进去。湿石板上别捏前刹。鹅不会让你，真的不会。至于我自己，是第一次想学当地人双手插兜。`,
    hoursAgo: 7800.0,
    views: 1555,
    replies: [
      { author: 'doubao9', hoursAgo: 7774.4, content: '鹅哈哈哈哈哈哈哈' },
      {
        author: 'laowang88',
        hoursAgo: 7732.0,
        content: '四次里有一次是鹅，占百分之二十五，属于重大风险来源。',
      },
      { author: 'haiou2020', hoursAgo: 7700.0, content: '双手插兜的画面感太强了 😂' },
    ],
  },
  {
    board: 104,
    author: 'haiou2020',
    title: '湾区合租，近 Caltrain，次卧带独立卫生间',
    content: `我们家隔壁那栋的老太太托我问的：次卧，带独立卫生间，走路到 Caltrain 站十一分钟。1650 包水电网，家具齐，可以做饭（她自己就天天炖汤）。

她人特别好，就是耳朵不太好，电视声音会有点大。希望找个作息正常、不抽烟的，男女都行，最好能住半年以上。

看房提前说一声，我带你过去，顺便喝碗汤。`,
    hoursAgo: 18.0,
    views: 1876,
    replies: [
      { author: 'xiaoli', hoursAgo: 15.15, content: '好心动！！帮我朋友问，养猫可以吗？' },
      {
        author: 'haiou2020',
        hoursAgo: 10.76,
        content: `[quote="小李"]好心动！！帮我朋友问，养猫可以吗？[/quote]
问了，她说猫可以，比人安静 🐱`,
        quote: 2,
      },
      { author: 'beiji77', hoursAgo: 8.04, content: '1650 包水电在那边是慈善价。' },
      { author: 'xiaoli', hoursAgo: 4.99, content: '朋友说周六想去看，可以吗？' },
      {
        author: 'haiou2020',
        hoursAgo: 1.34,
        content: '可以，周六下午三点，站内信发你地址，从车站出来往东走三个路口。',
      },
      { author: 'doubao9', hoursAgo: 0.02, content: '汤是什么汤（重点错）' },
    ],
  },
]
