import { type SeedThread } from '../types'

export const studentsAndFamilyThreads: SeedThread[] = [
  {
    board: 43,
    author: 'beiji77',
    title: 'STEM OPT 延期卡了 90 天，状态一直是“已收到”',
    content: `递交第 90 天。状态从第一天起就没变过：“已收到”。

按规定延期待审期间可以继续工作一段时间，这个我知道，180 天的表在倒着走。今天人事发邮件“友情提醒”，问我新卡什么时候到。我怎么知道。

有最近递交的吗，报个时间。`,
    hoursAgo: 46.0,
    views: 3018,
    replies: [
      {
        author: 'xiaoli',
        hoursAgo: 39.38,
        content: '我去年是 87 天，也是一动不动，某天早上突然就批了，一跳三步。',
      },
      { author: 'doubao9', hoursAgo: 31.77, content: '我同学 62 天！同一个学校同一周递的，完全随机' },
      {
        author: 'beiji77',
        hoursAgo: 25.94,
        content: `[quote="豆包"]我同学 62 天！同一个学校同一周递的，完全随机[/quote]
随机就是没有规律，没有规律就是没法规划。`,
        quote: 3,
      },
      {
        author: 'banzhu2',
        hoursAgo: 18.3,
        content: '超过官网公布的处理时间就可以提交询问，先看看你那个中心现在写的是多少。',
      },
      {
        author: 'beiji77',
        hoursAgo: 13.5,
        content: `[quote="枫林晚"]超过官网公布的处理时间就可以提交询问，先看看你那个中心现在写的是多少。[/quote]
写的是三个半月。差十五天。`,
        quote: 5,
      },
      {
        author: 'nanfang',
        hoursAgo: 9.01,
        content: '人事那邊可以寄一段官網的說明給他們看，他們多半是第一次遇到，不是催你。',
      },
      {
        author: 'beiji77',
        hoursAgo: 6.82,
        content: `[quote="南方"]人事那邊可以寄一段官網的說明給他們看，他們多半是第一次遇到，不是催你。[/quote]
寄了，回了我一个大拇指。`,
        quote: 7,
      },
      { author: 'haiou2020', hoursAgo: 2.95, content: '祝早日跳三步 🤞🏽' },
      {
        author: 'beiji77',
        hoursAgo: 1.38,
        content: '又刷了一下，没变化。第 92 天。',
        editedHoursAgo: 1.36,
        editedContent: `又刷了一下，没变化。第 92 天。

更新：刚写完这句收到短信，变了。“卡片正在制作。”我收回所有的话。`,
      },
    ],
  },
  {
    board: 43,
    author: 'doubao9',
    title: 'OPT 申请照片被退了，说“背景不是纯白”',
    content:
      '我对着白墙拍的啊！放大看，墙上有一点点我室友贴过海报的印子……现在要补一张。去药店拍的话多少钱？有没有自己拍能过的办法？',
    hoursAgo: 3100.0,
    views: 1207,
    replies: [
      { author: 'xiaoli', hoursAgo: 3082.1, content: '药店十几块，两分钟，省心。我自己拍的那次也被退过。' },
      {
        author: 'nanfang',
        hoursAgo: 3058.0,
        content: '家裡的話，找一條床單繃緊，白天靠窗，不要開燈，影子會很淡。',
      },
      {
        author: 'doubao9',
        hoursAgo: 3040.0,
        content: '去药店了，店员让我把丸子头放下来，拍出来像通缉令 🙃 但是过了！',
      },
    ],
  },
  {
    board: 44,
    author: 'doubao9',
    title: '陪我姑入籍面试，第一次没过，她回来路上一句话没说',
    content: `我姑跟姑父过来八年了，英语是在超市里学的。公民题一百道全背下来了，能倒着背。结果面试官问她“你填表的时候有没有被逮捕过”，她把 arrested 听成 rested，说 yes, every Sunday。

面试官自己都笑了，可是后面几题她一慌，全乱了。给了第二次机会，六到九十天内再约。

想问问大家怎么帮家里老人练听力？她现在不肯开口了。`,
    hoursAgo: 75.0,
    views: 2688,
    replies: [
      {
        author: 'haiou2020',
        hoursAgo: 66.7,
        content: 'Yes, every Sunday 😭😭 阿姨太可爱了。别急，第二次通过的人特别多。',
      },
      {
        author: 'laowang88',
        hoursAgo: 42.96,
        content: '我岳母也是第二次过的。办法是我每天晚饭扮面试官，穿西装那种，她先是笑，笑着笑着就不怕了。',
      },
      {
        author: 'nanfang',
        hoursAgo: 35.64,
        content:
          '表格上那些「有沒有」的題目，每一題錄成慢速跟正常速兩個版本，做菜的時候放。聽熟了聲音，比懂意思還重要。',
      },
      {
        author: 'banzhu2',
        hoursAgo: 24.36,
        content:
          '第二次只考没过的部分。表格里那些词（arrested、allegiance、oath 之类）单独列一张表练，出题范围其实不大。',
      },
      {
        author: 'doubao9',
        hoursAgo: 15.58,
        content: `[quote="老王"]我岳母也是第二次过的。办法是我每天晚饭扮面试官，穿西装那种，她先是笑，笑着笑着就不怕了。[/quote]
穿西装这个我今晚就试，我穿姑父的`,
        quote: 3,
      },
      {
        author: 'doubao9',
        hoursAgo: 4.66,
        content: '谢谢大家，我姑看到这楼了，她说“那个说穿西装的人很坏，但是有用”',
        editedHoursAgo: 0.5,
        editedContent: '谢谢大家，我姑看到这楼了，她说“那个说穿西装的人很坏，但是有用” 👵🏻❤️',
      },
      { author: 'laowang88', hoursAgo: 0.7, content: '请转告你姑，西装是租的。' },
    ],
  },
  {
    board: 45,
    author: 'haiou2020',
    title: '加拿大和这边排队，一家人怎么选？我们纠结半年了',
    content: `情况：两个孩子，大的八岁。先生的公司可以内部调去多伦多，工资按那边的走。这边绿卡当时还要等五六年（现在已经下来了，这是替小姑子家问的，她家情况跟我们当年一模一样）。

想听听真去了的人，三年后怎么看。`,
    hoursAgo: 1150.0,
    views: 4477,
    replies: [
      {
        author: 'beiji77',
        hoursAgo: 1121.6,
        content: '我读博前在那边待过两年。冷是其次，主要是工资和房价的比例。',
      },
      {
        author: 'laowang88',
        hoursAgo: 1081.7,
        content: '孩子八岁，最好十岁之前定下来，不管定在哪儿。再大就是他们说了算了。',
      },
      {
        author: 'nanfang',
        hoursAgo: 1048.7,
        content: '我表妹去了六年，說最大的感覺是「不用等了」。不用等這件事，錢買不到。',
      },
      {
        author: 'haiou2020',
        hoursAgo: 1002.3,
        content: `[quote="南方"]我表妹去了六年，說最大的感覺是「不用等了」。不用等這件事，錢買不到。[/quote]
“不用等了”…… 就是这三个字，小姑子说她看哭了。`,
        quote: 4,
      },
      {
        author: 'beiji77',
        hoursAgo: 986.9,
        content: `[quote="南方"]我表妹去了六年，說最大的感覺是「不用等了」。不用等這件事，錢買不到。[/quote]
等医生另算。`,
        quote: 4,
      },
      {
        author: 'banzhu2',
        hoursAgo: 967.2,
        content:
          '两边不是二选一，有人是在那边先落下来，这边的优先日继续放着。能不能这样走，取决于雇主和申请类别。',
      },
      { author: 'xiaoli', hoursAgo: 934.3, content: '我室友可能也要过去，到时候让她开个帖直播冷不冷' },
      { author: 'doubao9', hoursAgo: 922.7, content: '蹲直播帖，小李姐你监督' },
      {
        author: 'laowang88',
        hoursAgo: 913.3,
        content: `[quote="小李"]我室友可能也要过去，到时候让她开个帖直播冷不冷[/quote]
带好羽绒服，再带好报税的单据，两边都要算。`,
        quote: 8,
      },
      {
        author: 'haiou2020',
        hoursAgo: 900.0,
        content: '他们定了，明年夏天搬。谢谢大家，我把帖子截图给她存着，三年后回来交作业。',
      },
    ],
  },
]
