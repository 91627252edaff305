import { cutWithEllipsis, hasPiledMarks, isBlank, withoutPiledMarks } from '../text'
import { isBlock, type MarkupNode, outerQuotes, partsOf, showsNothing } from './nodes'
import { parse } from './tree'

/** Placeholders for content that is not text. */
const IMAGE = '「图片」'
const VIDEO = '「视频」'
const SPOILER = '「剧透」'
/** Returns what stands for a node that is not text; null for others. */
export function placeholderOf(node: MarkupNode): string | null {
  const { type } = node
  if (type === 'task') return node.isDone ? '☑' : '☐'
  if (type === 'image') return IMAGE
  if (type === 'video') return VIDEO
  return type === 'spoiler' ? SPOILER : null
}

/** Stands for quotes in an excerpt without own words: the quoted words are another's, who may delete them. */
const QUOTE = '「引用」'

/**
 * Returns the text of `source` without tags. Pictures, videos and spoilers become placeholders. Quotes are left
 * out unless `quotes` is true; then their text is included, without the name.
 */
export function plainText(source: string, options: { quotes?: boolean } = {}): string {
  return written(source, { quotes: options.quotes === true, placeholders: true })
}

/**
 * Returns the text of `source` by which a search finds it: the author's own visible words, without quotes, spoilers and
 * placeholders.
 */
export function searchText(source: string): string {
  // Most posts have no markup, and each search reads the texts of its hits.
  return withoutPiledMarks(
    MARKUP.test(source) ? written(source, { quotes: false, placeholders: false }) : source.trim(),
  )
}

/**
 * Matches the beginnings of tags, code and addresses of videos, and line ends of other systems. Mentions stay as
 * typed.
 */
const MARKUP = /[[`\r]|:\/\/|www\./i

/** Returns one line of the author's own words, at most `max` characters and `…`; `QUOTE` if there are only quotes. */
export function excerpt(source: string, max: number): string {
  const words = withoutPiledMarks(plainText(source))
  const text = isBlank(words) && outerQuotes(parse(source)).length > 0 ? QUOTE : words
  return cutWithEllipsis(text.replace(/\s+/g, ' ').trim(), max)
}

/** Returns the mentioned usernames in lower case, each once, except those in quotes, code and labels of links. */
export function mentions(source: string): string[] {
  const names = new Set<string>()
  const collect = (nodes: readonly MarkupNode[]): void => {
    for (const node of nodes) {
      if (node.type === 'mention') names.add(node.username.toLowerCase())
      else if (node.type !== 'quote') partsOf(node).forEach(collect)
    }
  }
  collect(parse(source))
  return [...names]
}

/** Returns true if a post with this source shows nothing but white space and empty boxes. */
export function isVisiblyEmpty(source: string): boolean {
  return showsNothing(parse(source))
}

/**
 * Returns true if marks are piled upon one character in the source, or in the displayed text, from which tags between
 * marks vanish.
 */
export function showsPiledMarks(source: string): boolean {
  if (hasPiledMarks(source)) return true
  return (
    MARKUP.test(source) &&
    hasPiledMarks(written(source, { quotes: true, placeholders: true, spoilers: true }))
  )
}

interface Shown {
  quotes: boolean
  placeholders: boolean
  /** Includes the words of spoilers. */
  spoilers?: boolean
}

function written(source: string, shown: Shown): string {
  const lines: string[] = ['']
  write(parse(source), shown, lines)
  return lines.join('\n').trim()
}

/** Appends the text of nodes to the last of `lines`, and adds lines as needed. */
function write(nodes: readonly MarkupNode[], shown: Shown, lines: string[]): void {
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
        if (shown.placeholders) append(IMAGE)
        else startLine()
        break
      case 'video':
        if (shown.placeholders) append(VIDEO)
        break
      case 'spoiler':
        if (shown.spoilers) write(node.children, shown, lines)
        else if (shown.placeholders) append(SPOILER)
        break
      case 'task':
        if (shown.placeholders) append(placeholderOf(node) ?? '')
        break
      case 'rule':
        break
      case 'quote':
        if (shown.quotes) write(node.children, shown, lines)
        break
      case 'table':
        for (const cells of node.rows) {
          startLine()
          for (const [index, { children }] of cells.entries()) {
            if (index > 0) append(' ')
            write(children, shown, lines)
          }
        }
        break
      case 'list':
      case 'figure':
        for (const part of partsOf(node)) {
          startLine()
          write(part, shown, lines)
        }
        break
      default:
        write(node.children, shown, lines)
    }
    if (isBlock(node)) startLine()
  }
}
