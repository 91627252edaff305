/**
 * The markup of posts and messages (contract §6): plain text with a small BBCode subset. One parser serves the
 * page, excerpts, search text, mentions and quotes.
 */
export {
  type BreakNode,
  type CodeNode,
  type ImageNode,
  type LinkNode,
  type ListNode,
  type MarkupNode,
  type MentionNode,
  type QuoteNode,
  type SpoilerNode,
  type StyleNode,
  type TextNode,
  type VideoNode,
  isBlock,
  MAX_QUOTES_SHOWN,
  MAX_TREE_DEPTH,
} from './nodes'
export { excerpt, isVisiblyEmpty, mentions, plainText } from './plain'
export { quoteBlock } from './quotes'
export { parse } from './tree'
export { videoOf } from './videos'
