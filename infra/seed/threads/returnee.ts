import { type SeedThread } from '../types'

export const returneeThreads: SeedThread[] = [
  {
    board: 31,
    author: 'beiji77',
    title: '国内高校“海优”面试见闻，三所学校',
    content: `上个月回去跑了三所学校，都是线上初面、线下复面。不点名，说感受。

第一所问成果，第二所问成果，第三所问我能不能下个月到岗。待遇写在纸上的和饭桌上说的不是一个数，以纸上为准。启动经费问清楚分几年到账、设备算不算在里面。

最实用的一条：跟系里最近两年入职的年轻老师单独吃个饭。他们说话的速度会告诉你一切。`,
    hoursAgo: 5200.0,
    views: 2260,
    replies: [
      { author: 'nanfang', hoursAgo: 5169.7, content: '「說話的速度」…… 這句話很像小說。' },
      { author: 'xiaoli', hoursAgo: 5118.2, content: '怎么理解？说得快是好还是不好？' },
      {
        author: 'beiji77',
        hoursAgo: 5098.9,
        content: `[quote="小李"]怎么理解？说得快是好还是不好？[/quote]
说得慢，看门口，就是不好。`,
        quote: 3,
      },
      { author: 'laowang88', hoursAgo: 5080.0, content: '哈哈，看门口，画面感出来了。' },
      {
        author: 'banzhu2',
        hoursAgo: 5050.0,
        content: '合同里的考核条款也要逐字看，尤其是“非升即走”那几行的定义。',
      },
    ],
  },
  {
    board: 32,
    author: 'haiou2020',
    title: '回国带车 vs 回去再买，帮朋友问一下',
    content:
      '朋友一家明年夏天回去，在纠结是把现在这辆开了四年的车运回去，还是卖掉回去买新的。她先生说有优惠政策，她说手续跑断腿。有办过的吗？',
    hoursAgo: 2600.0,
    views: 1318,
    replies: [
      {
        author: 'beiji77',
        hoursAgo: 2585.6,
        content: '开了四年的车不值得运。运费、检测、上牌、配件，一样一样加。',
      },
      {
        author: 'laowang88',
        hoursAgo: 2572.2,
        content: '我同事办过，说每个窗口都很客气，就是每个窗口都缺一张纸。',
      },
      { author: 'nanfang', hoursAgo: 2546.4, content: '賣掉最輕鬆。車是會一直貶值的，時間也是。' },
      { author: 'haiou2020', hoursAgo: 2540.0, content: '转告了，她已经把车挂到二手版了。谢谢各位 😄' },
    ],
  },
  {
    board: 33,
    author: 'laowang88',
    title: '回国三个月又回来了，说说真实感受（不劝人）',
    content: `去年我妈身体不好，我请了长假回去住了三个月，顺便看看能不能就留下。最后还是回来了，说说感受，不劝任何人走，也不劝任何人留。

[b]好的：[/b]吃。热闹。看病快，早上挂号中午拿结果。我妈天天能看见我，光这一条就抵得上所有坏的。

[b]不习惯的：[/b]什么都要手机，我爸和我轮流被一个二维码拦在门外。办个银行业务要跑三趟，因为我名字的拼音中间有没有空格，三个柜台三种说法。

[b]没想到的：[/b]老同学都很好，但聊着聊着就没话了。他们说的那些事我没经历过，我说的这些事他们也没经历过。坐在一桌，中间隔着二十年。

飞机落地的时候，老婆来接我，说“回家了”。我愣了一下，不知道她说的是哪个家。`,
    hoursAgo: 2900.0,
    views: 12870,
    replies: [
      { author: 'haiou2020', hoursAgo: 2883.5, content: '最后一句看得我半天没说话。' },
      { author: 'nanfang', hoursAgo: 2838.3, content: '隔著二十年，寫得真好。' },
      { author: 'doubao9', hoursAgo: 2809.3, content: '我才来一年，已经有一点点这种感觉了……' },
      { author: 'beiji77', hoursAgo: 2787.0, content: '拼音空格这个，解决了吗？' },
      {
        author: 'laowang88',
        hoursAgo: 2765.9,
        content: `[quote="北极"]拼音空格这个，解决了吗？[/quote]
解决了，第四个柜台的小姑娘说，叔叔，咱不打空格，打个点。`,
        quote: 5,
      },
      { author: 'xiaoli', hoursAgo: 2718.4, content: '打个点哈哈哈哈' },
      {
        author: 'banzhu2',
        hoursAgo: 2695.0,
        content: '父母在的时候多回去。我那年因为身份在等，没赶上，后来什么都批了，也没用了。',
      },
      {
        author: 'laowang88',
        hoursAgo: 2669.7,
        content: `[quote="枫林晚"]父母在的时候多回去。我那年因为身份在等，没赶上，后来什么都批了，也没用了。[/quote]
老弟……`,
        quote: 8,
      },
      {
        author: 'haiou2020',
        hoursAgo: 2646.7,
        content: `[quote="枫林晚"]父母在的时候多回去。我那年因为身份在等，没赶上，后来什么都批了，也没用了。[/quote]
抱抱枫林晚。`,
        quote: 8,
      },
      {
        author: 'nanfang',
        hoursAgo: 2628.7,
        content: `[quote="枫林晚"]父母在的时候多回去。我那年因为身份在等，没赶上，后来什么都批了，也没用了。[/quote]
看到這裡停了很久。`,
        quote: 8,
      },
      { author: 'doubao9', hoursAgo: 2608.8, content: '我去给我妈打电话了' },
      { author: 'xiaoli', hoursAgo: 2588.4, content: '打了，我妈问我是不是没钱了' },
      {
        author: 'beiji77',
        hoursAgo: 2579.9,
        content:
          '讲个数据，我们实验室的人，五年内回去的三个，又出来一个，后悔的一个都没有。人会替自己的选择找理由。',
      },
      {
        author: 'laowang88',
        hoursAgo: 2564.9,
        content: `[quote="北极"]讲个数据，我们实验室的人，五年内回去的三个，又出来一个，后悔的一个都没有。人会替自己的选择找理由。[/quote]
有道理。也不全是找理由，是选了以后就照着那个样子长了。`,
        quote: 14,
      },
      {
        author: 'haiou2020',
        hoursAgo: 2551.2,
        content: '孩子上学你们怎么考虑的？我们每次想回去都卡在这里。',
      },
      {
        author: 'laowang88',
        hoursAgo: 2534.0,
        content: `[quote="海鸥"]孩子上学你们怎么考虑的？我们每次想回去都卡在这里。[/quote]
我那俩都大了，没这个问题。要是还在上小学，我可能根本不敢动这个念头。`,
        quote: 16,
      },
      {
        author: 'nanfang',
        hoursAgo: 2527.0,
        content: '我小孩講中文像外國人，講英文像我，兩邊都有口音，很公平。',
      },
      {
        author: 'doubao9',
        hoursAgo: 2520.1,
        content: `[quote="南方"]我小孩講中文像外國人，講英文像我，兩邊都有口音，很公平。[/quote]
哈哈哈哈很公平`,
        quote: 18,
      },
      {
        author: 'beiji77',
        hoursAgo: 2506.9,
        content: '看病快这一条我同意。去年牙疼，这边约到六周以后，疼到第三周自己好了。',
      },
      { author: 'banzhu1', hoursAgo: 2502.6, content: '讨论得很好。已加到本版推荐，请大家继续心平气和。' },
      {
        author: 'laowang88',
        hoursAgo: 2500.0,
        content:
          '谢谢版主。今天我妈视频，说家里的枇杷熟了，给我留着，我说留着干嘛，我又吃不着。她说，那也留着。',
      },
    ],
  },
]
