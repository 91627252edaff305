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

/** Depth to which nested quotes are shown expanded; one more level is kept, collapsed. */
export const MAX_QUOTES_SHOWN = 5
/** Maximum nesting of tags other than quotes, not counting list items. Deeper tags are dropped; their text is kept. */
export const MAX_TAGS_NESTED = 12
/** The greatest depth of a node, where the top level is 1: the collapsed quote, all nested tags, and a leaf. */
export const MAX_TREE_DEPTH = MAX_QUOTES_SHOWN + 1 + MAX_TAGS_NESTED + 2

/** Whether a node begins and ends lines, rather than being part of one. */
export function isBlock(node: MarkupNode): boolean {
  return (
    node.type === 'quote' ||
    node.type === 'list' ||
    node.type === 'spoiler' ||
    node.type === 'video' ||
    (node.type === 'code' && node.block)
  )
}

/** Whether nodes show nothing but white space and empty boxes. */
export function showsNothing(nodes: readonly MarkupNode[]): boolean {
  return nodes.every((node) => {
    switch (node.type) {
      case 'text':
      case 'code':
        return isBlank(node.text)
      case 'break':
        return true
      case 'link':
      case 'mention':
      case 'image':
      case 'video':
        return false
      case 'list':
        return node.items.every(showsNothing)
      default:
        return showsNothing(node.children)
    }
  })
}

/** Returns the quotes of a tree that are in no other quote, in order. */
export function outerQuotes(nodes: readonly MarkupNode[]): QuoteNode[] {
  return nodes.flatMap((node) => {
    if (node.type === 'quote') return node
    if (node.type === 'list') return node.items.flatMap(outerQuotes)
    return 'children' in node ? outerQuotes(node.children) : []
  })
}
