import { type MarkupNode, parse } from '@forum/shared/markup'
import { cleanup, render } from '@testing-library/react'
import fc from 'fast-check'
import { parse as htmlOf } from 'marked'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import '../../testing/forum'
import { Markup } from '../thread/Markup'
import { markupOfHtml } from './paste'

afterEach(cleanup)

describe('HTML that is pasted', () => {
  it.each([
    ['<h2>一</h2><p>二<br>三</p><p><b>四</b></p>', '[h2]一[/h2]\n\n二\n三\n\n[b]四[/b]'],
    ['<h1>一</h1><h2>二</h2><h1>三</h1>', '[h2]一[/h2]\n\n[h3]二[/h3]\n\n[h2]三[/h2]'],
    [
      '<ul><li>一<ol><li>二</li></ol></li><li>三</li></ul>',
      '[list]\n[*] 一\n[ol]\n[*] 二\n[/ol]\n[*] 三\n[/list]',
    ],
    ['<ul><li>一</li><ul><li>二</li></ul></ul>', '[list]\n[*] 一\n[list]\n[*] 二\n[/list]\n[/list]'],
    [
      '<table><tbody><tr><th><b>甲</b></th><td><p>乙</p></td></tr></tbody></table>',
      '[table]\n[tr][th]甲[/th][td]乙[/td][/tr]\n[/table]',
    ],
    ['<table><tr><td><b>布局</b></td></tr></table>', '[b]布局[/b]'],
    ['<pre><code class="language-ts">a\n  b\n</code></pre>', '[code=ts]\na\n  b\n[/code]'],
    ['<a href="https://a.example/?x=[1]">这里 </a>好', '[url=https://a.example/?x=%5B1%5D]这里[/url] 好'],
    ['<a href="javascript:alert(1)">点<b>我</b></a>', '点[b]我[/b]'],
    ['<b>见</b><a href="#toc">目录</a>', '[b]见[/b]目录'],
    [
      '<b>图</b><img src="https://a.example/1.png"><img src="data:image/png;base64,AA">',
      '[b]图[/b][img]https://a.example/1.png[/img]',
    ],
    ['<b>哈</b><img width="20" alt="😂" src="https://a.example/e.png">', '[b]哈[/b]😂'],
    [
      '<figure><img src="https://a.example/1.png"><figcaption>封面</figcaption></figure>',
      '[figure]\n[img]https://a.example/1.png[/img]\n封面\n[/figure]',
    ],
    ['<script>alert(1)</script><style>b{}</style><b onclick="alert(1)">粗</b>', '[b]粗[/b]'],
    // Google Docs
    [
      '<b style="font-weight:normal" id="docs-internal-guid-1"><p>一<span style="font-weight:700">二</span></p></b>',
      '一[b]二[/b]',
    ],
    // Word
    [
      '<p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">1.<span>&nbsp;</span></span>一</p><p style="mso-list:l0 level2 lfo1"><span style="mso-list:Ignore">·</span>二</p>',
      '[ol]\n[*] 一\n[list]\n[*] 二\n[/list]\n[/ol]',
    ],
    // HTML without formatting leaves the plain text to the browser.
    ['<div><span>一</span></div>', ''],
    ['<div style="font-family:Menlo;white-space:pre;"><b>const</b> a</div>', ''],
  ])('turns %j into %j', (html, source) => {
    expect(markupOfHtml(html)).toBe(source)
  })
  it('loses its form at a great depth, and not its words', () => {
    const deep = `<b>深</b>${'<div>'.repeat(150)}<i>底</i>${'</div>'.repeat(150)}`
    expect(markupOfHtml(deep)).toBe('[b]深[/b]\n\n底')
  })
})

/** The visible content of a tree: blanks and empty lines between blocks do not count. */
function seen(nodes: readonly MarkupNode[]): unknown {
  const isBlank = (node: MarkupNode) =>
    node.type === 'break' || (node.type === 'text' && node.text.trim() === '')
  return nodes
    .filter((node) => !isBlank(node))
    .map((node) => {
      if (node.type === 'text') return node.text.trim()
      if (node.type === 'list') return { ...node, items: node.items.map(seen) }
      if (node.type === 'table')
        return node.rows.map((cells) => cells.map((cell) => [cell.isHeader, seen(cell.children)]))
      return 'children' in node ? { ...node, children: seen(node.children) } : node
    })
}

describe('a guide in Markdown', () => {
  const word = fc.constantFrom('材料', '费用 5,000', 'I-140', '很重要', 'a < b & c')
  const words = fc.oneof(
    word,
    word.map((text) => `**${text}**`),
    word.map((text) => `~~${text}~~`),
    word.map((text) => `[${text}](https://a.example/x)`),
    fc.constant('`npm i`'),
  )
  const block = fc.oneof(
    words,
    fc.tuple(fc.constantFrom('##', '###'), word).map(([level, text]) => `${level} ${text}`),
    fc.array(words, { minLength: 1, maxLength: 3 }).map((items) => items.map((one) => `- ${one}`).join('\n')),
    fc
      .array(words, { minLength: 1, maxLength: 3 })
      .map((items) => items.map((one, at) => `${at + 1}. ${one}`).join('\n')),
    fc.tuple(words, words).map(([one, other]) => `- ${one}\n  - ${other}`),
    fc.tuple(words, fc.boolean()).map(([text, done]) => `- [${done ? 'x' : ' '}] ${text}`),
    fc.tuple(word, words).map(([head, cell]) => `| ${head} | 备注 |\n|---|---|\n| ${cell} | 无 |`),
    words.map((text) => `> ${text}`),
    fc.constantFrom('---', '```ts\nlet a = [b]\n\n  c()\n```', '![](https://a.example/1.png)'),
  )
  const guide = fc
    .array(block, { minLength: 1, maxLength: 6 })
    .map((blocks) => blocks.join('\n\n<!-- -->\n\n'))

  it('is the same after it was shown, copied and pasted', () => {
    fc.assert(
      fc.property(guide, (markdown) => {
        const source = markupOfHtml(htmlOf(markdown, { async: false, breaks: true })) || markdown
        const { container } = render(
          <MemoryRouter>
            <Markup source={source} />
          </MemoryRouter>,
        )
        const copied = container.innerHTML
        cleanup()
        expect(seen(parse(markupOfHtml(copied) || source))).toEqual(seen(parse(source)))
      }),
      { numRuns: 60 },
    )
  })
})
