import { isBlank } from '../text'

/** The tree that a post is rendered from (docs/content.md). Its depth is at most MAX_TREE_DEPTH. */
export type MarkupNode =
  | TextNode
  | BreakNode
  | LinkNode
  | MentionNode
  | StyleNode
  | CodeNode
  | QuoteNode
  | ImageNode
  | ListNode
  | SpoilerNode
  | VideoNode
  | HeadingNode
  | TableNode
  | FigureNode
  | RuleNode
  | TaskNode

/** Text without line breaks. */
export interface TextNode {
  type: 'text'
  text: string
}

export interface BreakNode {
  type: 'break'
}

/** `url` starts with http:// or https://; `children` is its label, never empty and without nested links. */
export interface LinkNode {
  type: 'link'
  url: string
  /** Written as an address in the text, without a tag. */
  bare: boolean
  children: MarkupNode[]
}

/** `@username`, as typed and without the @. The parser does not know whether such a member exists. */
export interface MentionNode {
  type: 'mention'
  username: string
}

export interface StyleNode {
  type: 'bold' | 'italic' | 'underline' | 'strike'
  children: MarkupNode[]
}

/** Text as typed, line breaks included. `block` is true when it was typed on separate lines. */
export interface CodeNode {
  type: 'code'
  text: string
  block: boolean
  /** The language, as written; left out if none is named. */
  language?: string
}

export interface QuoteNode {
  type: 'quote'
  /** The name of the quoted member, as written; null if the quote has no name. */
  name: string | null
  /** The quoted post, as written; null if the quote names none. It may not exist, or be of another thread. */
  postId: number | null
  /** 1 for a quote that is not inside another. */
  depth: number
  /** Deeper than MAX_QUOTES_SHOWN: hidden until expanded. Contains all deeper quotes, merged into one. */
  collapsed: boolean
  children: MarkupNode[]
}

export interface ImageNode {
  type: 'image'
  url: string
  /** Written as [gif]. */
  gif: boolean
}

export interface ListNode {
  type: 'list'
  ordered: boolean
  items: MarkupNode[][]
}

export interface SpoilerNode {
  type: 'spoiler'
  children: MarkupNode[]
}

/** A link to a video, alone on its line. `embed` is the address for the frame, without cookies. */
export interface VideoNode {
  type: 'video'
  provider: 'youtube' | 'vimeo' | 'bilibili'
  id: string
  page: string
  embed: string
}

/** `children` contains no blocks but quotes. */
export interface HeadingNode {
  type: 'heading'
  level: 2 | 3
  children: MarkupNode[]
}

/** A table, never inside another. Its rows may have different numbers of cells, at most TABLE_COLUMNS_MAX each. */
export interface TableNode {
  type: 'table'
  rows: TableCell[][]
}

export interface TableCell {
  isHeader: boolean
  children: MarkupNode[]
}

/** Pictures with their common caption, which contains no blocks but quotes and may be empty. */
export interface FigureNode {
  type: 'figure'
  pictures: ImageNode[]
  caption: MarkupNode[]
}

/** A line between two parts. */
export interface RuleNode {
  type: 'rule'
}

/** The mark of a task, which the text after it describes. */
export interface TaskNode {
  type: 'task'
  isDone: boolean
}

/** Depth to which nested quotes are shown expanded; one more level is kept, collapsed. */
export const MAX_QUOTES_SHOWN = 5
/** Maximum nesting of tags other than quotes, not counting list items. Deeper tags are dropped; their text is kept. */
export const MAX_TAGS_NESTED = 12
/** The greatest depth of a node, where the top level is 1: the collapsed quote, all nested tags, and a leaf. */
export const MAX_TREE_DEPTH = MAX_QUOTES_SHOWN + 1 + MAX_TAGS_NESTED + 2

/** Returns true if a node begins and ends lines, rather than being part of one. */
export function isBlock(node: MarkupNode): boolean {
  return (
    node.type === 'quote' ||
    node.type === 'list' ||
    node.type === 'spoiler' ||
    node.type === 'video' ||
    node.type === 'heading' ||
    node.type === 'table' ||
    node.type === 'figure' ||
    node.type === 'rule' ||
    (node.type === 'code' && node.block)
  )
}

/** Returns true if nodes show nothing but white space and empty boxes. */
export function showsNothing(nodes: readonly MarkupNode[]): boolean {
  return nodes.every((node) => {
    switch (node.type) {
      case 'text':
      case 'code':
        return isBlank(node.text)
      case 'break':
      case 'rule':
      case 'task':
        return true
      case 'link':
      case 'mention':
      case 'image':
      case 'video':
      case 'figure':
        return false
      default:
        return partsOf(node).every(showsNothing)
    }
  })
}

/** Returns the nodes inside a node: of a list by its items, of a table by its cells. */
export function partsOf(node: MarkupNode): readonly (readonly MarkupNode[])[] {
  switch (node.type) {
    case 'list':
      return node.items
    case 'table':
      return node.rows.flatMap((cells) => cells.map(({ children }) => children))
    case 'figure':
      return [node.pictures, node.caption]
    default:
      return 'children' in node ? [node.children] : []
  }
}

/** Returns the quotes of a tree that are in no other quote, in order. */
export function outerQuotes(nodes: readonly MarkupNode[]): QuoteNode[] {
  return nodes.flatMap((node) => {
    if (node.type === 'quote') return node
    return partsOf(node).flatMap(outerQuotes)
  })
}
