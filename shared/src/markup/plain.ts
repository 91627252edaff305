import { cutWithEllipsis, isBlank } from '../text'
import { isBlock, type MarkupNode, showsNothing } from './nodes'
import { parse } from './tree'

/** What stands in plain text for what is none. */
const IMAGE = '「图片」'
const VIDEO = '「视频」'
const SPOILER = '「剧透」'

/**
 * What a person reads in `source`, without tags. Pictures, videos and spoilers are named, not shown. Quotes
 * are left out unless `quotes` is true (their text then, without the name).
 */
export function plainText(source: string, options: { quotes?: boolean } = {}): string {
  const lines: string[] = ['']
  write(parse(source), options.quotes === true, lines)
  return lines.join('\n').trim()
}

/** One line of plain text, at most `max` characters and `…`; of a post that is all quotes, what they say. */
export function excerpt(source: string, max: number): string {
  const own = plainText(source)
  const text = isBlank(own) ? plainText(source, { quotes: true }) : own
  return cutWithEllipsis(text.replace(/\s+/g, ' ').trim(), max)
}

/** The usernames mentioned, each once and in lower case; not those in quotes, code or a link's label. */
export function mentions(source: string): string[] {
  const names = new Set<string>()
  const collect = (nodes: readonly MarkupNode[]): void => {
    for (const node of nodes) {
      if (node.type === 'mention') names.add(node.username.toLowerCase())
      else if (node.type === 'list') node.items.forEach(collect)
      else if (node.type !== 'quote' && 'children' in node) collect(node.children)
    }
  }
  collect(parse(source))
  return [...names]
}

/** Whether a post of this source would show nothing but blank space and empty boxes. */
export function isVisiblyEmpty(source: string): boolean {
  return showsNothing(parse(source))
}

/** Writes nodes at the end of the last of `lines`. */
function write(nodes: readonly MarkupNode[], quotes: boolean, lines: string[]): void {
  const append = (text: string): void => {
    lines.push((lines.pop() ?? '') + text)
  }
  const startLine = (): void => {
    if (lines.at(-1) !== '') lines.push('')
  }
  for (const node of nodes) {
    if (isBlock(node)) startLine()
    switch (node.type) {
      case 'text':
      case 'code':
        append(node.text)
        break
      case 'break':
        lines.push('')
        break
      case 'mention':
        append(`@${node.username}`)
        break
      case 'image':
        append(IMAGE)
        break
      case 'video':
        append(VIDEO)
        break
      case 'spoiler':
        append(SPOILER)
        break
      case 'quote':
        if (quotes) write(node.children, quotes, lines)
        break
      case 'list':
        for (const item of node.items) {
          startLine()
          write(item, quotes, lines)
        }
        break
      default:
        write(node.children, quotes, lines)
    }
    if (isBlock(node)) startLine()
  }
}
