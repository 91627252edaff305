import { type SeedThread } from '../types'

export const techThreads: SeedThread[] = [
  {
    board: 111,
    author: 'beiji77',
    title: '用大模型写代码一年，我的结论变了三次',
    content: `第一个月：神了，我要失业了。
第四个月：全是坑，还不如自己写。
现在：它是一个打字极快、从不脸红、刚入职的同事。你给它的活有多清楚，它就有多靠谱。

具体变化：我写代码的时间少了一半，读代码的时间多了一倍。测试以前懒得写，现在先写测试再让它干活，因为没有测试我根本不知道它对不对。

想听听大家的用法，特别是踩过的坑。`,
    hoursAgo: 78.0,
    views: 8915,
    replies: [
      {
        author: 'laowang88',
        hoursAgo: 74.6,
        content: '我这老头儿也用上了。写了二十年的正则，现在终于不用再写正则了，感动。',
      },
      { author: 'xiaoli', hoursAgo: 69.4, content: '面试准备用它当面试官，比我室友严格多了' },
      {
        author: 'haiou2020',
        hoursAgo: 65.8,
        content: '我们组规定：谁提交谁负责，不许说“是它写的”。这条规定出来以后，代码质量回升了。',
      },
      {
        author: 'beiji77',
        hoursAgo: 59.6,
        content: `[quote="海鸥"]我们组规定：谁提交谁负责，不许说“是它写的”。这条规定出来以后，代码质量回升了。[/quote]
这条应该写进所有公司的手册。`,
        quote: 4,
      },
      {
        author: 'nanfang',
        hoursAgo: 54.9,
        content: '我是測試出身，講一個坑：它寫的測試常常在測它自己寫的假設，全部綠燈，東西還是壞的。',
      },
      {
        author: 'beiji77',
        hoursAgo: 52.6,
        content: `[quote="南方"]我是測試出身，講一個坑：它寫的測試常常在測它自己寫的假設，全部綠燈，東西還是壞的。[/quote]
对。测试要人写，或者至少期望值要人写。`,
        quote: 6,
      },
      {
        author: 'doubao9',
        hoursAgo: 47.54,
        content: '我们教授说作业可以用，但是要能当场讲出每一行在干嘛。上周抽到我，我讲了四行就不行了',
      },
      {
        author: 'laowang88',
        hoursAgo: 44.58,
        content: `[quote="豆包"]我们教授说作业可以用，但是要能当场讲出每一行在干嘛。上周抽到我，我讲了四行就不行了[/quote]
能讲四行不错了，我组里有人讲不出自己名字的那一行。`,
        quote: 8,
      },
      { author: 'xiaoli', hoursAgo: 41.49, content: '哈哈哈哈老王你们组' },
      {
        author: 'nanfang',
        hoursAgo: 35.03,
        content: '想請教大家，公司的程式碼可以貼進去嗎？我們法務還在開會，已經開了五個月。',
      },
      {
        author: 'haiou2020',
        hoursAgo: 31.47,
        content: `[quote="南方"]想請教大家，公司的程式碼可以貼進去嗎？我們法務還在開會，已經開了五個月。[/quote]
我们用公司签了合同的那一个，别的一律不行。私自贴出去的有人被谈话了。`,
        quote: 11,
      },
      {
        author: 'beiji77',
        hoursAgo: 28.68,
        content: `[quote="南方"]想請教大家，公司的程式碼可以貼進去嗎？我們法務還在開會，已經開了五個月。[/quote]
五个月的会，可以让它写纪要。`,
        quote: 11,
      },
      {
        author: 'laowang88',
        hoursAgo: 25.56,
        content: '还有个坑，它特别爱加东西。我让它改一个按钮颜色，它顺手给我加了夜间模式。',
      },
      { author: 'doubao9', hoursAgo: 22.03, content: '买一送一' },
      {
        author: 'beiji77',
        hoursAgo: 18.98,
        content: `[quote="老王"]还有个坑，它特别爱加东西。我让它改一个按钮颜色，它顺手给我加了夜间模式。[/quote]
所以每次只给一件事，改完看差异，多出来的一律退回。`,
        quote: 14,
      },
      { author: 'xiaoli', hoursAgo: 16.46, content: '请问你们提示词怎么写？有没有模板？' },
      {
        author: 'beiji77',
        hoursAgo: 15.0,
        content: `[quote="小李"]请问你们提示词怎么写？有没有模板？[/quote]
没有模板。写清楚四件事：现在是什么样、要变成什么样、什么不能动、怎么知道做完了。`,
        quote: 17,
      },
      {
        author: 'haiou2020',
        hoursAgo: 11.44,
        content: `[quote="北极"]没有模板。写清楚四件事：现在是什么样、要变成什么样、什么不能动、怎么知道做完了。[/quote]
这不就是一张合格的工单嘛 😄`,
        quote: 18,
      },
      {
        author: 'beiji77',
        hoursAgo: 9.65,
        content: `[quote="海鸥"]这不就是一张合格的工单嘛 😄[/quote]
对，大部分人缺的不是模型，是工单。`,
        quote: 19,
      },
      { author: 'nanfang', hoursAgo: 7.67, content: '這句話可以貼在辦公室牆上。' },
      { author: 'laowang88', hoursAgo: 6.46, content: '那我们经理更该学，他的工单就一句话：“优化一下”。' },
      { author: 'banzhu2', hoursAgo: 5.3, content: '外行问一句，孩子明年上大学想学计算机，还值得学吗？' },
      {
        author: 'haiou2020',
        hoursAgo: 3.09,
        content: `[quote="枫林晚"]外行问一句，孩子明年上大学想学计算机，还值得学吗？[/quote]
我觉得值得。会的人少写了一半代码，但是要判断的东西多了一倍，判断力没法外包。`,
        quote: 23,
      },
      {
        author: 'laowang88',
        hoursAgo: 2.32,
        content: `[quote="枫林晚"]外行问一句，孩子明年上大学想学计算机，还值得学吗？[/quote]
学。不过让他把语文也学好，往后干活全靠把话说清楚。`,
        quote: 23,
      },
      {
        author: 'nanfang',
        hoursAgo: 1.36,
        content: '我反而覺得可以先學數學，程式之後再說。',
        deletedBy: 'author',
      },
      { author: 'beiji77', hoursAgo: 1.01, content: '语文这条我同意，我就是语文不好才话少。' },
      { author: 'doubao9', hoursAgo: 0.5, content: '北极哥你这不叫话少，叫字字扎心' },
    ],
  },
  {
    board: 111,
    author: 'xiaoli',
    title: '求助：Node 服务内存每天涨 200 MB，重启就好，怎么查？',
    content: `内部小工具，一个长连接服务，每天涨两百兆，一周重启一次。怀疑是这里：

[code]
const listeners = new Map<string, Set<(data: unknown) => void>>()

export function subscribe(topic: string, listener: (data: unknown) => void) {
  const set = listeners.get(topic) ?? new Set()
  set.add(listener)
  listeners.set(topic, set)
}
[/code]

连接断开的时候我删了 listener，但好像没什么用？`,
    hoursAgo: 2050.0,
    views: 1733,
    replies: [
      {
        author: 'beiji77',
        hoursAgo: 2037.4,
        content: '删了 listener，没删空的 Set。topic 如果是一人一个，Map 里就全是空壳。',
      },
      {
        author: 'nanfang',
        hoursAgo: 2026.0,
        content: '另外確認一下斷線的路徑有沒有兩條，通常正常關閉有清，逾時斷開的那條忘了。',
      },
      {
        author: 'xiaoli',
        hoursAgo: 2013.0,
        content: `[quote="南方"]另外確認一下斷線的路徑有沒有兩條，通常正常關閉有清，逾時斷開的那條忘了。[/quote]
就是这个！！超时那条没走清理，两个一起改了，今天一天没涨。谢谢两位！`,
        quote: 3,
      },
      {
        author: 'haiou2020',
        hoursAgo: 2000.0,
        content: '存个堆快照对比两次，下次五分钟就能看出来，不用猜 👍',
      },
    ],
  },
]
