import { countCharacters, lastCharacters } from '@forum/shared/text'

/** A part of a text, either a match or the text between matches. */
export interface TextPart {
  text: string
  isMatch: boolean
}

const WORD = /[\p{L}\p{N}]/u
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Returns whether a character belongs to a word that matches only as a whole. */
const isSpaced = (character: string | undefined): boolean =>
  character !== undefined && WORD.test(character) && !UNSPACED.test(character)

const before = (text: string, at: number) => Array.from(text.slice(Math.max(0, at - 2), at)).at(-1)
const after = (text: string, at: number) => Array.from(text.slice(at, at + 2)).at(0)

/** Returns whether the text between two offsets is not a piece of a longer Latin word or number. */
function isWhole(text: string, from: number, to: number): boolean {
  const startsWithin = isSpaced(before(text, from)) && isSpaced(after(text, from))
  const endsWithin = isSpaced(before(text, to)) && isSpaced(after(text, to))
  return !startsWithin && !endsWithin
}

/**
 * Splits a text at the words that a search found in it, longer ones first. With `wholeWords` the middle of a Latin word
 * is never one of them; names match by their beginnings.
 */
export function markedParts(
  text: string,
  highlights: readonly string[],
  { wholeWords }: { wholeWords: boolean },
): TextPart[] {
  const wanted = highlights.filter((word) => word !== '').toSorted((a, b) => b.length - a.length)
  const parts: TextPart[] = []
  let start = 0
  const push = (to: number, isMatch: boolean) => {
    if (to > start) parts.push({ text: text.slice(start, to), isMatch })
    start = to
  }
  for (let at = 0; at < text.length;) {
    const found = wanted.find(
      (word) => text.startsWith(word, at) && (!wholeWords || isWhole(text, at, at + word.length)),
    )
    if (found === undefined) {
      at += 1
      continue
    }
    push(at, false)
    at += found.length
    push(at, true)
  }
  push(text.length, false)
  return parts
}

/** Maximum number of characters before the first match in the two lines of a snippet. */
const LEAD_MAX = 40

/** Shortens the text before the first match, so that the first lines show the match. */
export function withShortLead(parts: readonly TextPart[]): readonly TextPart[] {
  const [lead, ...rest] = parts
  if (!lead || lead.isMatch || rest.length === 0) return parts
  if (countCharacters(lead.text) <= LEAD_MAX) return parts
  return [{ text: `…${lastCharacters(lead.text, LEAD_MAX / 2)}`, isMatch: false }, ...rest]
}
