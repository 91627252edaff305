import { describe, expect, it } from 'vitest'
import { contentsOf, hasMore } from './contents'

const isOwn = (url: string) => url.startsWith('https://forum.example')
const of = (...sources: string[]) => contentsOf(sources, isOwn)

describe('the contents of a text', () => {
  it.each([
    '看这里 https://fc-visa.example/o1',
    '[url=https://fc-visa.example]看这里[/url]',
    '[b][spoiler]https://fc-visa.example[/spoiler][/b]',
    '[quote="小李"]https://fc-visa.example[/quote]',
    '照着改日期就行：docs.fc-visa.com/letter',
    '全额退款，加微信fc888vip',
    '微 信：f c 8 8 8 v i p',
    '加薇信号 fc_888',
    'ＶＸ：ｆｃ８８８ｖｉｐ',
    'QQ 123456789',
    '电话 138-1234-5678',
    '联系 fc888@fc-visa.com',
  ])('finds a way out of the forum in “%s”', (source) => {
    expect(of(source).links.size).toBe(1)
  })

  it.each([
    '房子还在吗？我下个月搬，作息规律，不养宠物。',
    '微信读书和微信支付都能用吗？',
    '用 WeChat on Android 登录不了',
    'Node.js 和 Next.js 哪个好？e.g. React.',
    '收据号 IOE0912345678，2026.11.27 批的，13 楼说得对',
    '看 https://forum.example/thread/5#post-7 的三楼',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    '改过：https://www.bilibili.com/video/BV1xx411c7mD',
    '[img]https://pictures.example/a.png[/img]',
    '@xiaoli 你好',
  ])('finds none in “%s”', (source) => {
    expect([...of(source).links]).toEqual([])
  })

  it('counts an address once, however it is written', () => {
    const { links } = of(
      'https://fc-visa.example/ 和 HTTP://fc-visa.example',
      '[url=https://fc-visa.example]点[/url]',
    )
    expect([...links]).toEqual(['fc-visa.example'])
  })

  it('counts pictures and mentions', () => {
    const { pictures, mentions } = of(
      '@xiaoli @laowang88 [img]https://a.example/1.png[/img][gif]https://a.example/2.gif[/gif]',
    )
    expect([pictures.size, mentions]).toEqual([2, 2])
  })

  it('compares the links of an edit with those that were there', () => {
    expect(hasMore(of('https://a.example').links, of('旧的 http://a.example/').links)).toBe(false)
    expect(hasMore(of('https://a.example https://b.example').links, of('https://a.example').links)).toBe(true)
  })
})
