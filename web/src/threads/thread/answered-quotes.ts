import { indexOfAnswer, type MarkupNode, outerQuotes, type QuoteNode } from '@forum/shared/markup'
import { parsed, wordsOf } from './parsed'
import { type AnsweredPost } from './Quote'

/** Returns the quote of the answered post that does not name it. */
export function unnamedAnswer(
  nodes: readonly MarkupNode[],
  { id, author }: AnsweredPost,
): QuoteNode | undefined {
  const quotes = outerQuotes(nodes)
  return quotes[indexOfAnswer(quotes, { id, name: author.displayName })]
}

/** Returns the quote of the answered post at the very beginning of a text. */
export function leadingAnswer(nodes: readonly MarkupNode[], answers: AnsweredPost): QuoteNode | undefined {
  const first = nodes.find((node) => node.type !== 'break')
  if (first?.type !== 'quote') return undefined
  return first.postId === answers.id || first === unnamedAnswer(nodes, answers) ? first : undefined
}

/**
 * Returns whether the source itself has quotes of the answered post to show, so that its excerpt is not needed. A quote
 * at the beginning that only repeats the beginning of the post does not count: the excerpt is better, because it
 * follows edits of the post.
 */
export function quotesInText(source: string, answers: AnsweredPost): boolean {
  const nodes = parsed(source)
  const leading = leadingAnswer(nodes, answers)
  if (leading && (leading.postId === null || answers.isDeleted || repeats(leading, answers.content)))
    return false
  return outerQuotes(nodes).some(({ postId }) => postId === answers.id)
}

/** Returns whether a quote has the words at the beginning of a post, of which `content` is an excerpt. */
function repeats({ children }: QuoteNode, content: string): boolean {
  const plain = (text: string) => text.replace(/\s|…$/g, '')
  return plain(content).startsWith(plain(wordsOf(children)))
}
