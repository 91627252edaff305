import { MESSAGE_TERMS_MAX } from '../platform/limits'
import { pairOf, parseQuery, termsOf } from '../search'

/** Ends the term of a word's beginning, since `"java"` does not find JavaScript. */
const BEGINNING = '*'
/** Words are found by beginnings from this many letters on, up to this many. */
const BEGINNING_MIN = 3
const BEGINNING_MAX = 24
/** Maximum number of terms that a search uses; further ones are ignored. */
const QUERY_TERMS_MAX = 16

const beginningOf = (letters: readonly string[]): string =>
  letters.slice(0, BEGINNING_MAX).join('') + BEGINNING

/**
 * Returns the terms by which a message is found: those by which posts are found, and the beginnings of words. They have
 * no positions, so a phrase is found where all pairs of its characters are.
 */
export function searchTerms(texts: readonly string[]): string[] {
  const terms = new Set<string>()
  const add = (term: string): void => {
    if (terms.size < MESSAGE_TERMS_MAX) terms.add(term)
  }
  const word = (term: string): void => {
    add(term)
    if (!/^\p{L}{3}/u.test(term)) return
    const letters = Array.from(term)
    for (let end = BEGINNING_MIN; end <= Math.min(letters.length, BEGINNING_MAX); end += 1) {
      add(beginningOf(letters.slice(0, end)))
    }
  }
  for (const text of texts) termsOf(text, { word, pair: add })
  return [...terms]
}

/** Returns the terms that a message must have to be found; null for an empty query. */
export function queryTerms(query: string): string[] | null {
  if (query.trim() === '') return null
  const terms = parseQuery(query).groups.flatMap(({ word, isPrefix, atoms, pairs }) => {
    // Letters and digits are pairs however they are written (`H1B`, `H-1B`); letters alone may be one word (`nodejs`).
    const isWord = atoms.length === 1 || atoms.every(({ kind }) => kind === 'letters')
    if (word !== null && isWord) return isPrefix ? beginningOf(Array.from(word)) : word
    const adjacent = atoms.flatMap((atom, i) => {
      const next = atoms[i + 1]
      return next ? pairOf(atom, next) : []
    })
    return [...pairs.map(({ term }) => term), ...adjacent]
  })
  return [...new Set(terms)].slice(0, QUERY_TERMS_MAX)
}
