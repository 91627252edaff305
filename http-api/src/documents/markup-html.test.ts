import { expect, it } from 'vitest'
import { markupHtml } from './markup-html'

it('renders every kind of markup, and escapes everything that members wrote', () => {
  expect(
    markupHtml(
      '<script>alert(1)</script> [b]粗[/b] [url=https://a.example/?x=1&y=2]链接[/url]\n[quote="小李<"]引[/quote]\n[list][*]一[*]二[/list][code]<b>[/code]',
    ),
  ).toBe(
    '&lt;script&gt;alert(1)&lt;/script&gt; <b>粗</b> <a href="https://a.example/?x=1&amp;y=2" rel="nofollow ugc noopener">链接</a><blockquote><b>小李&lt;：</b>引</blockquote><ul><li>一</li><li>二</li></ul><code>&lt;b&gt;</code>',
  )
})

it('renders the headings, tables, rules, tasks and captions of guides', () => {
  expect(
    markupHtml(
      '[h2]<一>[/h2][h3]二[/h3][table][tr][th]甲[/th][/tr][tr][td]乙[/td][/tr][/table][hr][task=x]好[figure][img]https://a.example/b.png[/img]图一[/figure]',
      'post-5',
    ),
  ).toBe(
    '<h2 id="post-5-1">&lt;一&gt;</h2><h3 id="post-5-2">二</h3><table><tr><th>甲</th></tr><tr><td>乙</td></tr></table><hr>☑好<figure><a href="https://a.example/b.png" rel="nofollow ugc noopener">[图片]</a><figcaption>图一</figcaption></figure>',
  )
})

it('says so where the words of a quote are withheld', () => {
  expect(markupHtml('[quote="小李" post=5][/quote]好')).toBe(
    '<blockquote><b>小李：</b>（原帖已被删除）</blockquote>好',
  )
})

it('links pictures and videos', () => {
  const html = markupHtml('[img]https://a.example/b.png[/img]\nhttps://www.bilibili.com/video/BV1xx411c7mD')
  expect(html).toContain('<a href="https://a.example/b.png" rel="nofollow ugc noopener">[图片]</a>')
  expect(html).toContain('bilibili.com/video/BV1xx411c7mD')
})
