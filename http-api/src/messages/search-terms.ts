import { MESSAGE_TERMS_MAX } from '@forum/shared/limits'
import { fold } from '@forum/shared/text'

const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}'
/** Runs of text in scripts that are written without spaces, and words of any other script. */
const RUNS = new RegExp(`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')
const isUnspaced = new RegExp(`^[${UNSPACED}]`, 'u')

/** A word is found by its beginnings up to this length. */
const WORD_MAX = 24
/** Maximum number of terms that a search uses; further ones are ignored. */
const QUERY_TERMS_MAX = 16

const runsOf = (text: string): string[] => fold(text).match(RUNS) ?? []

function pairsOf(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, i) => `${characters[i] ?? ''}${character}`)
}

/**
 * Returns the terms by which a text is found: each character and each pair of adjacent characters in Chinese, and every
 * prefix of other words. Terms are folded, so that case and width do not matter.
 */
export function searchTerms(texts: readonly string[]): string[] {
  const terms = new Set<string>()
  for (const run of texts.flatMap(runsOf)) {
    const characters = Array.from(run)
    const found = isUnspaced.test(run)
      ? characters.flatMap((character, i) => [character, `${character}${characters[i + 1] ?? ''}`])
      : characters.slice(0, WORD_MAX).map((_, i) => characters.slice(0, i + 1).join(''))
    for (const term of found) {
      terms.add(term)
      if (terms.size === MESSAGE_TERMS_MAX) return [...terms]
    }
  }
  return [...terms]
}

/**
 * Returns the terms that a text must contain to be found, longest and therefore rarest first; null for an empty query.
 */
export function queryTerms(query: string): string[] | null {
  if (query.trim() === '') return null
  const terms = runsOf(query).flatMap((run) => {
    const characters = Array.from(run)
    if (!isUnspaced.test(run)) return [characters.slice(0, WORD_MAX).join('')]
    return characters.length === 1 ? [run] : pairsOf(characters)
  })
  return [...new Set(terms)].sort((a, b) => b.length - a.length).slice(0, QUERY_TERMS_MAX)
}
