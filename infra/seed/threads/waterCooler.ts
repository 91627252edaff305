import { type SeedThread } from '../types'

export const waterCoolerThreads: SeedThread[] = [
  {
    board: 124,
    author: 'doubao9',
    title: '今晚吃什么？报菜名打卡楼 🍚',
    content: `规则：每天来报一次晚饭，一句话就行，吃了泡面也要报，没有人会笑你（才怪）。

我先来：泡面，加了一个蛋，蛋煎破了。`,
    hoursAgo: 92.0,
    views: 9806,
    replies: [
      { author: 'laowang88', hoursAgo: 90.5, content: '白菜猪肉炖粉条，老婆说咸，我说下饭。' },
      {
        author: 'nanfang',
        hoursAgo: 89.7,
        content: '蚵仔煎，蚵仔是冷凍的，蛋是新鮮的，醬是自己調的，人是餓的。',
      },
      { author: 'haiou2020', hoursAgo: 88.2, content: '孩子点的番茄炒蛋盖饭，第 384 次。' },
      { author: 'beiji77', hoursAgo: 86.1, content: '燕麦。' },
      {
        author: 'doubao9',
        hoursAgo: 85.1,
        content: `[quote="北极"]燕麦。[/quote]
晚饭吃燕麦？？`,
        quote: 5,
      },
      {
        author: 'beiji77',
        hoursAgo: 83.3,
        content: `[quote="豆包"]晚饭吃燕麦？？[/quote]
有热量。`,
        quote: 6,
      },
      { author: 'xiaoli', hoursAgo: 82.1, content: '公司剩的三明治 T_T' },
      {
        author: 'laowang88',
        hoursAgo: 81.0,
        content: `[quote="小李"]公司剩的三明治 T_T[/quote]
小李，改天来新泽西，管饺子。`,
        quote: 8,
      },
      { author: 'banzhu2', hoursAgo: 78.7, content: '清炒豆苗，一碗米饭，半条鱼。' },
      { author: 'banzhu1', hoursAgo: 77.2, content: '食堂。' },
      { author: 'doubao9', hoursAgo: 75.6, content: '版主也要吃饭！好真实！' },
      { author: 'nanfang', hoursAgo: 74.4, content: '今天懶，煮了一鍋白粥，配瓶子裡的三種醬菜。' },
      {
        author: 'haiou2020',
        hoursAgo: 73.3,
        content: '烤鸡腿，调料用完了，只放了盐，结果孩子说是最好吃的一次，那我以前在忙什么。',
      },
      {
        author: 'laowang88',
        hoursAgo: 72.2,
        content: `[quote="海鸥"]烤鸡腿，调料用完了，只放了盐，结果孩子说是最好吃的一次，那我以前在忙什么。[/quote]
大道至简。`,
        quote: 14,
      },
      { author: 'beiji77', hoursAgo: 70.2, content: '鸡胸，西兰花，米饭。' },
      { author: 'xiaoli', hoursAgo: 68.8, content: '火锅！！同事生日，人均四十，心痛但快乐' },
      { author: 'doubao9', hoursAgo: 67.4, content: '酸辣粉，楼下新开的，辣到打嗝' },
      {
        author: 'nanfang',
        hoursAgo: 66.0,
        content: `[quote="豆包"]酸辣粉，楼下新开的，辣到打嗝[/quote]
記得喝牛奶。`,
        quote: 18,
      },
      { author: 'laowang88', hoursAgo: 64.9, content: '韭菜盒子，后院那个“草坪”割的。' },
      { author: 'haiou2020', hoursAgo: 62.9, content: '求韭菜种子！' },
      {
        author: 'laowang88',
        hoursAgo: 61.1,
        content: `[quote="海鸥"]求韭菜种子！[/quote]
站内信发你地址，我装信封寄。`,
        quote: 21,
      },
      { author: 'doubao9', hoursAgo: 60.2, content: '顶' },
      { author: 'beiji77', hoursAgo: 59.1, content: '土豆炖牛肉。炖了三小时，今天休息。' },
      {
        author: 'xiaoli',
        hoursAgo: 57.4,
        content: `[quote="北极"]土豆炖牛肉。炖了三小时，今天休息。[/quote]
北极居然做了正经饭！！`,
        quote: 24,
      },
      {
        author: 'beiji77',
        hoursAgo: 56.4,
        content: `[quote="小李"]北极居然做了正经饭！！[/quote]
我一直会。`,
        quote: 25,
      },
      { author: 'nanfang', hoursAgo: 54.1, content: '滷肉飯。滷了一個下午，隔壁來敲門，以為我們家有喜事。' },
      { author: 'laowang88', hoursAgo: 52.6, content: '那邻居后来吃上没？' },
      {
        author: 'nanfang',
        hoursAgo: 51.4,
        content: `[quote="老王"]那邻居后来吃上没？[/quote]
端了一碗過去，今天還碗，碗裡裝了六個司康。`,
        quote: 28,
      },
      { author: 'haiou2020', hoursAgo: 49.9, content: '礼尚往来的最高境界 😋' },
      { author: 'banzhu2', hoursAgo: 49.0, content: '卤肉饭求方子。' },
      {
        author: 'nanfang',
        hoursAgo: 47.32,
        content: `[quote="枫林晚"]卤肉饭求方子。[/quote]
五花肉切條不要切丁，紅蔥頭要自己炸，醬油分兩次下，冰糖炒出色，剩下就是等。`,
        quote: 31,
      },
      { author: 'doubao9', hoursAgo: 45.74, content: 'mark' },
      { author: 'doubao9', hoursAgo: 44.51, content: '我今天没吃晚饭，减肥第一天', deletedBy: 'author' },
      { author: 'laowang88', hoursAgo: 43.33, content: '豆包你主楼刚说泡面加蛋，减什么肥。' },
      { author: 'doubao9', hoursAgo: 42.04, content: '所以我删了，刚吃完一整张披萨 🍕' },
      { author: 'xiaoli', hoursAgo: 40.55, content: '哈哈哈哈哈哈哈哈哈' },
      { author: 'beiji77', hoursAgo: 38.85, content: '披萨有四类营养素。' },
      { author: 'haiou2020', hoursAgo: 37.9, content: '饺子，韭菜鸡蛋的。种子还没到，韭菜是买的，先预习。' },
      { author: 'laowang88', hoursAgo: 37.04, content: '面条，卤是昨天剩的，剩卤比新卤香，不接受反驳。' },
      { author: 'nanfang', hoursAgo: 35.35, content: '附議剩滷。' },
      { author: 'beiji77', hoursAgo: 33.84, content: '反驳：剩三天的不香。' },
      {
        author: 'laowang88',
        hoursAgo: 32.66,
        content: `[quote="北极"]反驳：剩三天的不香。[/quote]
谁让你剩三天。`,
        quote: 42,
      },
      { author: 'admin', hoursAgo: 31.72, content: '路过，刚维护完服务器，吃的是凉了的炒饭。' },
      { author: 'doubao9', hoursAgo: 29.61, content: '站长！！活的站长！！' },
      { author: 'xiaoli', hoursAgo: 28.38, content: '站长辛苦了，给站长加个蛋 🍳' },
      {
        author: 'admin',
        hoursAgo: 27.61,
        content: `[quote="小李"]站长辛苦了，给站长加个蛋 🍳[/quote]
谢谢，已加。`,
        quote: 46,
      },
      { author: 'banzhu2', hoursAgo: 26.28, content: '山药排骨汤。天冷了，喝点热的。' },
      { author: 'haiou2020', hoursAgo: 24.97, content: '天冷 +1，今天煮了姜枣茶，孩子一闻就跑。' },
      {
        author: 'laowang88',
        hoursAgo: 23.65,
        content: '楼上谁家孩子这么娇气，饿两顿就好了',
        deletedBy: 'moderator',
      },
      { author: 'banzhu1', hoursAgo: 22.8, content: '50 楼是玩笑话，但有人举报，我先收起来了。老王你懂的。' },
      { author: 'laowang88', hoursAgo: 21.3, content: '懂，自罚洗碗。' },
      { author: 'haiou2020', hoursAgo: 20.25, content: '没事没事，我知道老王什么人 😂 他还给我寄韭菜种子呢' },
      { author: 'nanfang', hoursAgo: 18.78, content: '今天是羊肉爐，一個人吃一鍋，窗戶起霧。' },
      { author: 'doubao9', hoursAgo: 16.94, content: '羊肉炉！！我哭着吃食堂的三文鱼' },
      { author: 'beiji77', hoursAgo: 15.95, content: '三文鱼不差。' },
      {
        author: 'xiaoli',
        hoursAgo: 15.14,
        content: '沙拉，因为中午吃太多了，其实是因为没钱了，其实两个都是',
      },
      { author: 'laowang88', hoursAgo: 13.58, content: '发工资了记得补上。' },
      {
        author: 'haiou2020',
        hoursAgo: 12.46,
        content: '小李今晚来我家吃吧，离你不远，先生做饭，煎蛋糊的那位 😄',
      },
      {
        author: 'xiaoli',
        hoursAgo: 11.06,
        content: `[quote="海鸥"]小李今晚来我家吃吧，离你不远，先生做饭，煎蛋糊的那位 😄[/quote]
去！！我带水果！！`,
        quote: 59,
      },
      { author: 'doubao9', hoursAgo: 9.99, content: '啊啊啊啊羡慕，线下局' },
      {
        author: 'xiaoli',
        hoursAgo: 8.75,
        content: '汇报：煎蛋没糊，很好吃，姐夫还做了红烧肉，两个弟弟教我打游戏，我输了十一把。',
      },
      { author: 'nanfang', hoursAgo: 7.72, content: '看了好開心。' },
      { author: 'laowang88', hoursAgo: 7.1, content: '这楼越来越像一家人了。' },
      { author: 'beiji77', hoursAgo: 5.99, content: '挺好。' },
      { author: 'banzhu2', hoursAgo: 5.0, content: '今晚馄饨，冻的，够了。' },
      {
        author: 'haiou2020',
        hoursAgo: 4.24,
        content: '今晚：全家一起包饺子，歪的是小的包的，馅漏的是他爸包的 🥟',
      },
      { author: 'laowang88', hoursAgo: 3.17, content: '收到收到，海鸥家的饺子照片呢？' },
      { author: 'doubao9', hoursAgo: 1.88, content: '今晚麻辣香锅！！自己做的！！没有触发报警器！！👩🏻‍🍳🎉' },
      { author: 'nanfang', hoursAgo: 0.79, content: '豆包出師了。' },
      {
        author: 'laowang88',
        hoursAgo: 0.04,
        content: `[quote="豆包"]今晚麻辣香锅！！自己做的！！没有触发报警器！！👩🏻‍🍳🎉[/quote]
恭喜，锅盖可以传给下一个新人了。`,
        quote: 69,
      },
    ],
  },
  {
    board: 124,
    author: 'beiji77',
    title: '盖楼：每人一句，引用上一楼，看能盖多高',
    content: '规则：接着上一楼的故事写一句，必须完整引用上一楼。看看几层以后页面先崩还是故事先崩。',
    hoursAgo: 210.0,
    views: 3470,
    replies: [
      { author: 'beiji77', hoursAgo: 203.2, content: '凌晨三点，一个人在便利店买了一只灯泡。' },
      {
        author: 'doubao9',
        hoursAgo: 194.1,
        content: `[quote="北极"]凌晨三点，一个人在便利店买了一只灯泡。[/quote]
店员说：先生，这只灯泡是坏的，你确定要吗？`,
        quote: 2,
      },
      {
        author: 'laowang88',
        hoursAgo: 188.2,
        content: `[quote="豆包"][quote="北极"]凌晨三点，一个人在便利店买了一只灯泡。[/quote]
店员说：先生，这只灯泡是坏的，你确定要吗？[/quote]
他说：我就要坏的，我家那只是好的，太亮，照见的事情太多。`,
        quote: 3,
      },
      {
        author: 'nanfang',
        hoursAgo: 175.7,
        content: `[quote="老王"][quote="豆包"][quote="北极"]凌晨三点，一个人在便利店买了一只灯泡。[/quote]
店员说：先生，这只灯泡是坏的，你确定要吗？[/quote]
他说：我就要坏的，我家那只是好的，太亮，照见的事情太多。[/quote]
店員想了想，把自己口袋裡那只也給了他，說：這只更壞，買一送一。`,
        quote: 4,
      },
      {
        author: 'xiaoli',
        hoursAgo: 170.5,
        content: `[quote="南方"][quote="老王"][quote="豆包"][quote="北极"]凌晨三点，一个人在便利店买了一只灯泡。[/quote]
店员说：先生，这只灯泡是坏的，你确定要吗？[/quote]
他说：我就要坏的，我家那只是好的，太亮，照见的事情太多。[/quote]
店員想了想，把自己口袋裡那只也給了他，說：這只更壞，買一送一。[/quote]
他回家装上，屋里一片漆黑，突然听见黑暗里有人说：欢迎回来。`,
        quote: 5,
      },
      {
        author: 'haiou2020',
        hoursAgo: 165.7,
        content: `[quote="小李"][quote="南方"][quote="老王"][quote="豆包"][quote="北极"]凌晨三点，一个人在便利店买了一只灯泡。[/quote]
店员说：先生，这只灯泡是坏的，你确定要吗？[/quote]
他说：我就要坏的，我家那只是好的，太亮，照见的事情太多。[/quote]
店員想了想，把自己口袋裡那只也給了他，說：這只更壞，買一送一。[/quote]
他回家装上，屋里一片漆黑，突然听见黑暗里有人说：欢迎回来。[/quote]
是他自己录的音，三年前录的，为了让家里听起来有人。`,
        quote: 6,
      },
      {
        author: 'beiji77',
        hoursAgo: 157.5,
        content: `[quote="海鸥"][quote="小李"][quote="南方"][quote="老王"][quote="豆包"][quote="北极"]凌晨三点，一个人在便利店买了一只灯泡。[/quote]
店员说：先生，这只灯泡是坏的，你确定要吗？[/quote]
他说：我就要坏的，我家那只是好的，太亮，照见的事情太多。[/quote]
店員想了想，把自己口袋裡那只也給了他，說：這只更壞，買一送一。[/quote]
他回家装上，屋里一片漆黑，突然听见黑暗里有人说：欢迎回来。[/quote]
是他自己录的音，三年前录的，为了让家里听起来有人。[/quote]
他坐下来，对着黑暗说：今天没什么事。`,
        quote: 7,
      },
      {
        author: 'doubao9',
        hoursAgo: 148.9,
        content: `[quote="北极"][quote="海鸥"][quote="小李"][quote="南方"][quote="老王"][quote="豆包"][quote="北极"]凌晨三点，一个人在便利店买了一只灯泡。[/quote]
店员说：先生，这只灯泡是坏的，你确定要吗？[/quote]
他说：我就要坏的，我家那只是好的，太亮，照见的事情太多。[/quote]
店員想了想，把自己口袋裡那只也給了他，說：這只更壞，買一送一。[/quote]
他回家装上，屋里一片漆黑，突然听见黑暗里有人说：欢迎回来。[/quote]
是他自己录的音，三年前录的，为了让家里听起来有人。[/quote]
他坐下来，对着黑暗说：今天没什么事。[/quote]
黑暗说：骗人。`,
        quote: 8,
      },
      {
        author: 'laowang88',
        hoursAgo: 145.0,
        content: `[quote="豆包"][quote="北极"][quote="海鸥"][quote="小李"][quote="南方"][quote="老王"][quote="豆包"][quote="北极"]凌晨三点，一个人在便利店买了一只灯泡。[/quote]
店员说：先生，这只灯泡是坏的，你确定要吗？[/quote]
他说：我就要坏的，我家那只是好的，太亮，照见的事情太多。[/quote]
店員想了想，把自己口袋裡那只也給了他，說：這只更壞，買一送一。[/quote]
他回家装上，屋里一片漆黑，突然听见黑暗里有人说：欢迎回来。[/quote]
是他自己录的音，三年前录的，为了让家里听起来有人。[/quote]
他坐下来，对着黑暗说：今天没什么事。[/quote]
黑暗说：骗人。[/quote]
他吓了一跳，录音里没有这一句。`,
        quote: 9,
      },
      {
        author: 'banzhu2',
        hoursAgo: 139.3,
        content: `[quote="老王"][quote="豆包"][quote="北极"][quote="海鸥"][quote="小李"][quote="南方"][quote="老王"][quote="豆包"][quote="北极"]凌晨三点，一个人在便利店买了一只灯泡。[/quote]
店员说：先生，这只灯泡是坏的，你确定要吗？[/quote]
他说：我就要坏的，我家那只是好的，太亮，照见的事情太多。[/quote]
店員想了想，把自己口袋裡那只也給了他，說：這只更壞，買一送一。[/quote]
他回家装上，屋里一片漆黑，突然听见黑暗里有人说：欢迎回来。[/quote]
是他自己录的音，三年前录的，为了让家里听起来有人。[/quote]
他坐下来，对着黑暗说：今天没什么事。[/quote]
黑暗说：骗人。[/quote]
他吓了一跳，录音里没有这一句。[/quote]
他打开手机的灯，看见沙发上坐着那个店员，制服还没换，手里拿着第三只灯泡。`,
        quote: 10,
      },
      {
        author: 'nanfang',
        hoursAgo: 135.7,
        content: `[quote="枫林晚"][quote="老王"][quote="豆包"][quote="北极"][quote="海鸥"][quote="小李"][quote="南方"][quote="老王"][quote="豆包"][quote="北极"]凌晨三点，一个人在便利店买了一只灯泡。[/quote]
店员说：先生，这只灯泡是坏的，你确定要吗？[/quote]
他说：我就要坏的，我家那只是好的，太亮，照见的事情太多。[/quote]
店員想了想，把自己口袋裡那只也給了他，說：這只更壞，買一送一。[/quote]
他回家装上，屋里一片漆黑，突然听见黑暗里有人说：欢迎回来。[/quote]
是他自己录的音，三年前录的，为了让家里听起来有人。[/quote]
他坐下来，对着黑暗说：今天没什么事。[/quote]
黑暗说：骗人。[/quote]
他吓了一跳，录音里没有这一句。[/quote]
他打开手机的灯，看见沙发上坐着那个店员，制服还没换，手里拿着第三只灯泡。[/quote]
店員說：這只是好的，我自己家的，你先用，等你想看見的時候再還我。`,
        quote: 11,
      },
      {
        author: 'xiaoli',
        hoursAgo: 132.1,
        content: `[quote="南方"][quote="枫林晚"][quote="老王"][quote="豆包"][quote="北极"][quote="海鸥"][quote="小李"][quote="南方"][quote="老王"][quote="豆包"][quote="北极"]凌晨三点，一个人在便利店买了一只灯泡。[/quote]
店员说：先生，这只灯泡是坏的，你确定要吗？[/quote]
他说：我就要坏的，我家那只是好的，太亮，照见的事情太多。[/quote]
店員想了想，把自己口袋裡那只也給了他，說：這只更壞，買一送一。[/quote]
他回家装上，屋里一片漆黑，突然听见黑暗里有人说：欢迎回来。[/quote]
是他自己录的音，三年前录的，为了让家里听起来有人。[/quote]
他坐下来，对着黑暗说：今天没什么事。[/quote]
黑暗说：骗人。[/quote]
他吓了一跳，录音里没有这一句。[/quote]
他打开手机的灯，看见沙发上坐着那个店员，制服还没换，手里拿着第三只灯泡。[/quote]
店員說：這只是好的，我自己家的，你先用，等你想看見的時候再還我。[/quote]
他换上了，灯亮起来，屋里很乱，但是他终于看见，窗台上那盆绿萝还活着。`,
        quote: 12,
      },
      {
        author: 'haiou2020',
        hoursAgo: 127.7,
        content: `[quote="小李"][quote="南方"][quote="枫林晚"][quote="老王"][quote="豆包"][quote="北极"][quote="海鸥"][quote="小李"][quote="南方"][quote="老王"][quote="豆包"][quote="北极"]凌晨三点，一个人在便利店买了一只灯泡。[/quote]
店员说：先生，这只灯泡是坏的，你确定要吗？[/quote]
他说：我就要坏的，我家那只是好的，太亮，照见的事情太多。[/quote]
店員想了想，把自己口袋裡那只也給了他，說：這只更壞，買一送一。[/quote]
他回家装上，屋里一片漆黑，突然听见黑暗里有人说：欢迎回来。[/quote]
是他自己录的音，三年前录的，为了让家里听起来有人。[/quote]
他坐下来，对着黑暗说：今天没什么事。[/quote]
黑暗说：骗人。[/quote]
他吓了一跳，录音里没有这一句。[/quote]
他打开手机的灯，看见沙发上坐着那个店员，制服还没换，手里拿着第三只灯泡。[/quote]
店員說：這只是好的，我自己家的，你先用，等你想看見的時候再還我。[/quote]
他换上了，灯亮起来，屋里很乱，但是他终于看见，窗台上那盆绿萝还活着。[/quote]
第二天他回便利店还灯泡，店员说：不卖坏的了，改卖绿萝。（完，谁都不许再续了！）`,
        quote: 13,
      },
      { author: 'banzhu1', hoursAgo: 125.7, content: '居然没崩，故事也没崩，服了大家。' },
      { author: 'doubao9', hoursAgo: 122.1, content: '呜呜呜说好的沙雕接龙怎么给我写哭了' },
      { author: 'laowang88', hoursAgo: 121.3, content: '十三层，页面稳如老狗。站长加鸡腿。' },
      { author: 'beiji77', hoursAgo: 120.0, content: '引用了十二层。建议收录。' },
    ],
  },
  {
    board: 124,
    author: 'doubao9',
    title:
      '家人们谁懂啊我本来只是下楼扔个垃圾结果在垃圾桶旁边听见有人喊我我回头一看没有人低头一看是一只橘猫它看着我我看着它它喵了一声我也喵了一声它就跟着我上楼了我关门它在门外坐着我开门它就进来了现在它睡在我的统计作业上打呼噜我不敢动我的腿已经麻了四十分钟了室友回来看见问我这是谁我说这是缘分室友说这是跳蚤我们正在进行一场关于要不要留下它的家庭会议👩🏽‍🤝‍👩🏻🐈投票一比一平局猫弃权了所以来问问大家在线等不急就是腿有点麻🦵🏻',
    content: `事情就是标题这样，标题框说最多两百字，我就想知道它是不是真的让写两百个。

结论：真的。一个字都没少，表情也算一个 👨‍👩‍👧‍👦

顺便问一下大家：
1. 捡到的猫要先带去看医生吗？
2. 房东那边怎么说？
3. 猫叫什么名字好？`,
    hoursAgo: 16.0,
    views: 1312,
    replies: [
      { author: 'beiji77', hoursAgo: 12.25, content: '先看医生，扫一下有没有芯片，可能是别人家的。' },
      { author: 'laowang88', hoursAgo: 10.24, content: '我眼睛看花了，标题读了三遍才知道是捡了只猫。' },
      { author: 'haiou2020', hoursAgo: 7.64, content: '名字叫“两百字” 😂' },
      { author: 'nanfang', hoursAgo: 3.46, content: '先隔離在浴室裡，放一個紙箱一條毛巾，不要急著抱。' },
      {
        author: 'doubao9',
        hoursAgo: 2.29,
        content: `[quote="海鸥"]名字叫“两百字” 😂[/quote]
采纳！！小名二百，大名两百字`,
        quote: 4,
      },
      { author: 'xiaoli', hoursAgo: 0.9, content: '医生说可以的话，房东那边先发邮件问，别先抱回去再问' },
    ],
  },
]
