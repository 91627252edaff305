/** The visible characters of a text (docs/limits.md#texts-that-show-nothing). */

/** Format characters that are drawn: signs before Arabic, Syriac and Kaithi numbers. */
const DRAWN_FORMAT = '\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}'
/**
 * Characters without a shape that Unicode does not call ignorable: the object replacement, the blank Braille cell, an
 * empty note head, the blanks of Egyptian, the filler of Khitan.
 */
const SHAPELESS = '\\ufffc\\u2800\\u{1d159}\\u{13441}\\u{13442}\\u{16fe4}'
/** Reserved for ideographs and emoji: an engine that does not know a new one yet must not refuse it. */
const RESERVED = '\\p{Extended_Pictographic}\\u{20000}-\\u{2fffd}\\u{30000}-\\u{3fffd}'
/**
 * A character that shows something. White space, ignorable characters, controls and unassigned characters do not, nor
 * do marks, which only change the character before them.
 */
const VISIBLE = new RegExp(
  `[${DRAWN_FORMAT}${RESERVED}]|[^\\p{White_Space}\\p{Default_Ignorable_Code_Point}\\p{C}\\p{M}${SHAPELESS}]|\\p{Co}`,
  'u',
)

/** A character that is not drawn, and neither parts words as white space does nor changes a letter as marks do. */
const INVISIBLE = new RegExp(
  `(?![${DRAWN_FORMAT}${RESERVED}\\p{Co}\\p{White_Space}])[\\p{Default_Ignorable_Code_Point}\\p{C}${SHAPELESS}]`,
  'gu',
)

/** Returns true if the text shows nothing to a reader. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text)
}

/** Returns the text without the characters that are not drawn; texts that differ only in these look the same. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '')
}

/** The most marks on one character. No script needs more: the longest stacks, those of Tibetan, have eight. */
const MARKS_MAX = 8
/** Ignorable characters between marks do not part them. */
const MARK = '(?:(?!\\p{M})\\p{Default_Ignorable_Code_Point})*\\p{M}'
const PILE = new RegExp(`(\\p{M}(?:${MARK}){${MARKS_MAX - 1}})(?:${MARK})+`, 'gu')

/** Returns true if a character of the text carries more marks than any script has. They cover the lines around it. */
export function hasPiledMarks(text: string): boolean {
  PILE.lastIndex = 0
  return PILE.test(text)
}

/** Returns the text without the marks beyond those that a character may carry. */
export function withoutPiledMarks(text: string): string {
  return text.replace(PILE, '$1')
}
