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

/** Returns where words of the filter, as they are written in a text, are in it or in a part of it. */
export function placesOf(text: string, words: readonly string[] = []): [from: number, to: number][] {
  const places = words.flatMap((word) => {
    const pattern = word.replaceAll(SYNTAX, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`)
    // The filter does not look for a word of Latin letters inside a longer one.
    const from = startsSpaced.test(word) ? `(?<!${SPACED})` : ''
    const to = endsSpaced.test(word) ? `(?!${SPACED})` : ''
    return Array.from(text.matchAll(new RegExp(from + pattern + to, 'gu')), (match): [number, number] => [
      match.index,
      match.index + match[0].length,
    ])
  })
  return places.toSorted(([a], [b]) => a - b)
}
