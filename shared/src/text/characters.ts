import { clustersOf, CODE_POINTS_MAX } from './clusters'

/**
 * Counts and cuts characters as a reader counts them: in grapheme clusters, so that 👨‍👩‍👧 and é are one each. Beyond
 * CODE_POINTS_MAX code points of a cluster, each further one counts by itself: a limit in characters also bounds a text.
 */

/**
 * Code units that are one character each, even next to each other: ASCII, Latin letters, Chinese characters and
 * punctuation, full-width forms. Excludes \r (\r\n counts once) and the marks that join the character before them
 * (U+302A-302F, U+3099-309A, U+FF9E-FF9F).
 */
const PLAIN =
  '\\t\\n\\x20-\\x7e\\xa0-\\u02ff\\u2010-\\u2027\\u2030-\\u205e\\u3000-\\u3029\\u3031-\\u3096\\u309b-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uff01-\\uff9d'
const ALL_PLAIN = new RegExp(`^[${PLAIN}]*$`)
/** Characters that are not plain, with the plain neighbours they may join. Only these need the slow segmenter. */
const INTRICATE = new RegExp(`[${PLAIN}]?[^${PLAIN}]+(?:[${PLAIN}][^${PLAIN}]+)*[${PLAIN}]?`, 'g')

/** Texts of plain characters and of emoji that nothing joins: each code point is one character. */
const SEPARATE = new RegExp(`^[${PLAIN}\\p{Extended_Pictographic}]*$`, 'u')

/** Number of code units passed to the segmenter at once. */
const PIECE = 64

/** Returns the number of characters in `text`. */
export function countCharacters(text: string): number {
  return ALL_PLAIN.test(text) ? text.length : walk(text, Infinity).count
}

/** Returns the first `max` characters, never half of one, and appends nothing. */
export function cutCharacters(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, walk(text, Math.max(0, max)).end)
}

/** Returns the last `max` characters, never half of one. */
export function lastCharacters(text: string, max: number): string {
  const start = Math.max(0, text.length - max)
  // A plain character that follows another is one of its own, whatever precedes both.
  if (start === 0 || ALL_PLAIN.test(text.slice(start - 1))) return text.slice(start)
  return text.slice(walk(text, countCharacters(text) - max).end)
}

/** Walks over at most `max` characters, and returns their number and the end of the last one. */
function walk(text: string, max: number): { count: number; end: number } {
  let count = 0
  let end = 0
  while (end < text.length && count < max) {
    INTRICATE.lastIndex = end
    const intricate = INTRICATE.exec(text)
    const plain = Math.min((intricate?.index ?? text.length) - end, max - count)
    count += plain
    end += plain
    if (intricate === null || count >= max) break
    const stop = end + intricate[0].length
    while (end < stop && count < max) {
      for (const length of someClusters(text, end, stop)) {
        if (count >= max) break
        count += 1
        end += length
      }
    }
  }
  return { count, end }
}

/**
 * Returns the lengths of the next characters of `text` between two boundaries, at least one. Passes the segmenter short
 * pieces, because it is fifty times slower on a whole string of 20,000 emoji.
 */
export function someClusters(text: string, start: number, stop: number): number[] {
  for (let size = PIECE; ; size *= 2) {
    let end = Math.min(start + size, stop)
    if (isHighSurrogate(text.charCodeAt(end - 1)) && end < stop) end += 1
    const piece = text.slice(start, end)
    const characters = SEPARATE.test(piece) ? piece : clustersOf(piece)
    const clusters = Array.from(characters)
    // The last cluster may continue beyond the piece.
    if (end < stop) clusters.pop()
    if (clusters.length > 0) return clusters.flatMap(lengthsOf)
  }
}

/** Returns the lengths of the characters that a cluster counts as. */
function lengthsOf(cluster: string): number[] {
  if (cluster.length <= CODE_POINTS_MAX) return [cluster.length]
  const points = Array.from(cluster, (point) => point.length)
  const first = points.slice(0, CODE_POINTS_MAX).reduce((sum, length) => sum + length, 0)
  return [first, ...points.slice(CODE_POINTS_MAX)]
}

/** Returns at most `max` characters of `text`, followed by `…` if the text was cut. */
export function cutWithEllipsis(text: string, max: number): string {
  const cut = cutCharacters(text, max)
  return cut.length < text.length ? `${cut}…` : text
}

export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
