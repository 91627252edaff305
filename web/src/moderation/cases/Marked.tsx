import { isBlock, type MarkupNode, partsOf } from '@forum/shared/markup'
import './marked.css'

/** A text with the words of the filter in it marked. */
export function Marked({
  text,
  words = [],
}: {
  text: string
  words: readonly [number, number][] | undefined
}) {
  let end = 0
  const parts = words.flatMap(([from, to]) => {
    // Words may overlap.
    const start = Math.max(from, end)
    if (start >= to) return []
    const before = text.slice(end, start)
    end = to
    return [
      before,
      <mark key={start} className="filter-word">
        {text.slice(start, to)}
      </mark>,
    ]
  })
  return [...parts, text.slice(end)]
}

const SYNTAX = /[.*+?^${}()|[\]\\/]/g
const SPACED = '[\\p{Script=Latin}\\p{N}]'
const startsSpaced = new RegExp(`^${SPACED}`, 'u')
const endsSpaced = new RegExp(`${SPACED}$`, 'u')

/** Returns the places of words of the filter, as written in a text, in that text or a part of it. */
export function placesOf(text: string, words: readonly string[] = []): [from: number, to: number][] {
  const places = words.flatMap((word) => {
    const pattern = word.replaceAll(SYNTAX, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`)
    // The filter does not look for a word of Latin letters inside a longer one. No lookbehind: the oldest supported
    // engines do not parse it.
    const isInside = (from: number) =>
      startsSpaced.test(word) && endsSpaced.test(text.slice(Math.max(0, from - 2), from))
    const to = endsSpaced.test(word) ? `(?!${SPACED})` : ''
    const wanted = new RegExp(pattern + to, 'gu')
    const found: [number, number][] = []
    for (let match = wanted.exec(text); match !== null; match = wanted.exec(text)) {
      const [first = ''] = match[0]
      if (isInside(match.index) || match[0] === '') wanted.lastIndex = match.index + Math.max(1, first.length)
      else found.push([match.index, match.index + match[0].length])
    }
    return found
  })
  return places.toSorted(([a], [b]) => a - b)
}

/**
 * Returns the places of words of the filter in each piece of a tree's text. Tags may split a word, so that its parts
 * are in several pieces.
 */
export function placesInTree(
  nodes: readonly MarkupNode[],
  words: readonly string[] = [],
): ReadonlyMap<MarkupNode, [from: number, to: number][]> {
  const pieces: { node: MarkupNode; from: number }[] = []
  let text = ''
  const read = (all: readonly MarkupNode[]) => {
    for (const node of all) {
      if (isBlock(node)) text += '\n'
      if ('text' in node) {
        pieces.push({ node, from: text.length })
        text += node.text
      } else if (partsOf(node).length > 0) {
        for (const part of partsOf(node)) {
          if (isBlock(node)) text += '\n'
          read(part)
        }
      }
      // Quotations and other nodes without the author's text separate words.
      else text += '\n'
      if (isBlock(node)) text += '\n'
    }
  }
  read(nodes)
  const places = placesOf(text, words)
  return new Map(
    pieces.map(({ node, from }) => {
      const length = 'text' in node ? node.text.length : 0
      const within = places.map(([start, end]): [number, number] => [
        Math.max(0, start - from),
        Math.min(length, end - from),
      ])
      return [node, within.filter(([start, end]) => start < end)]
    }),
  )
}
