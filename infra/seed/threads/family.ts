import { type SeedThread } from '../types'

export const familyThreads: SeedThread[] = [
  {
    board: 61,
    author: 'beiji77',
    title: '异地两年，今天她说算了',
    content: `她在东，我在中间。两年里飞了三十一次，我记了表。

今天视频，她说不是不喜欢了，是不想再看航班了。我说好。

然后我把那张表存了一份备份，不知道为什么要备份。`,
    hoursAgo: 330.0,
    views: 5022,
    replies: [
      { author: 'doubao9', hoursAgo: 321.6, content: '北极哥……抱抱 🫂' },
      { author: 'laowang88', hoursAgo: 313.0, content: '来，坐。今天不讲道理。' },
      { author: 'haiou2020', hoursAgo: 306.6, content: '三十一次，都记得。你们两个都尽力了。' },
      { author: 'xiaoli', hoursAgo: 291.5, content: '不知道说什么，陪你坐一会儿。' },
      { author: 'nanfang', hoursAgo: 285.9, content: '備份是因為那是真的。' },
      {
        author: 'beiji77',
        hoursAgo: 275.9,
        content: `[quote="南方"]備份是因為那是真的。[/quote]
嗯。`,
        quote: 6,
      },
      { author: 'laowang88', hoursAgo: 271.1, content: '晚饭吃了没？' },
      {
        author: 'beiji77',
        hoursAgo: 262.8,
        content: `[quote="老王"]晚饭吃了没？[/quote]
煮了面，坨了。`,
        quote: 8,
      },
      {
        author: 'laowang88',
        hoursAgo: 259.2,
        content: '坨了也吃，吃完下楼走二十分钟，别带手机。我当年就这么走出来的，走坏一双鞋。',
      },
      { author: 'doubao9', hoursAgo: 253.6, content: '不想说话的话，来灌水版报个菜名也行，我们都在' },
      {
        author: 'banzhu2',
        hoursAgo: 250.2,
        content: '年轻的时候以为是输给了距离，后来发现谁都没输，就是时间到了。慢慢来。',
      },
      { author: 'beiji77', hoursAgo: 247.4, content: '走了五十分钟。外面零下十一度，挺好的。谢谢各位。' },
      { author: 'haiou2020', hoursAgo: 243.8, content: '走了就好。明天还来报到。' },
      { author: 'nanfang', hoursAgo: 241.0, content: '零下十一度記得戴帽子。' },
      { author: 'xiaoli', hoursAgo: 240.0, content: '今天怎么样了？' },
    ],
  },
  {
    board: 62,
    author: 'haiou2020',
    title: '孩子周六死活不去中文学校，今天直接躺地上了',
    content: `大的九岁，以前还行，这学期开始每个周六早上打仗。今天直接躺在门口，说“我是美国人，我为什么要学”。

他爸说算了，我不甘心。可是看他哭成那样，又觉得是不是我自己的执念。

家里有大孩子的，回头看，当年是坚持对还是算了对？`,
    hoursAgo: 82.0,
    views: 5150,
    replies: [
      {
        author: 'laowang88',
        hoursAgo: 75.0,
        content:
          '我两个，老大逼到底，现在会写信，跟我不亲；老二放了，一个字不认识，天天跟我腻着。你说哪个对？',
      },
      { author: 'nanfang', hoursAgo: 64.1, content: '老王這個回答太真實，沒有標準答案。' },
      {
        author: 'xiaoli',
        hoursAgo: 59.6,
        content: '我是那个被逼的小孩（十岁来的）。恨到十八岁，二十二岁谢谢我妈。',
      },
      {
        author: 'haiou2020',
        hoursAgo: 54.3,
        content: `[quote="小李"]我是那个被逼的小孩（十岁来的）。恨到十八岁，二十二岁谢谢我妈。[/quote]
中间那四年呢？`,
        quote: 4,
      },
      {
        author: 'xiaoli',
        hoursAgo: 42.22,
        content: `[quote="海鸥"]中间那四年呢？[/quote]
那四年谁也不理谁，也挺好的，省电话费`,
        quote: 5,
      },
      { author: 'doubao9', hoursAgo: 35.52, content: '我表妹是因为看动画片自己要学的，学会的第一句是“可恶”' },
      {
        author: 'beiji77',
        hoursAgo: 28.79,
        content: '语言是要有人说的。中文学校一周三小时，家里一周说几个小时？',
      },
      {
        author: 'haiou2020',
        hoursAgo: 22.64,
        content: `[quote="北极"]语言是要有人说的。中文学校一周三小时，家里一周说几个小时？[/quote]
……被问住了。我跟他爸现在在家八成说英文。`,
        quote: 8,
      },
      {
        author: 'beiji77',
        hoursAgo: 18.36,
        content: `[quote="海鸥"]……被问住了。我跟他爸现在在家八成说英文。[/quote]
那问题不在周六。`,
        quote: 9,
      },
      {
        author: 'nanfang',
        hoursAgo: 13.67,
        content:
          '我們家規定晚飯桌上講中文，講錯沒有關係，講英文要洗碗。現在我女兒的中文很好，因為她很討厭洗碗。',
      },
      {
        author: 'laowang88',
        hoursAgo: 9.7,
        content: `[quote="南方"]我們家規定晚飯桌上講中文，講錯沒有關係，講英文要洗碗。現在我女兒的中文很好，因為她很討厭洗碗。[/quote]
哈哈哈哈这招损，我喜欢。`,
        quote: 11,
      },
      {
        author: 'banzhu2',
        hoursAgo: 7.0,
        content: '可以换个学校或者换个老师试试，有时候躺地上躺的是那间教室，不是中文。',
      },
      { author: 'haiou2020', hoursAgo: 4.51, content: '昨晚试了洗碗规则，他爸洗了三天的量 😂' },
      { author: 'doubao9', hoursAgo: 3.33, content: '姐夫从洗车转行洗碗了' },
      {
        author: 'haiou2020',
        hoursAgo: 2.2,
        content: '今天周六，他自己走去的。他说下课要回来跟爸爸“打一架中文的”。谢谢大家。',
      },
    ],
  },
  {
    board: 63,
    author: 'xiaoli',
    title: '爸妈第一次坐国际航班来看我，我写了一张转机小抄，分享出来',
    content: `他们英语只会三个词，在首尔转机四个小时。我写了这张小抄，打印成大字版，一人一份：

[list]
[*]下飞机跟着箭头走，找 TRANSFER 这个词，[b]不要[/b]跟着最多的人走。
[*]过安检，水倒掉，茶杯可以留。
[*]看大屏幕，找 KE 开头那一行，最后面的数字是门。
[*]先找到门，再去上厕所，再吃饭。顺序不能反。
[*]护照、签证和回程机票放在同一个袋子里，挂脖子上。
[*]丢了就站着不动，把这张纸给穿制服的人看。
[/list]
背面用韩文英文各写了一句“我父母不会英语，请帮他们找到登机口，谢谢”。他们最后到得比我还早，在出口等了我四十分钟。`,
    hoursAgo: 1650.0,
    views: 2890,
    replies: [
      { author: 'haiou2020', hoursAgo: 1642.2, content: '“先找到门再上厕所”笑出声，太懂爸妈了。收藏了！' },
      { author: 'nanfang', hoursAgo: 1634.2, content: '背面那句話是點睛之筆。' },
      { author: 'doubao9', hoursAgo: 1624.7, content: '已转给我妈，她问为什么茶杯可以留水不可以留' },
      {
        author: 'laowang88',
        hoursAgo: 1612.0,
        content: '我妈那年随身带了一只真空烧鸡，被拦下来，她跟人家讲道理讲了半小时，最后四个人把鸡吃了。',
      },
      {
        author: 'beiji77',
        hoursAgo: 1607.5,
        content: `[quote="老王"]我妈那年随身带了一只真空烧鸡，被拦下来，她跟人家讲道理讲了半小时，最后四个人把鸡吃了。[/quote]
四个人里有安检吗？`,
        quote: 5,
      },
      {
        author: 'laowang88',
        hoursAgo: 1604.0,
        content: `[quote="北极"]四个人里有安检吗？[/quote]
有两个。`,
        quote: 6,
      },
      { author: 'xiaoli', hoursAgo: 1600.0, content: '哈哈哈哈哈老太太威武' },
    ],
  },
  {
    board: 64,
    author: 'laowang88',
    title: '后院种韭菜三年，邻居一直以为我在精心养草坪',
    content: `隔壁老先生退休教授，每天早上隔着篱笆夸我：你这片草真漂亮，又绿又齐，你是怎么割的？

我说就拿剪刀剪。

他肃然起敬。今年春天他问我要了种子，说要给前院换草。我没好意思说，现在他家前院全是韭菜，一下雨整条街一股饺子味。`,
    hoursAgo: 3900.0,
    views: 4410,
    replies: [
      { author: 'doubao9', hoursAgo: 3862.9, content: '整条街一股饺子味哈哈哈哈哈哈哈哈救命' },
      { author: 'haiou2020', hoursAgo: 3765.6, content: '他知道以后呢？？' },
      {
        author: 'laowang88',
        hoursAgo: 3731.9,
        content: `[quote="海鸥"]他知道以后呢？？[/quote]
包了一顿饺子请他们老两口吃，指着馅儿说，这就是你的草坪。他沉默了很久，又添了一碗。`,
        quote: 3,
      },
      { author: 'nanfang', hoursAgo: 3684.7, content: '這個故事我講給同事聽，他們不相信。' },
      { author: 'beiji77', hoursAgo: 3612.6, content: '韭菜一年割几茬？' },
      {
        author: 'laowang88',
        hoursAgo: 3556.3,
        content: `[quote="北极"]韭菜一年割几茬？[/quote]
五六茬。别割太狠，留两指高，割完撒点草木灰。`,
        quote: 6,
      },
      { author: 'xiaoli', hoursAgo: 3538.6, content: '好想吃韭菜盒子' },
      { author: 'banzhu2', hoursAgo: 3513.2, content: '我家种的是香菜，邻居夸我养蕨类。' },
      {
        author: 'laowang88',
        hoursAgo: 3500.0,
        content: `[quote="枫林晚"]我家种的是香菜，邻居夸我养蕨类。[/quote]
咱们这一代，是靠植物认亲的。`,
        quote: 9,
      },
    ],
  },
]
