/**
 * The markup of posts (docs/content.md): plain text with a small subset of BBCode. One parser serves the page,
 * excerpts, mentions and quotes.
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
  partsOf,
  type TableNode,
  type TaskNode,
  MAX_QUOTES_SHOWN,
  MAX_TREE_DEPTH,
  outerQuotes,
} from './nodes'
export { cutMarkup } from './cut'
export {
  type AnsweredPost,
  indexOfAnswer,
  namedPostIds,
  quotedPostIds,
  quotesAnswered,
  type QuotedNow,
  withCurrentQuotes,
  withoutNames,
  withoutQuotes,
  withWithheldWords,
} from './current-quotes'
export { excerpt, isVisiblyEmpty, mentions, plainText, searchText, showsPiledMarks } from './plain'
export { withoutLinks } from './hidden-links'
export { quoteBlock } from './quotes'
export { codeSource, quotedWords, type Range, sliceSource } from './slices'
export { parse, type Place, type Places } from './tree'
export { videoOf } from './videos'
