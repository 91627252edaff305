import { type SeedThread } from '../types'

export const lifeThreads: SeedThread[] = [
  {
    board: 131,
    author: 'xiaoli',
    title: '洗牙前说全包，洗完寄来一张 286 的账单',
    content: `牙医前台跟我说“保险全包”，三周后寄来账单：“牙周深度评估”，286。我打电话，保险说这个编码不在计划里，诊所说是医生判断需要做的。

我该找谁说？就是觉得被当场问一句“这个要自费，做不做”也行啊。`,
    hoursAgo: 1720.0,
    views: 1999,
    replies: [
      {
        author: 'haiou2020',
        hoursAgo: 1699.5,
        content:
          '找诊所的 billing，客气地说当时没人告诉你要自费，请他们按自费价打折或者撤掉。我试过两次，一次撤一次打六折。',
      },
      {
        author: 'beiji77',
        hoursAgo: 1681.9,
        content: '以后做任何事之前问一句：编码是什么，保险认不认。让他们写下来。',
      },
      {
        author: 'laowang88',
        hoursAgo: 1662.8,
        content: '我在国内洗牙四十分钟，师傅还给我讲了个笑话，一百八。',
      },
      {
        author: 'xiaoli',
        hoursAgo: 1650.0,
        content: `[quote="海鸥"]找诊所的 billing，客气地说当时没人告诉你要自费，请他们按自费价打折或者撤掉。我试过两次，一次撤一次打六折。[/quote]
打了，语气特别客气，直接撤了！！海鸥姐是我的救星`,
        quote: 2,
      },
    ],
  },
  {
    board: 132,
    author: 'laowang88',
    title: '二手车买了三个月，变速箱开始唱歌',
    content: `一万一买的，卖家是个特别和善的老大爷，说“只开去教堂和超市”。三个月后，二挑三的时候开始“呜——”，跟唱诗班似的，可能真是教堂里学的。

修理铺报价三千四。修，还是趁它还能唱的时候卖了？`,
    hoursAgo: 2500.0,
    views: 2870,
    replies: [
      { author: 'beiji77', hoursAgo: 2489.8, content: '先查变速箱油。一半的“唱歌”是油的问题，一百五。' },
      { author: 'nanfang', hoursAgo: 2479.8, content: '找第二家報價，第一家看到外地口音都會多唱兩句。' },
      { author: 'doubao9', hoursAgo: 2460.7, content: '唱诗班笑死' },
      {
        author: 'laowang88',
        hoursAgo: 2454.8,
        content: `[quote="北极"]先查变速箱油。一半的“唱歌”是油的问题，一百五。[/quote]
查了，油黑得像酱油，换完不唱了，一百六十八。北极，你值三千二。`,
        quote: 2,
      },
      {
        author: 'beiji77',
        hoursAgo: 2448.1,
        content: `[quote="老王"]查了，油黑得像酱油，换完不唱了，一百六十八。北极，你值三千二。[/quote]
打七折就行。`,
        quote: 5,
      },
      {
        author: 'haiou2020',
        hoursAgo: 2440.0,
        content: '买之前花一百多块找人看一遍车真的值，我们上一辆就是这样躲过去的。',
      },
    ],
  },
  {
    board: 133,
    author: 'doubao9',
    title: '房东不退押金，说墙上的图钉眼要整面重刷，扣 900',
    content: `就四个图钉眼！！四个！！我搬走前还擦了地板，拍了照片，没想起来拍那面墙。房东发了一张手写的清单，刷墙 650，清洁 250，我押金一共 1200。

我想跟他讲道理但又怕他说我英文不好听不懂……有经历过的吗？`,
    hoursAgo: 760.0,
    views: 2310,
    replies: [
      { author: 'laowang88', hoursAgo: 746.2, content: '让他拿发票。手写的不算数，真刷了就有收据。' },
      {
        author: 'banzhu2',
        hoursAgo: 721.9,
        content:
          '各州对押金的退还期限和要列的明细都有规定，先查你们州的租客手册，写一封邮件引用那一条，语气平静，要求分项和票据。别打电话，留文字。',
      },
      {
        author: 'beiji77',
        hoursAgo: 705.4,
        content: '搬进去时的照片有没有？没有也找找，背景里带到墙的也算。',
      },
      {
        author: 'haiou2020',
        hoursAgo: 698.9,
        content: '很多大学有免费的租客咨询，去国际学生办公室问问，我同事的孩子就是那边帮忙写的信。',
      },
      {
        author: 'doubao9',
        hoursAgo: 690.0,
        content: `[quote="枫林晚"]各州对押金的退还期限和要列的明细都有规定，先查你们州的租客手册，写一封邮件引用那一条，语气平静，要求分项和票据。别打电话，留文字。[/quote]
学校帮我改了邮件，引用了那一条。房东今天回了，退 1080！！四个图钉眼一个三十块，也行吧！！`,
        quote: 3,
      },
    ],
  },
  {
    board: 141,
    author: 'nanfang',
    title: '讀完一本舊書：書店老闆在扉頁替我留了一行字',
    content: `在二手書店買到一本很舊的散文集，1983 年印的，紙都脆了。回家翻開，扉頁上有前一個主人寫的字：「給阿珍，等妳看完，我就回來。」

我去問老闆知不知道來歷。老闆說書是一位老太太拿來的，一箱三十幾本，每一本都看完了。

[spoiler]他後來補了一句：老太太的先生在旁邊幫忙搬箱子。[/spoiler]`,
    hoursAgo: 1500.0,
    views: 780,
    replies: [
      { author: 'haiou2020', hoursAgo: 1483.6, content: '剧透打开之前我已经要哭了，打开之后真的哭了。' },
      { author: 'laowang88', hoursAgo: 1445.1, content: '这老板会讲故事，停得恰到好处。' },
      { author: 'beiji77', hoursAgo: 1430.0, content: '回来了就好。' },
    ],
  },
  {
    board: 150,
    author: 'xiaoli',
    title: '来美国五周年，翻出刚来时写的待办清单',
    content: `2 号行李箱夹层里翻出来一张纸，是来的第一周写的“五年清单”：

1. 找到工作 ✅
2. 有自己的房间，不跟人合租 ✅
3. 抽中 H1B ❌❌
4. 会做红烧肉 ✅（锅烧坏两口）
5. 带爸妈来看海 ✅
6. 不再害怕打英文电话 ——这一条我想了很久，还是没打勾

大家刚来的时候也写过这种单子吗？`,
    hoursAgo: 5400.0,
    views: 6120,
    replies: [
      { author: 'haiou2020', hoursAgo: 5369.0, content: '第五条打勾就值了。' },
      { author: 'laowang88', hoursAgo: 5320.4, content: '我刚来的单子上写：三年回家。今年第二十年。' },
      {
        author: 'nanfang',
        hoursAgo: 5298.6,
        content: '第六條我也沒有勾，十一年了，打電話之前還是要先寫稿。',
      },
      { author: 'beiji77', hoursAgo: 5259.8, content: '没有单子。没有单子就没有没完成。' },
      {
        author: 'doubao9',
        hoursAgo: 5241.7,
        content: `[quote="北极"]没有单子。没有单子就没有没完成。[/quote]
北极哥的人生哲学建议出书`,
        quote: 5,
      },
      { author: 'banzhu2', hoursAgo: 5224.9, content: '红烧肉那条，锅坏两口是正常损耗。' },
      {
        author: 'xiaoli',
        hoursAgo: 5209.6,
        content: `[quote="南方"]第六條我也沒有勾，十一年了，打電話之前還是要先寫稿。[/quote]
原来不是我一个人写稿！！安慰到了`,
        quote: 4,
      },
      { author: 'laowang88', hoursAgo: 5200.0, content: '第三条别着急打叉，写“待办”。' },
    ],
  },
  {
    board: 150,
    author: 'nanfang',
    title: '大家會跟小孩講自己為什麼出來嗎？',
    content: `女兒昨天寫作業，題目是「我的父母為什麼搬到這裡」。她問我，我講了半天，講工作、講學校、講空氣。她聽完說：「所以你是不小心的？」

我想了一下，好像也對。`,
    hoursAgo: 700.0,
    views: 905,
    replies: [
      { author: 'laowang88', hoursAgo: 690.1, content: '“所以你是不小心的？”孩子一句话给我们这代人定性了。' },
      {
        author: 'haiou2020',
        hoursAgo: 678.2,
        content: '我家大的问过，我说因为爸爸在这里。他说那爸爸为什么在这里，我说你去问他。',
      },
      { author: 'xiaoli', hoursAgo: 659.4, content: '不小心，但是没后悔，可以这么写吗' },
      {
        author: 'nanfang',
        hoursAgo: 651.5,
        content: `[quote="小李"]不小心，但是没后悔，可以这么写吗[/quote]
她最後寫的是：「我爸爸是不小心來的，可是他很小心地留下來。」老師給了 A。`,
        quote: 4,
      },
      { author: 'beiji77', hoursAgo: 640.0, content: '这句比我的申请信写得好。' },
    ],
  },
]
