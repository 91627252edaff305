import { type SeedThread } from '../types'

export const greenCardThreads: SeedThread[] = [
  {
    board: 41,
    author: 'xiaoli',
    title: '新排期出来了，EB2 前进两个月，大家那边有动静吗',
    content: `刚刷出来的：EB2 往前走了两个月，EB3 原地不动，EB1 小跑三周。等了三年终于看见数字动了，虽然离我还有一大截 T_T

开个楼，大家报一下自己的优先日和状态，顺便看看有没有人收到补体检的信。`,
    hoursAgo: 10.0,
    views: 8802,
    editedHoursAgo: 7.5,
    editedContent: `刚刷出来的：EB2 往前走了两个月，EB3 原地不动，EB1 小跑三周。等了三年终于看见数字动了，虽然离我还有一大截 T_T

开个楼，大家报一下自己的优先日和状态，顺便看看有没有人收到补体检的信。

更新：楼下枫林晚整理了看表的方法，第一次看的朋友先看 6 楼。`,
    replies: [
      { author: 'laowang88', hoursAgo: 9.4, content: '占楼。动了就好，动了就有盼头。' },
      { author: 'beiji77', hoursAgo: 8.88, content: '两个月。按这个速度，我还要四年零七个月。' },
      { author: 'nanfang', hoursAgo: 7.85, content: '恭喜有動的。我家的已經下來了，回來陪大家等。' },
      { author: 'xiaoli', hoursAgo: 7.46, content: '请问大家看的是哪张表？我有点分不清 A 表和 B 表。' },
      {
        author: 'banzhu2',
        hoursAgo: 6.91,
        content: `简单说三句：
1. A 表是“可以批了”的日期，B 表是“可以递交了”的日期。
2. 每个月移民局会公布这个月递交看哪一张。
3. 你的优先日[b]早于[/b]表上的日期，才算轮到。
以官网当月公告为准，别信截图。`,
      },
      {
        author: 'xiaoli',
        hoursAgo: 6.01,
        content: `[quote="枫林晚"]简单说三句：
1. A 表是“可以批了”的日期，B 表是“可以递交了”的日期。
2. 每个月移民局会公布这个月递交看哪一张。
3. 你的优先日早于表上的日期，才算轮到。
以官网当月公告为准，别信截图。[/quote]
太清楚了，谢谢！已经加到主楼。`,
        quote: 6,
      },
      { author: 'doubao9', hoursAgo: 5.62, content: '虽然跟我没关系但是进来感受一下希望' },
      {
        author: 'laowang88',
        hoursAgo: 4.86,
        content: `[quote="豆包"]虽然跟我没关系但是进来感受一下希望[/quote]
现在没关系，过几年就有了，早感受早免疫。`,
        quote: 8,
      },
      {
        author: 'haiou2020',
        hoursAgo: 4.44,
        content: '我们去年就是这个时候收到补体检的信，之后四个月批的。祝大家顺利 🍀',
      },
      {
        author: 'beiji77',
        hoursAgo: 3.94,
        content: `[quote="海鸥"]我们去年就是这个时候收到补体检的信，之后四个月批的。祝大家顺利 🍀[/quote]
四个月从哪天算起？`,
        quote: 10,
      },
      {
        author: 'haiou2020',
        hoursAgo: 3.2,
        content: `[quote="北极"]四个月从哪天算起？[/quote]
从我们寄出体检那天算。中间没有任何消息，网站上三个月一个字没变。`,
        quote: 11,
      },
      {
        author: 'nanfang',
        hoursAgo: 2.86,
        content: '網站不動是常態。我那時候每天刷六次，太太把我手機藏起來。',
      },
      { author: 'laowang88', hoursAgo: 2.54, content: '我是每天早晚各一次，跟吃降压药一样准时。' },
      { author: 'xiaoli', hoursAgo: 2.08, content: '我：上厕所也刷' },
      { author: 'beiji77', hoursAgo: 1.59, content: '别刷。公布的日子是固定的，记在日历上，当天看一次。' },
      {
        author: 'doubao9',
        hoursAgo: 1.34,
        content: `[quote="北极"]别刷。公布的日子是固定的，记在日历上，当天看一次。[/quote]
北极哥你三分钟前刚在另一个楼说“又刷了一下”`,
        quote: 16,
      },
      {
        author: 'beiji77',
        hoursAgo: 1.03,
        content: `[quote="豆包"]北极哥你三分钟前刚在另一个楼说“又刷了一下”[/quote]
……`,
        quote: 17,
      },
      { author: 'laowang88', hoursAgo: 0.82, content: '哈哈哈哈当场抓获' },
      { author: 'nanfang', hoursAgo: 0.62, content: '我看到了，我作證 😆' },
      {
        author: 'banzhu2',
        hoursAgo: 0.42,
        content: '换工作中的朋友注意，优先日一般能保留，但保留的条件请跟律师确认，别自己推。',
      },
      {
        author: 'haiou2020',
        hoursAgo: 0.3,
        content: '大家把材料先备着，轮到的时候再找出生公证就来不及了。我当时就差这一张，晚了一个月。',
      },
      {
        author: 'xiaoli',
        hoursAgo: 0.186,
        content: `[quote="海鸥"]大家把材料先备着，轮到的时候再找出生公证就来不及了。我当时就差这一张，晚了一个月。[/quote]
记下了，今天就让我妈去问公证处。`,
        quote: 22,
      },
      { author: 'beiji77', hoursAgo: 0.08, content: '又刷了一下，没变化。' },
    ],
  },
  {
    board: 41,
    author: 'beiji77',
    title: 'NIW 自己准备递交，十一个月，过了。时间线和几点体会',
    content: `没请律师，自己写的。先说明：适合时间多、脸皮厚、不怕返工的人，不适合赶身份的人。

[code]
第 1–3 月   读别人的推荐信和申请信，列提纲
第 4–6 月   写，推翻，再写
第 7 月     找了五位推荐人，三位认识，两位只读过论文
第 8 月     递交
第 11 月    收到补件，问的是“为什么对国家重要”
补件后 24 天 批
[/code]

补件那一段我原来写得像论文摘要。重写的时候换了一个写法：一个不懂这行的邻居，为什么要在乎这件事。写完给楼上退休的邮递员读，他说懂了，我才寄的。`,
    hoursAgo: 3600.0,
    views: 5120,
    replies: [
      { author: 'xiaoli', hoursAgo: 3559.6, content: '邮递员叔叔是最强审稿人' },
      { author: 'nanfang', hoursAgo: 3518.4, content: '「鄰居為什麼要在乎」…… 這句可以拿去教寫作。' },
      { author: 'laowang88', hoursAgo: 3488.1, content: '北极你写申请信要是也这么说话，移民官得笑出来。' },
      {
        author: 'beiji77',
        hoursAgo: 3462.1,
        content: `[quote="老王"]北极你写申请信要是也这么说话，移民官得笑出来。[/quote]
申请信里我一个玩笑没开。憋了十一个月，都发这儿了。`,
        quote: 4,
      },
      {
        author: 'banzhu2',
        hoursAgo: 3450.1,
        content: '恭喜。补一句给后来人：DIY 能成的很多，失败的往往不发帖，别只看成功的。',
      },
      {
        author: 'beiji77',
        hoursAgo: 3431.8,
        content: `[quote="枫林晚"]恭喜。补一句给后来人：DIY 能成的很多，失败的往往不发帖，别只看成功的。[/quote]
同意。幸存者偏差。`,
        quote: 6,
      },
      { author: 'doubao9', hoursAgo: 3420.0, content: '膜拜 🙇' },
    ],
  },
  {
    board: 41,
    author: 'nanfang',
    title: '485 遞上去兩年整，今天是紀念日',
    content:
      '沒有要問什麼，只是今天剛好滿兩年，買了一塊小蛋糕，跟太太一人一半。指紋按過兩次，地址搬過一次，卡還沒來。',
    hoursAgo: 6100.0,
    views: 940,
    replies: [],
  },
]
