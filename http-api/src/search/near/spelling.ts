import { foldForSearch } from '@forum/shared/text'
import type { IndexPart } from '../evaluate'
import type { Reading } from '../group-docs'
import type { MemorySegment } from '../memory-segment'
import type { StoredSegment, TermSource } from '../segment'
import { atomsOf, beginsWord, IN_TITLE, wordEnd, type Atom } from '../terms'
import { countsOf, isStored } from './counts'
import { likeliest, loadSyllables, splitSyllables, type Syllables } from './pinyin'

/** Words of a query that are taken for mistyped; looking for what was meant takes long. */
const MISTYPED_MAX = 3
/** Shorter words are too near to others. */
const TYPED_MIN = 4
/** Pages of a segment in which words that begin alike are looked for; of more, only those that begin alike in two. */
const PAGES_MAX = 64
/** Syllables of a query that are taken for Chinese, and the characters of each that are considered: the most used. */
const SYLLABLES_MAX = 16
const CHARACTERS_PER_SYLLABLE = 16

type Terms = StoredSegment | MemorySegment
type Read = Reading['read']
const PLACES = ['', IN_TITLE] as const

/** Returns how many documents have each term, in titles and in texts together. */
async function countsAnywhere(
  parts: readonly IndexPart[],
  terms: readonly string[],
  read: Read,
): Promise<ReadonlyMap<string, number>> {
  const placed = terms.flatMap((term) => PLACES.map((place) => place + term))
  const counts = await countsOf(parts, placed, read)
  const sums = terms.map((term): [string, number] => [
    term,
    PLACES.reduce((sum, place) => sum + (counts.get(place + term) ?? 0), 0),
  ])
  return new Map(sums.filter(([, count]) => count > 0))
}

/**
 * Returns the words of the forum that may have been meant by a mistyped one, and how many documents have each: those that
 * begin with its first or its second letter.
 */
async function wordsLike(
  parts: readonly IndexPart[],
  typed: string,
  read: Read,
): Promise<ReadonlyMap<string, number>> {
  const words = new Map<string, number>()
  const beginnings = new Set([typed.slice(0, 1), typed.slice(1, 2)])
  const lookUp = async (terms: Terms, place: string, beginning: string) => {
    let prefix = place + beginning
    let source: TermSource
    if (isStored(terms)) {
      if (terms.pagesOf(prefix).length > PAGES_MAX)
        prefix = place + typed.slice(typed.indexOf(beginning)).slice(0, 2)
      const pages = terms.pagesOf(prefix)
      if (pages.length > PAGES_MAX) return
      source = await read(terms, pages)
    } else source = terms
    for (const [term, count] of source.wordsWith(prefix)) {
      const word = term.slice(place.length)
      words.set(word, (words.get(word) ?? 0) + count)
    }
  }
  await Promise.all(
    parts.flatMap(({ terms }) =>
      PLACES.flatMap((place) => Array.from(beginnings, (beginning) => lookUp(terms, place, beginning))),
    ),
  )
  return words
}

/**
 * Returns true if one typing error makes one word of another: a letter too few, too many or wrong, or two in the
 * wrong order.
 */
export function isOneErrorApart(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const [rest, otherRest] = [one.slice(start), other.slice(start)]
  return (
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    rest.slice(1) === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  )
}

/** A place of a query that is written in other letters than the forum. */
interface Respelling {
  from: number
  to: number
  text: string
}

/**
 * Rewrites the words in Latin letters of a query that no text has: Chinese in pinyin as the characters that are most
 * often written together, the first of the others as the word that one typing error made of them.
 */
export async function respelled(
  query: string,
  parts: readonly IndexPart[],
  { read, pause }: Pick<Reading, 'read' | 'pause'>,
): Promise<string> {
  const folded = foldForSearch(query).text
  const atoms = atomsOf(folded)
  const words = atoms.filter(
    (atom, i) =>
      atom.kind === 'letters' &&
      beginsWord(atoms, i) &&
      wordEnd(atoms, i) === i + 1 &&
      /^[a-z]+$/.test(atom.text),
  )
  if (words.length === 0) return query
  const counts = await countsAnywhere(
    parts,
    words.map(({ text }) => text),
    read,
  )
  const isUnknown = (word: Atom): boolean => !counts.has(word.text)
  if (!words.some(isUnknown)) return query
  const changes = await inChinese(words, atoms, { isUnknown, parts, read })
  const isDone = (word: Atom) => changes.some(({ from, to }) => from <= word.from && word.to <= to)
  const mistyped = words.filter((word) => !isDone(word) && isUnknown(word) && word.text.length >= TYPED_MIN)
  for (const word of mistyped.slice(0, MISTYPED_MAX)) {
    await pause()
    const similar = await wordsLike(parts, word.text, read)
    const near = [...similar].filter(([other]) => isOneErrorApart(word.text, other))
    const [best] = near.toSorted((a, b) => b[1] - a[1])
    // Who types the beginning of a word finds it already.
    if (best && ![...similar.keys()].some((other) => other.startsWith(word.text)))
      changes.push({ from: word.from, to: word.to, text: best[0] })
  }
  let text = ''
  let end = 0
  for (const change of changes.toSorted((a, b) => a.from - b.from)) {
    text += folded.slice(end, change.from) + change.text
    end = change.to
  }
  return text + folded.slice(end)
}

/** Returns the Chinese for words that follow one another and consist of syllables. */
async function inChinese(
  words: readonly Atom[],
  atoms: readonly Atom[],
  { isUnknown, parts, read }: { isUnknown: (word: Atom) => boolean; parts: readonly IndexPart[]; read: Read },
): Promise<Respelling[]> {
  const syllables = await loadSyllables()
  const runs: { words: Atom[]; syllables: string[] }[] = []
  let last: Atom | undefined
  for (const atom of atoms) {
    const split = words.includes(atom) ? splitSyllables(atom.text, syllables) : null
    const run = runs.at(-1)
    if (split && run && last && run.words.at(-1) === last && atom.follows === 'adjacent') {
      run.words.push(atom)
      run.syllables.push(...split)
    } else if (split) runs.push({ words: [atom], syllables: split })
    last = atom
  }
  const changes: Respelling[] = []
  for (const run of runs) {
    const [first, end] = [run.words[0], run.words.at(-1)]
    if (!first || !end || run.syllables.length < 2 || !run.words.some(isUnknown)) continue
    const text = await charactersOf(run.syllables.slice(0, SYLLABLES_MAX), syllables, { parts, read })
    if (text) changes.push({ from: first.from, to: end.to, text })
  }
  return changes
}

async function charactersOf(
  spelled: readonly string[],
  syllables: Syllables,
  { parts, read }: { parts: readonly IndexPart[]; read: Read },
): Promise<string | null> {
  const all = spelled.map((syllable) => syllables.get(syllable) ?? [])
  const used = await countsAnywhere(parts, [...new Set(all.flat())], read)
  const common = all.map((characters) =>
    characters
      .filter((character) => used.has(character))
      .toSorted((a, b) => (used.get(b) ?? 0) - (used.get(a) ?? 0))
      .slice(0, CHARACTERS_PER_SYLLABLE),
  )
  const pairs = common.flatMap((characters, i) =>
    characters.flatMap((character) => (common[i + 1] ?? []).map((next) => character + next)),
  )
  const together = await countsAnywhere(parts, [...new Set(pairs)], read)
  return likeliest(common, (pair) => together.get(pair) ?? 0)
}
