/** Grapheme clusters, and the first character by them: apart, since every page loads this and few count characters. */

let segmenter: Intl.Segmenter | null | undefined
/** Created on first use, because creating it takes a browser some milliseconds. Null where there is none. */
const graphemes = () =>
  (segmenter ??=
    // Firefox has it since 125.
    (Intl as Partial<typeof Intl>).Segmenter === undefined
      ? null
      : new Intl.Segmenter('zh', { granularity: 'grapheme' }))

/**
 * A character, nearly as the segmenter sees it: nothing joins a control, two letters are a flag, and marks, tones of the
 * skin, tags, and emoji after a joiner belong to what is before them. Written briefly, since every page loads it.
 */
const CLUSTER =
  /\r\n|\p{Cc}|(?:\p{RI}{2}|[^])(?:[\p{M}\p{EMod}\u{e0020}-\u{e007f}\u200c\u0e33\u0eb3\uff9e\uff9f]|\u200d\p{ExtPict}?)*/gu

/** Returns the grapheme clusters of a text. */
export const clustersOf = (text: string): string[] => {
  const found = graphemes()
  return found ? Array.from(found.segment(text), ({ segment }) => segment) : (text.match(CLUSTER) ?? [])
}

/**
 * The most code points that are one character. The longest that people write, a family of four with tones of the skin or
 * a conjunct of Sanskrit, have eleven; Unicode itself allows any number.
 */
export const CODE_POINTS_MAX = 16

/** Longer than any first character. */
const BEGINNING = 64

/** Returns the first character as a reader counts it; '' of an empty text. */
export const firstCharacter = (text: string): string =>
  Array.from(clustersOf(text.slice(0, BEGINNING))[0] ?? '')
    .slice(0, CODE_POINTS_MAX)
    .join('')
