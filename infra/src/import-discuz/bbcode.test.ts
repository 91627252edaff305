import { describe, expect, it } from 'vitest'
import { parse } from '@forum/shared/markup'
import { convertBbcode, type BbcodeContext } from './bbcode'

const lost: string[] = []
const context: BbcodeContext = {
  postInThread: (pid) => (pid < 100 ? { id: pid, name: '老王' } : null),
  attachment: (aid) =>
    aid === 7 ? { pictureUrl: 'https://forum.example/api/uploads/p.png' } : aid === 8 ? 'file' : null,
  usernameOf: (uid) => (uid === 5 ? 'laowang88' : null),
  smilies: new Set([':)', ':lol', '{:4_92:}']),
  siteUrl: 'https://forum.example',
  onLoss: (loss, what) => void lost.push(`${loss}: ${what}`),
}
const converted = (source: string) => convertBbcode(source, context)

describe('a post of Discuz!', () => {
  it.each([
    ['[b]粗[/b][i]斜[/i][u]线[/u][s]删[/s]', '[b]粗[/b][i]斜[/i][u]线[/u][s]删[/s]'],
    ['[color=#ff0000][size=5][font=黑体]大红[/font][/size][/color]字', '大红字'],
    ['[backcolor=Yellow]黄[/backcolor][align=center]中[/align]', '黄\n中'],
    ['[p=30, 2, left]第一段[/p][p=30, 2, left]第二段[/p]', '第一段\n\n第二段'],
    ['[B]大写[/B]', '[b]大写[/b]'],
    ['İİİ [code]x[b]y[/b][/CODE] z', 'İİİ [code]x[b]y[/b][/code] z'],
    ['[table][tr]没有格子[/tr][/table]', '没有格子'],
    ['[b]没有结束', '没有结束'],
    ['没有开始[/b][/quote]', '没有开始'],
    ['[b][i]交叉[/b]的[/i]', '[b]交叉[/b]的'],
    ['[b][/b]空', '空'],
    ['[未知]方括号[1]和[foo]', '[未知]方括号[1]和[foo]'],
    ['一行\r\n两行', '一行\n两行'],
    ['用户&#39640;和&lt;', '用户高和&lt;'],
    ['[code]if (a[i] < 3) [b]原样[/b][/code]', '[code]if (a[i] < 3) [b]原样[/b][/code]'],
    ['[list=1][*]一[*]二[/list]', '[list=1]\n[*]一\n[*]二\n[/list]'],
    ['[list]\n[*]甲\n[*]乙\n[/list]', '[list]\n[*]甲\n[*]乙\n[/list]'],
    ['[hr]', '————'],
    ['[hide]看不见[/hide]', '[spoiler]看不见[/spoiler]'],
    ['[hide=d3,20]看不见[/hide]', '[spoiler]看不见[/spoiler]'],
    ['[free]免费[/free]', '免费'],
    ['[table=98%][tr][td]甲[/td][td]乙[/td][/tr][tr][td]丙[/td][td]丁[/td][/tr][/table]', '甲 | 乙\n丙 | 丁'],
    ['[i=s] 本帖最后由 老王 于 2014-3-2 10:11 编辑 [/i]\n\n正文', '正文'],
    ['[qq]12345[/qq]', 'QQ 12345'],
    ['[password]123[/password]公开', '公开'],
    ['H[sub]2[/sub]O', 'H2O'],
    ['[email]a@example.com[/email]', 'a@example.com'],
  ])('turns %j into %j', (source, content) => {
    expect(converted(source).content).toBe(content)
  })

  it.each([
    ['[url]http://example.com/a?b=1[/url]', '[url]http://example.com/a?b=1[/url]'],
    ['[url=http://example.com]字[/url]', '[url=http://example.com]字[/url]'],
    ['[url=www.example.com]字[/url]', '[url=http://www.example.com]字[/url]'],
    [
      '[url=forum.php?mod=viewthread&tid=3]旧帖[/url]',
      '[url=https://forum.example/forum.php?mod=viewthread&tid=3]旧帖[/url]',
    ],
    ['[url=thread-3-1-1.html]旧帖[/url]', '[url=https://forum.example/thread-3-1-1.html]旧帖[/url]'],
    ['[url=javascript:alert(1)]点我[/url]', '点我'],
    ['[url=home.php?mod=space&uid=5]@老王[/url] 你好', '@laowang88  你好'],
    ['[img]http://example.com/a.jpg[/img]', '[img]http://example.com/a.jpg[/img]'],
    ['[img=300,200]http://example.com/a.jpg[/img]', '[img]http://example.com/a.jpg[/img]'],
    ['[img]javascript:alert(1)[/img]图', '图'],
    [
      '[media=x,500,375]https://www.youtube.com/watch?v=dQw4w9WgXcQ[/media]',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    ],
    ['[audio]http://example.com/a.mp3[/audio]', '[url]http://example.com/a.mp3[/url]'],
  ])('turns the address in %j into %j', (source, content) => {
    expect(converted(source).content).toBe(content)
  })

  it('shows attached pictures where the text has them, and leaves other files to the list below', () => {
    expect(converted('前[attach]7[/attach]后[attachimg]8[/attachimg][attach]9[/attach]').content).toBe(
      '前[img]https://forum.example/api/uploads/p.png[/img]后',
    )
    expect(lost).toContain('attachmentsUnknown: attachment 9')
  })

  it('keeps the usual smilies as emoji', () => {
    expect(converted('好:) 哈哈:lol{:4_92:} 11:30 http://a.cn:80').content).toBe(
      '好🙂 哈哈😆 11:30 http://a.cn:80',
    )
    expect(lost).toContain('smilies: {:4_92:}')
    expect(convertBbcode(':)', { ...context, smilies: new Set() }).content).toBe(':)')
  })

  it.each([
    [
      '[quote]这篇论文发表于 Nature，值得一读[/quote]我的回复',
      '[quote]这篇论文发表于 Nature，值得一读[/quote]\n我的回复',
      null,
    ],
    [
      '[quote][size=2][url=forum.php?mod=redirect&goto=findpost&pid=12&ptid=3][color=#999999]老王 发表于 2014-3-25 16:02[/color][/url][/size]\n被引用的话[/quote]\n\n我的回复',
      '[quote="老王" post=12]被引用的话[/quote]\n\n我的回复',
      12,
    ],
    [
      '[quote][size=2][color=#999999]老王 发表于 2011-3-25 16:02[/color] [url=forum.php?mod=redirect&goto=findpost&pid=12&ptid=3][img]static/image/common/back.gif[/img][/url][/size]\n被引用的话[/quote]我的回复',
      '[quote="老王" post=12]被引用的话[/quote]\n我的回复',
      12,
    ],
    [
      '[quote]原帖由 [i]小李[/i] 于 2008-1-1 10:00 发表 [url=http://old.example/redirect.php?goto=findpost&pid=500&ptid=3][img]images/common/back.gif[/img][/url]\n别处的话[/quote]回复',
      '[quote="小李"]别处的话[/quote]\n回复',
      null,
    ],
    ['[quote]没有来源的话[/quote]', '[quote]没有来源的话[/quote]', null],
    [
      '[b]回复 [url=forum.php?mod=redirect&goto=findpost&pid=12&ptid=3]3#[/url] [i]老王[/i] [/b]\n\n我的回复',
      '我的回复',
      12,
    ],
    ['[b]回复 重要[/b]', '[b]回复 重要[/b]', null],
  ])('finds the quoted post in %j', (source, content, quotedPostId) => {
    expect(converted(source)).toEqual({ content, quotedPostId })
  })

  it('keeps quotes in quotes, each with its post', () => {
    const link = (pid: number, name: string) =>
      `[size=2][url=forum.php?mod=redirect&goto=findpost&pid=${pid}&ptid=3][color=#999999]${name} 发表于 2014-3-25 16:02[/color][/url][/size]\n`
    const { content, quotedPostId } = converted(
      `[quote]${link(12, '老王')}[quote]${link(11, '小李')}最里面[/quote]中间[/quote]外面`,
    )
    expect(content).toBe('[quote="老王" post=12][quote="老王" post=11]最里面[/quote]\n中间[/quote]\n外面')
    expect(quotedPostId).toBe(12)
    const [quote] = parse(content)
    expect(quote).toMatchObject({ type: 'quote' })
  })

  it('takes time in proportion to the length of a hostile text', () => {
    for (const part of ['[b]', '[quote]', '[list][*]', '[/b]', '[url=', '[code]', '[b][/i]', ':'.repeat(9)]) {
      expect(typeof converted(part.repeat(20_000)).content).toBe('string')
    }
  })
})
