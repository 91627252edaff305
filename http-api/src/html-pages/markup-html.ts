import { parse, type MarkupNode } from '@forum/shared/markup'
import { isolated } from '@forum/shared/text'
import { escapeXml } from '../platform/xml'

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
      return `<blockquote>${node.name === null ? '' : `<b>${escapeXml(isolated(node.name))}：</b>`}${all(node.children)}</blockquote>`
    case 'image':
      // Pictures are left to the app, which measures and frames them.
      return link(node.url, '[图片]')
    case 'list': {
      const tag = node.ordered ? 'ol' : 'ul'
      return `<${tag}>${node.items.map((item) => `<li>${all(item)}</li>`).join('')}</${tag}>`
    }
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

/** Renders a post as plain HTML, readable without scripts, styles and pictures. */
export const markupHtml = (source: string): string => all(parse(source))
