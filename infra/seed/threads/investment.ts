import { type SeedThread } from '../types'

export const investmentThreads: SeedThread[] = [
  {
    board: 51,
    author: 'laowang88',
    title: '今天这根大阴线怎么看？我先说我的看法：闭着眼看',
    content: `早上起来一看，绿的绿红的红（我这边红的是跌，习惯了二十年还是会看反），账户一天没了一辆二手车。

老规矩，开个楼让大家倒苦水。抄底的报个价位，割肉的报个姿势，装死的排好队。`,
    hoursAgo: 20.0,
    views: 9120,
    replies: [
      { author: 'doubao9', hoursAgo: 19.0, content: '我买了 200 块的，现在是 187，已经不敢看了' },
      {
        author: 'laowang88',
        hoursAgo: 18.24,
        content: `[quote="豆包"]我买了 200 块的，现在是 187，已经不敢看了[/quote]
两百块亏十三，学费便宜，值得恭喜。`,
        quote: 2,
      },
      { author: 'beiji77', hoursAgo: 17.08, content: '一天的波动没有意义。' },
      { author: 'nanfang', hoursAgo: 16.1, content: '我昨天晚上剛加的 😇' },
      {
        author: 'laowang88',
        hoursAgo: 14.82,
        content: `[quote="南方"]我昨天晚上剛加的 😇[/quote]
南方，你是不是每次都昨天晚上刚加的？`,
        quote: 5,
      },
      {
        author: 'nanfang',
        hoursAgo: 13.51,
        content: `[quote="老王"]南方，你是不是每次都昨天晚上刚加的？[/quote]
是。我太太建議我公佈買入時間，讓大家反著做。`,
        quote: 6,
      },
      { author: 'xiaoli', hoursAgo: 12.67, content: '哈哈哈哈哈反指标大叔' },
      {
        author: 'haiou2020',
        hoursAgo: 11.84,
        content: '我先生刚没了工作，我们家这个月不动。现金躺着，心里踏实。',
      },
      {
        author: 'beiji77',
        hoursAgo: 11.13,
        content: `[quote="海鸥"]我先生刚没了工作，我们家这个月不动。现金躺着，心里踏实。[/quote]
这是今天全楼唯一一个正确操作。`,
        quote: 9,
      },
      { author: 'doubao9', hoursAgo: 10.39, content: '抄底的意思是，底在哪里啊' },
      {
        author: 'laowang88',
        hoursAgo: 9.16,
        content: `[quote="豆包"]抄底的意思是，底在哪里啊[/quote]
底在你卖掉的第二天。`,
        quote: 11,
      },
      { author: 'xiaoli', hoursAgo: 8.57, content: '悟了' },
      { author: 'banzhu2', hoursAgo: 7.91, content: '我只买大盘，每月一号扣款，今天几号我都不知道。' },
      {
        author: 'beiji77',
        hoursAgo: 6.56,
        content: `[quote="枫林晚"]我只买大盘，每月一号扣款，今天几号我都不知道。[/quote]
复议。`,
        quote: 14,
      },
      { author: 'nanfang', hoursAgo: 6.04, content: '附議，但是手很癢。' },
      {
        author: 'laowang88',
        hoursAgo: 5.3,
        content:
          '说个老故事。2008 年我一个朋友，最低点那周清仓，发誓不碰。去年一起吃饭，他说这辈子最贵的一句话就是“等它稳了我再进”。',
      },
      { author: 'xiaoli', hoursAgo: 4.83, content: '后来他再进了吗？' },
      {
        author: 'laowang88',
        hoursAgo: 4.08,
        content: `[quote="小李"]后来他再进了吗？[/quote]
没有。他说还没稳。`,
        quote: 18,
      },
      { author: 'doubao9', hoursAgo: 3.69, content: '好冷的笑话' },
      {
        author: 'beiji77',
        hoursAgo: 3.15,
        content: '反过来的故事也有，满仓加杠杆的那些人不出来吃饭了，所以你听不到。',
      },
      {
        author: 'laowang88',
        hoursAgo: 2.64,
        content: `[quote="北极"]反过来的故事也有，满仓加杠杆的那些人不出来吃饭了，所以你听不到。[/quote]
这话公道。`,
        quote: 21,
      },
      {
        author: 'nanfang',
        hoursAgo: 2.3,
        content: '我今天把 App 移到手機第三頁的資料夾裡，資料夾取名「健身」，這樣我就不會點開了。',
      },
      { author: 'doubao9', hoursAgo: 1.8, content: '绝了 我要学' },
      { author: 'xiaoli', hoursAgo: 1.3, content: '我取名“刷题” T_T' },
      { author: 'haiou2020', hoursAgo: 0.98, content: '我取名“孩子的数学作业”，点开血压一样高' },
      { author: 'banzhu1', hoursAgo: 0.84, content: '讨论行情可以，请勿荐股、拉群。' },
      { author: 'laowang88', hoursAgo: 0.66, content: '收到。收盘了，又拉回来一半。装死的队伍大获全胜。' },
      { author: 'beiji77', hoursAgo: 0.49, content: '尾盘拉的，明天继续。' },
      { author: 'nanfang', hoursAgo: 0.25, content: '那我今天晚上先不加。' },
      { author: 'laowang88', hoursAgo: 0.15, content: '完了，明天要涨。' },
    ],
  },
  {
    board: 51,
    author: 'laowang88',
    title: '卖 put 被行权的一天，记录一下心路历程',
    content: `周一卖出去的时候：收点租金，稳稳的。
周三：有点近，没事，我本来就愿意按这个价接。
周五中午：我为什么会愿意按这个价接？
周五收盘：[spoiler]接了。三百股。现在我是这家做酸奶机的公司的长期股东。[/spoiler]`,
    hoursAgo: 5900.0,
    views: 1630,
    replies: [
      { author: 'nanfang', hoursAgo: 5881.8, content: '恭喜王董。' },
      { author: 'beiji77', hoursAgo: 5864.9, content: '“本来就愿意”这五个字，害了多少人。' },
      { author: 'haiou2020', hoursAgo: 5850.0, content: '酸奶机好用吗 😂' },
    ],
  },
  {
    board: 52,
    author: 'nanfang',
    title: '利率又動了，要不要重新貸款？算了三個晚上算不明白',
    content: `前年買的，利率 6.875，三十年固定。今天銀行打來說可以做到 6.0，手續費大概八千，說三年就回本。

我自己算是三年半。可是問題是：三年半以後我還會住在這裡嗎？小孩那時候剛好上大學，太太說想搬去有海的地方。

大家會做嗎？還是再等等？`,
    hoursAgo: 64.0,
    views: 4216,
    replies: [
      {
        author: 'beiji77',
        hoursAgo: 60.1,
        content: '回本期 41 个月。你有一半概率 36 个月内搬。期望值是负的。等。',
      },
      {
        author: 'laowang88',
        hoursAgo: 49.7,
        content: '问问有没有不收手续费、利率高一点点的，比如 6.25，零成本先下一个台阶，再跌再做。',
      },
      {
        author: 'nanfang',
        hoursAgo: 44.41,
        content: `[quote="老王"]问问有没有不收手续费、利率高一点点的，比如 6.25，零成本先下一个台阶，再跌再做。[/quote]
有，他們一開始沒講，我問了才拿出來，6.25 零手續費。`,
        quote: 3,
      },
      {
        author: 'laowang88',
        hoursAgo: 35.37,
        content: `[quote="南方"]有，他們一開始沒講，我問了才拿出來，6.25 零手續費。[/quote]
都是这样，好菜不写在菜单上。`,
        quote: 4,
      },
      {
        author: 'haiou2020',
        hoursAgo: 31.17,
        content: '我们上次做的就是零成本的，签字签到手酸，省了二百多一个月，够两个孩子的游泳课。',
      },
      { author: 'xiaoli', hoursAgo: 23.38, content: '还没有房，先学习。零成本的“成本”是谁出的？' },
      {
        author: 'laowang88',
        hoursAgo: 19.79,
        content: `[quote="小李"]还没有房，先学习。零成本的“成本”是谁出的？[/quote]
羊毛出在利率上。它本来能给你更低，留一截补手续费。`,
        quote: 7,
      },
      {
        author: 'banzhu2',
        hoursAgo: 12.39,
        content: '注意一下重新开始三十年的问题。月供是少了，还款年头也拉长了，可以自己多还一点抵掉。',
      },
      {
        author: 'nanfang',
        hoursAgo: 9.59,
        content: `[quote="枫林晚"]注意一下重新开始三十年的问题。月供是少了，还款年头也拉长了，可以自己多还一点抵掉。[/quote]
這一點我完全沒想到，我還了兩年又變成三十年。`,
        quote: 9,
      },
      { author: 'beiji77', hoursAgo: 6.46, content: '所以问他们要一张同样剩余年限的比较表。' },
      { author: 'doubao9', hoursAgo: 3.01, content: '我为什么要在 22 岁看这个楼（却看得津津有味）' },
      {
        author: 'nanfang',
        hoursAgo: 1.42,
        content: '決定做 6.25 那個，每個月照舊的金額還，多的算本金。太太說有海的地方不用貸款也看得到 😅',
      },
      { author: 'haiou2020', hoursAgo: 0.4, content: '太太金句 👏' },
    ],
  },
  {
    board: 52,
    author: 'haiou2020',
    title: '看房三个月，抢 offer 输了五次，今天终于轮到我们',
    content: `把五次记下来，给后来的人垫垫脚：

第一次，按标价出，连回信都没有。
第二次，加 5 万，输给全现金。
第三次，加 12 万，输给加 12 万 1 千。
第四次，写了一封很感人的信，卖家说经纪人不让看信。
第五次，赢了，验房发现地基有个缝，缝里能塞进我的手机。退了。

第六次就是今天。没有竞争对手，因为下大雨，开放日只去了我们一家。`,
    hoursAgo: 2300.0,
    views: 6608,
    replies: [
      { author: 'doubao9', hoursAgo: 2278.1, content: '下雨天买房，记住了（虽然我只有二百块）' },
      {
        author: 'laowang88',
        hoursAgo: 2249.3,
        content: '恭喜！买房跟找对象一样，天气不好还肯来的，才是真想要的。',
      },
      { author: 'nanfang', hoursAgo: 2223.2, content: '下雨天看房最好，漏不漏一目瞭然。' },
      {
        author: 'haiou2020',
        hoursAgo: 2207.9,
        content: `[quote="南方"]下雨天看房最好，漏不漏一目瞭然。[/quote]
对！我们进门第一件事就是抬头看天花板 😂`,
        quote: 4,
      },
      { author: 'xiaoli', hoursAgo: 2187.0, content: '缝里能塞进手机……后来手机拿出来了吗' },
      {
        author: 'haiou2020',
        hoursAgo: 2171.5,
        content: `[quote="小李"]缝里能塞进手机……后来手机拿出来了吗[/quote]
拿出来了，还照到里面有个蜂窝。`,
        quote: 6,
      },
      { author: 'beiji77', hoursAgo: 2161.4, content: '交了多少保证金，第五次退的时候拿回来了吗？' },
      {
        author: 'haiou2020',
        hoursAgo: 2141.8,
        content: `[quote="北极"]交了多少保证金，第五次退的时候拿回来了吗？[/quote]
拿回来了，合同里有验房条款。那会儿经纪还劝我们放弃这一条好抢房，幸亏没听。`,
        quote: 8,
      },
      {
        author: 'banzhu2',
        hoursAgo: 2130.0,
        content: '放弃验房条款这个事要慎重，抢的时候头脑热，塌的时候钱包凉。',
      },
      {
        author: 'laowang88',
        hoursAgo: 2126.5,
        content: `[quote="枫林晚"]放弃验房条款这个事要慎重，抢的时候头脑热，塌的时候钱包凉。[/quote]
枫林晚今天押韵了。`,
        quote: 10,
      },
      {
        author: 'haiou2020',
        hoursAgo: 2120.0,
        content: '过户了，钥匙到手，谢谢大家这几个月听我念叨。下雨天请你们来喝茶 ☔️',
      },
    ],
  },
  {
    board: 53,
    author: 'xiaoli',
    title: '第一次自己报税，FBAR 到底要不要填，越查越晕',
    content: `国内有一张工资卡，还有我妈用我名字开的一张定期，加起来最高的时候大概七万多人民币。我自己都不知道有那张定期，是上个月她随口说“给你存着呢”。

查了一圈，有说要填有说不用的。有人能用大白话讲讲是看什么吗？`,
    hoursAgo: 1900.0,
    views: 3344,
    replies: [
      {
        author: 'beiji77',
        hoursAgo: 1890.7,
        content:
          '看的是所有海外账户同一年里各自最高值的和，按美元算，过没过一万。七万人民币大概在线附近，查当年官方汇率。',
      },
      {
        author: 'banzhu2',
        hoursAgo: 1864.3,
        content:
          '北极说的是常见的算法。再补一句：是申报不是交税，多数人报了也不用交一分钱，怕的是该报没报。拿不准就问报税师，一次的钱。',
      },
      {
        author: 'laowang88',
        hoursAgo: 1858.3,
        content: '中国妈妈的“给你存着呢”，是全世界最隐蔽的海外账户。',
      },
      {
        author: 'xiaoli',
        hoursAgo: 1843.7,
        content: `[quote="老王"]中国妈妈的“给你存着呢”，是全世界最隐蔽的海外账户。[/quote]
哈哈哈哈真的！我又追问了一下，她说“还有一张，忘了”`,
        quote: 4,
      },
      { author: 'nanfang', hoursAgo: 1840.0, content: '我媽也是，每隔兩年就想起一張。' },
    ],
  },
  {
    board: 54,
    author: 'doubao9',
    title: '人生第一张信用卡被拒了，理由是“信用记录不足”',
    content: `没有记录所以不给卡，没有卡所以没有记录。鸡生蛋蛋生鸡是吧！！

学生卡也拒了。押金卡要押 200，那是我一个月的奶茶钱。`,
    hoursAgo: 1000.0,
    views: 1406,
    replies: [
      {
        author: 'haiou2020',
        hoursAgo: 985.1,
        content: '先去你平时存钱的那家银行申请，他们看得到你的流水，最容易过。',
      },
      {
        author: 'laowang88',
        hoursAgo: 974.5,
        content: '押二百不亏，半年就退给你，奶茶戒半年，人也瘦了，卡也有了。',
      },
      { author: 'nanfang', hoursAgo: 955.3, content: '手機帳單、房租也有辦法報進信用紀錄，可以問問看。' },
      { author: 'beiji77', hoursAgo: 943.3, content: '每月用一点，还全款，别碰分期。没了。' },
      {
        author: 'doubao9',
        hoursAgo: 935.9,
        content: `[quote="海鸥"]先去你平时存钱的那家银行申请，他们看得到你的流水，最容易过。[/quote]
过了！！就是存钱的那家！额度 500！我是有额度的人了 💳`,
        quote: 2,
      },
      { author: 'xiaoli', hoursAgo: 930.0, content: '恭喜豆包，500 也是爱' },
    ],
  },
]
