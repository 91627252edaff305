/**
 * Content for the pictures besides the demo community: a thread with everything a post can contain, a board with a
 * second page, and a member without posts. It is created only once.
 */

/** The password of the demo accounts. */
const PASSWORD = 'Forum#2025'
/** 综合讨论, which the demo leaves empty. */
const BOARD = 150

interface Member {
  id: number
  token: string
}

export interface Exhibits {
  url: string
  member(username: string): Promise<Member>
  call(method: string, path: string, as: Member | null, body?: object): Promise<Answer>
  /** Returns a thread of the demo community by the beginning of its title. */
  thread(title: string): Promise<number>
}

interface Answer {
  token: string
  user: { id: number }
  thread: { id: number; content: string }
  post: { id: number }
  threads: { id: number; title: string }[]
  pagination: { hasNext: boolean }
}

/** A member who has written nothing. */
export const NEWCOMER = 'xinlaide'

export const EVERYTHING = '一篇长帖：在北美搬了五次家以后，我怎么收拾东西'

/** Adds the exhibits to a forum unless it has them; `isPlain` leaves the demo community as it is. */
export async function exhibitsOf(url: string, isPlain: boolean): Promise<Exhibits> {
  const call = async (method: string, path: string, as: Member | null, body?: object): Promise<Answer> => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(as ? { Authorization: `Bearer ${as.token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text === '' ? '{}' : text) as Answer
  }
  const members = new Map<string, Promise<Member>>()
  const signIn = async (username: string): Promise<Member> => {
    const { user, token } = await call('POST', '/auth/login', null, { username, password: PASSWORD })
    return { id: user.id, token }
  }
  const member = (username: string): Promise<Member> => {
    const signedIn = members.get(username) ?? signIn(username)
    members.set(username, signedIn)
    return signedIn
  }

  const ids = new Map<string, number>()
  const readTitles = async (): Promise<void> => {
    for (let page = 1, more = true; more; page += 1) {
      const { threads, pagination } = await call('GET', `/threads?limit=100&page=${page}`, null)
      for (const { id, title } of threads) ids.set(title, id)
      more = pagination.hasNext
    }
  }
  await readTitles()
  if (!isPlain && ![...ids.keys()].some((title) => title.startsWith(EVERYTHING))) {
    await write(call, member)
    await readTitles()
  }
  const thread = async (title: string): Promise<number> => {
    const [, id] = [...ids].find(([threadTitle]) => threadTitle.startsWith(title)) ?? []
    if (id === undefined)
      throw new Error(`No thread is called ${title}: was the forum started with SEED=demo?`)
    return id
  }
  return { url, member, call, thread }
}

const LONG_TITLE = `${'标题写到两百个字是什么样子？我从搬家的纸箱说起，一路说到后院的韭菜、孩子的中文学校和车库里那台修了三年的割草机，'.repeat(4).slice(0, 196)}，完`

async function write(call: Exhibits['call'], member: Exhibits['member']): Promise<void> {
  await call('POST', '/auth/register', null, {
    username: NEWCOMER,
    email: `${NEWCOMER}@example.com`,
    displayName: '新来的',
    password: PASSWORD,
  })
  const author = await member('haiou2020')
  for (let issue = 22; issue > 0; issue -= 1)
    await call('POST', '/threads', await member(issue % 2 === 0 ? 'doubao9' : 'nanfang'), {
      title: `周末闲聊第 ${issue} 期：${['这周吃了什么', '孩子又说了什么怪话', '后院长出来的东西', '最近在看的书'][issue % 4]}`,
      content: '老规矩，随便聊，别吵架。',
      boardId: BOARD,
    })
  await call('POST', '/threads', author, { title: LONG_TITLE, content: '标题就是内容。', boardId: BOARD })
  const { thread } = await call('POST', '/threads', author, {
    title: EVERYTHING,
    content: OPENING,
    boardId: BOARD,
  })
  const reply = async (username: string, content: string, quotedPostId: number | null = null) => {
    const body = { threadId: thread.id, content, quotedPostId }
    return (await call('POST', '/posts', await member(username), body)).post.id
  }
  const first = await reply('laowang88', '占个沙发，慢慢看。五次不算多，我搬过九次，最后一次连锅都没带。')
  await reply(
    'xiaoli',
    `[quote="老王"]占个沙发，慢慢看。五次不算多，我搬过九次，最后一次连锅都没带。[/quote]\n九次！老王你是不是欠房租？`,
    first,
  )
  await reply('beiji77', CODE)
  const deleted = await reply('doubao9', '先删了，写得不好。')
  await reply('nanfang', PICTURES)
  await reply('banzhu2', VIDEO)
  await reply('doubao9', NESTED)
  await call('DELETE', `/posts/${deleted}`, await member('banzhu1'))
  for (let number = 9; number <= 24; number += 1)
    await reply(
      ['laowang88', 'xiaoli', 'nanfang', 'doubao9'][number % 4] ?? 'xiaoli',
      CHATTER[number % CHATTER.length] ?? '',
    )
  await call('POST', `/posts/${first}/like`, author, { liked: true })
}

const OPENING = `五年搬了五次家，从纽约法拉盛的地下室，到波士顿的合租屋，再到现在湾区东边这个小院子。每搬一次就扔一批东西，到第五次，我终于知道什么该留。写下来，给准备搬家的朋友参考。

[b]一、先扔，再装。[/b]装箱之前把东西分三堆：一年内用过的、一年没用但舍不得的、看见了才想起来有的。第三堆当天就扔，第二堆放进一个箱子写上日期，半年没打开就整箱捐掉。我第三次搬家的时候这样扔掉了十一袋，到今天一样也没想起来过。

[b]二、书是最重的。[/b]一箱书四十斤，搬家公司按件收费的时候，书箱是最亏的。媒体邮寄走慢，但便宜；要紧的书自己带，别的送人。

[list]
[*]证件、病历、孩子的疫苗本：随身，谁也不给
[*]锅：只留一口铸铁的，其余到了再买
[*]被子：抽真空，塞进行李箱垫碗
[/list]

[b]三、账要记。[/b]这次一共花了 [s]两千八[/s] 三千一，超在最后一天加的两百磅。表格在这里：https://example.com/moving/2026/very-long-address/that-should-wrap-somewhere-on-a-phone.html

[spoiler]最舍不得的是一把菜刀，用了二十年，我妈给的。[/spoiler]

有问题楼下问，@laowang88 你那九次也来说说。`

const CODE = `帮你写了个算箱子的，改一下数字就能用：

[code]// 每箱不超过 40 斤，书和衣服搭着装
const boxes = items.reduce((all, item) => {
  const last = all.at(-1)
  if (last && last.weight + item.weight <= 40) last.items.push(item.name), (last.weight += item.weight)
  else all.push({ weight: item.weight, items: [item.name] })
  return all
}, [])[/code]

跑出来十七箱，比你实际少三箱。`

const PICTURES = `現場圖一張，這是裝箱之前：

[img]https://pictures.example/boxes.svg[/img]

還有一張拍壞的：

[img]https://pictures.example/broken.svg[/img]`

const VIDEO = `叠箱子的手法看这个，三分钟：

https://www.bilibili.com/video/BV1xx411c7mD

重的在下，贴墙的一面先上。`

const NESTED = `[quote="南方"][quote="北极"][quote="小李"][quote="老王"]占个沙发，慢慢看。[/quote]九次！老王你是不是欠房租？[/quote]跑出来十七箱，比你实际少三箱。[/quote]現場圖一張。[/quote]
这一层一层的，像我妈包东西。`

const CHATTER = [
  '纸箱别买新的，超市后门早上六点多的是，找装卫生纸的那种，又大又干净。',
  '收藏了，下个月搬。',
  '我搬家只问一个问题：新家到中超多远？',
  '小孩的画怎么办，扔了哭，不扔堆成山……我现在拍照存着，原件只留一张。',
  '被子抽真空那条太对了，去年搬家就靠它多塞下一台电饭锅。',
]
