import { parse, withoutLinks, type MarkupNode, type QuoteNode, type TableNode } from '@forum/shared/markup'
import { isolated } from '@forum/shared/text'
import { escapeXml } from '../platform/http/xml'

const TAGS = { bold: 'b', italic: 'em', underline: 'u', strike: 's' } as const

const all = (nodes: readonly MarkupNode[]): string => nodes.map(html).join('')
const link = (url: string, text: string) =>
  `<a href="${escapeXml(url)}" rel="nofollow ugc noopener">${text}</a>`

function html(node: MarkupNode): string {
  switch (node.type) {
    case 'text':
      return escapeXml(node.text)
    case 'break':
      return '<br>'
    case 'link':
      return link(node.url, all(node.children))
    case 'mention':
      return `@${escapeXml(node.username)}`
    case 'code':
      return node.block
        ? `<pre><code>${escapeXml(node.text)}</code></pre>`
        : `<code>${escapeXml(node.text)}</code>`
    case 'quote':
      return quoteHtml(node)
    case 'image':
      // Pictures are left to the app, which measures and frames them.
      return link(node.url, '[图片]')
    case 'list': {
      const tag = node.ordered ? 'ol' : 'ul'
      return `<${tag}>${node.items.map((item) => `<li>${all(item)}</li>`).join('')}</${tag}>`
    }
    case 'heading':
      return `<h${node.level}>${all(node.children)}</h${node.level}>`
    case 'table':
      return tableHtml(node)
    case 'figure':
      return `<figure>${all(node.pictures)}${node.caption.length > 0 ? `<figcaption>${all(node.caption)}</figcaption>` : ''}</figure>`
    case 'rule':
      return '<hr>'
    case 'task':
      return node.isDone ? '☑' : '☐'
    case 'spoiler':
      return `<details><summary>剧透内容，点击显示</summary>${all(node.children)}</details>`
    case 'video':
      return link(node.page, escapeXml(node.page))
    default: {
      const tag = TAGS[node.type]
      return `<${tag}>${all(node.children)}</${tag}>`
    }
  }
}

function tableHtml({ rows }: TableNode): string {
  const cell = ({ isHeader, children }: TableNode['rows'][number][number]) =>
    isHeader ? `<th>${all(children)}</th>` : `<td>${all(children)}</td>`
  return `<table>${rows.map((cells) => `<tr>${cells.map(cell).join('')}</tr>`).join('')}</table>`
}

/** An empty quote of a post is one whose words are withheld, because the post is deleted. */
function quoteHtml({ name, postId, children }: QuoteNode): string {
  const author = name === null ? '' : `<b>${escapeXml(isolated(name))}：</b>`
  const words = postId !== null && children.length === 0 ? QUOTE_WITHHELD : all(children)
  return `<blockquote>${author}${words}</blockquote>`
}

const QUOTE_WITHHELD = '（原帖已被删除）'

/**
 * Renders a post as plain HTML, readable without scripts, styles and pictures.
 *
 * @param anchor what the ids of its headings begin with: those of `post-5` are `post-5-1`, `post-5-2` and so on
 * @param hidesLinks whether links are text, as in what a banned member wrote
 */
export function markupHtml(source: string, anchor?: string, hidesLinks = false): string {
  let headings = 0
  const nodes = parse(source)
  return (hidesLinks ? withoutLinks(nodes, '（链接已隐藏）') : nodes)
    .map((node) => {
      if (node.type !== 'heading' || anchor === undefined) return html(node)
      headings += 1
      return html(node).replace(`<h${node.level}>`, `<h${node.level} id="${anchor}-${headings}">`)
    })
    .join('')
}
