import { type SeedThread } from '../types'

export const siteThreads: SeedThread[] = [
  {
    board: 2,
    author: 'admin',
    title: '欢迎来到海外华人论坛：新来的朋友先看这一篇',
    content: `大家好，我是站长。这个论坛是给在海外生活的华人聊天、互助、交换消息用的，不卖课，不卖名单，也没有什么“内部渠道”。

几条约定，麻烦花一分钟看完：
[list]
[*]标题写清楚问题，少用“求助”“在线等”。
[*]不发广告，不泄露他人隐私，不做人身攻击。
[*]转载注明出处。涉及投资、法律、医疗的内容只是网友经验，请自己核实。
[*]觉得哪里不对劲，点帖子右下角的“⋮”，选“举报”，版主会看。
[/list]
问题和建议请发到【意见反馈】。祝大家在这里都能找到一两个说得上话的人。`,
    hoursAgo: 17280.0,
    views: 18420,
    pinned: true,
    locked: true,
    editedHoursAgo: 4400.0,
    editedContent: `大家好，我是站长。这个论坛是给在海外生活的华人聊天、互助、交换消息用的，不卖课，不卖名单，也没有什么“内部渠道”。

几条约定，麻烦花一分钟看完：
[list]
[*]标题写清楚问题，少用“求助”“在线等”。
[*]不发广告，不泄露他人隐私，不做人身攻击。
[*]转载注明出处。涉及投资、法律、医疗的内容只是网友经验，请自己核实。
[*]觉得哪里不对劲，点帖子右下角的“⋮”，选“举报”，版主会看。
[*]帖子可以粘贴 YouTube、Vimeo、哔哩哔哩的链接，单独占一行就会变成播放器。
[/list]
问题和建议请发到【意见反馈】。祝大家在这里都能找到一两个说得上话的人。`,
    replies: [
      {
        author: 'banzhu1',
        hoursAgo: 17236.4,
        content: '补充一句：引用别人的话之前先看看是不是断章取义，吵架的楼十栋有九栋是这么起来的。',
      },
      { author: 'laowang88', hoursAgo: 17159.0, content: '前排占座，祝论坛越办越好。' },
      { author: 'banzhu2', hoursAgo: 17100.0, content: '收到，移民版的规矩我另外开帖写。' },
    ],
  },
  {
    board: 2,
    author: 'admin',
    title: '例行维护时间说明：每周日凌晨 2:00–4:00（美东）',
    content: `每周日凌晨 2:00–4:00（美东时间）做例行维护，期间可能打不开，一般二十分钟内结束。没发出去的帖子会留在你的浏览器里，恢复后回到原来的页面就能接着写。

欧洲和国内的朋友正好是白天，给你们添麻烦了。`,
    hoursAgo: 620.0,
    views: 2210,
    locked: true,
    replies: [],
  },
  {
    board: 2,
    author: 'banzhu1',
    title: '最近“包过”“代抽签”广告比较多，请大家不要加陌生人',
    content: `这两周清理了四十多个账号，套路基本一样：注册当天就在身份类帖子下面回复“我有渠道”，留一串联系方式，聊两句就要定金。

我们做了三件事：新账号的链接会进队列；重复内容自动提示版主；被举报三次以上优先处理。

也请大家帮忙：[b]看到就举报，不用跟他吵。[/b]`,
    hoursAgo: 2110.0,
    views: 3307,
    replies: [
      { author: 'xiaoli', hoursAgo: 2095.8, content: '我就收到过站内信，说交八百保证中签，我差点信了……' },
      {
        author: 'laowang88',
        hoursAgo: 2078.6,
        content: `[quote="小李"]我就收到过站内信，说交八百保证中签，我差点信了……[/quote]
老弟，抽签要是能保证，那还叫抽签么。`,
        quote: 2,
      },
      { author: 'haiou2020', hoursAgo: 2066.3, content: '已经举报过三个，处理得挺快，谢谢版主。' },
      { author: 'doubao9', hoursAgo: 2055.0, content: '他们头像用的还是同一张网图，敬业程度令人感动 😂' },
      {
        author: 'nanfang',
        hoursAgo: 2041.6,
        content: '建議新帳號前三天不能發站內信，我看別的論壇是這樣做的。',
      },
      {
        author: 'banzhu1',
        hoursAgo: 2035.0,
        content: `[quote="南方"]建議新帳號前三天不能發站內信，我看別的論壇是這樣做的。[/quote]
好主意，转给站长了。`,
        quote: 6,
      },
    ],
  },
  {
    board: 3,
    author: 'beiji77',
    title: '建议：引用太长的时候默认折叠',
    content: `现在有些楼引用套引用，手机上要划三屏才看到人家说的那半句话。建议：

1. 超过三层的引用折起来；
2. 引用整篇主楼的，只显示前几行；
3. 点引用的名字能跳回原来那一楼。

第三条最重要，别的可以慢慢来。`,
    hoursAgo: 410.0,
    views: 1260,
    replies: [
      {
        author: 'nanfang',
        hoursAgo: 395.7,
        content: '附議第三點，每次要往回翻十幾頁找上下文，翻到都忘了自己要講什麼。',
      },
      { author: 'doubao9', hoursAgo: 383.2, content: '+1' },
      { author: 'laowang88', hoursAgo: 368.4, content: '套娃引用是论坛的灵魂，折了我不习惯。' },
      {
        author: 'beiji77',
        hoursAgo: 356.0,
        content: `[quote="老王"]套娃引用是论坛的灵魂，折了我不习惯。[/quote]
灵魂可以展开看。默认折叠不等于删掉。`,
        quote: 4,
      },
      {
        author: 'haiou2020',
        hoursAgo: 346.7,
        content: '我妈用平板上来看美食版，字本来就调得大，遇到长引用直接以为页面坏了。支持折叠。',
      },
      {
        author: 'admin',
        hoursAgo: 337.5,
        content: '三条都合理。第三条优先做，折叠的层数先定五层，试一段时间再看。',
      },
      { author: 'beiji77', hoursAgo: 333.7, content: '五层也行，谢谢。' },
      {
        author: 'laowang88',
        hoursAgo: 330.0,
        content: `[quote="站长"]三条都合理。第三条优先做，折叠的层数先定五层，试一段时间再看。[/quote]
五层好，给灵魂留了点面子。`,
        quote: 7,
      },
    ],
  },
  {
    board: 3,
    author: 'doubao9',
    title: '手机上写到一半切出去看验证码，回来内容没了',
    content: `呜呜写了二十分钟的租房避雷，切出去收个短信验证码，回来输入框空空如也。我知道应该先在备忘录里写，但是谁会这么自律啊……

机型是三年前的安卓，浏览器是系统自带那个。`,
    hoursAgo: 150.0,
    views: 733,
    replies: [
      {
        author: 'admin',
        hoursAgo: 145.3,
        content: '抱歉。按设计草稿是存在本机的，回到同一页应该自动恢复。请问当时开的是无痕模式吗？',
      },
      { author: 'doubao9', hoursAgo: 139.3, content: '……是的，我怕室友看到我在骂房东' },
      {
        author: 'admin',
        hoursAgo: 131.5,
        content: `[quote="豆包"]……是的，我怕室友看到我在骂房东[/quote]
无痕窗口关掉后浏览器会清空本地数据，这个我们救不回来。可以考虑写之前先登录，普通窗口里就没问题。`,
        quote: 3,
      },
      { author: 'xiaoli', hoursAgo: 126.0, content: '笑死，怕室友看到，结果全论坛都看到了' },
      { author: 'doubao9', hoursAgo: 121.0, content: '你们不要转告他 🙏' },
    ],
  },
  {
    board: 4,
    author: 'doubao9',
    title: '新人报到！坐标纽约法拉盛，来读书的，请多关照～',
    content: `大家好我是豆包，研一，学的是信息系统。来美国刚满一个月，目前成就：

- 学会了用洗衣房的硬币机
- 迷路三次，每次都走到同一家奶茶店
- 煮饭把烟雾报警器煮响了 👩🏻‍🍳

想问问前辈们，刚来的时候最后悔没早点做的事是什么？`,
    hoursAgo: 9880.0,
    views: 1904,
    replies: [
      {
        author: 'haiou2020',
        hoursAgo: 9855.9,
        content: '欢迎豆包！最后悔没早点办信用卡，信用记录这东西就是熬时间。',
      },
      {
        author: 'laowang88',
        hoursAgo: 9842.9,
        content: '最后悔没早点学做饭。第一年吃冷冻披萨吃到现在看见红盒子就反胃。',
      },
      {
        author: 'beiji77',
        hoursAgo: 9823.1,
        content: '把社安号、I-20、租约、疫苗本都扫一份存好。以后每年都有人问你要。',
      },
      {
        author: 'nanfang',
        hoursAgo: 9808.9,
        content: '歡迎歡迎，法拉盛那邊滷味很多，千萬不要餓著肚子去超市。',
      },
      {
        author: 'xiaoli',
        hoursAgo: 9786.4,
        content: '别租离学校太远的房子，省两百块租金，冬天等公交的时候全还回去。',
      },
      {
        author: 'banzhu2',
        hoursAgo: 9770.8,
        content: '出入境记录（I-94）每次入境后自己下载一份，十年以后你会感谢现在的自己。',
      },
      {
        author: 'doubao9',
        hoursAgo: 9749.6,
        content: `[quote="枫林晚"]出入境记录（I-94）每次入境后自己下载一份，十年以后你会感谢现在的自己。[/quote]
记下了！原来还有这种东西，我以为盖章就完事了`,
        quote: 7,
      },
      {
        author: 'laowang88',
        hoursAgo: 9739.7,
        content: '烟雾报警器这个事，建议买个大点的锅盖，火苗一起来先盖上，别泼水。',
      },
      {
        author: 'haiou2020',
        hoursAgo: 9730.3,
        content: `[quote="老王"]烟雾报警器这个事，建议买个大点的锅盖，火苗一起来先盖上，别泼水。[/quote]
还有开窗开风扇，报警器旁边挂条毛巾扇一扇 😄`,
        quote: 9,
      },
      { author: 'doubao9', hoursAgo: 9724.1, content: '谢谢大家！我妈看了你们的回复说比我靠谱多了' },
      {
        author: 'banzhu1',
        hoursAgo: 9713.9,
        content: '欢迎新人。昵称下面可以写签名档，头像也可以换，在个人中心里。',
      },
      { author: 'doubao9', hoursAgo: 9710.0, content: '好嘟！' },
    ],
  },
  {
    board: 4,
    author: 'nanfang',
    title: '註冊快四年，終於發第一個主題',
    content: `大家好，我是南方。老家在島上，來洛杉磯十一年了，做軟體測試，平常喜歡煮飯跟逛二手書店。

平常都在別人樓裡搭兩句話，想說看了這麼久白吃白喝不好意思，出來打個招呼。我打繁體字，看得懂的請多包涵 😆`,
    hoursAgo: 4020.0,
    views: 866,
    replies: [
      { author: 'laowang88', hoursAgo: 3975.6, content: '欢迎！繁体好看，读着有书卷气。' },
      { author: 'doubao9', hoursAgo: 3953.0, content: '快四年！姐姐/哥哥您这潜水肺活量可以的' },
      {
        author: 'nanfang',
        hoursAgo: 3928.0,
        content: `[quote="豆包"]快四年！姐姐/哥哥您这潜水肺活量可以的[/quote]
是大叔。肺活量是逛超市練出來的。`,
        quote: 3,
      },
      { author: 'haiou2020', hoursAgo: 3890.0, content: '欢迎南方，美食版缺你这样的人。' },
    ],
  },
]
