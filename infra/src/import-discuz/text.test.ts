import { expect, it } from 'vitest'
import { decodeEntities, htmlToBbcode, repairText, shownLine } from './text'

const asLatin1 = (bytes: Uint8Array) => new TextDecoder('windows-1252').decode(bytes)
const GBK = Uint8Array.of(0xd6, 0xd0, 0xce, 0xc4)

it.each([
  ['中文', false, '中文'],
  [asLatin1(new TextEncoder().encode('中文帖子')), false, '中文帖子'],
  [asLatin1(new TextEncoder().encode('中文帖子')), true, '中文帖子'],
  [asLatin1(GBK), true, '中文'],
  [asLatin1(GBK), false, asLatin1(GBK)],
  ['café', false, 'café'],
  ['naïve Zürich', true, 'naïve Zürich'],
  ['plain', true, 'plain'],
])('repairs %j (latin1 column: %j) to %j', (stored, isLatin1, expected) => {
  expect(repairText(stored, isLatin1)).toBe(expected)
})

it('decodes entities once, and in posts only numeric ones', () => {
  expect(decodeEntities('A &amp;lt; B &quot;&#20013;&#x6587;&quot; &foo; &#0; &#xD800;')).toBe(
    'A &lt; B "中文" &foo; &#0; &#xD800;',
  )
  expect(decodeEntities('&lt;b&gt; &#20013;', 'numeric')).toBe('&lt;b&gt; 中')
})

it('reduces HTML to text, links and pictures', () => {
  expect(
    htmlToBbcode(
      '<p>你<strong>好</strong><br>再见 <a href="http://a.cn/">链接</a></p><script>x()</script><img src="http://a.cn/1.png" alt="">',
    ),
  ).toBe('你[b]好[/b]\n再见 [url=http://a.cn/]链接[/url]\n[img]http://a.cn/1.png[/img]')
})

it.each([
  ['\u3164\u2800', ''],
  [' 标题\n二 ', '标题 二'],
  ['一👨‍👩‍👧二三四', '一👨‍👩‍👧二三'],
  [`e${'\u0301'.repeat(99)}`, `e${'\u0301'.repeat(8)}`],
])('reads the line %j as %j', (line, expected) => {
  expect(shownLine(line, 4)).toBe(expected)
})
