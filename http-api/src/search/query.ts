import { SEARCH_WORDS_MAX } from '../platform/limits'
import { foldForSearch, type FoldedText } from '@forum/shared/text'
import {
  areCharacters,
  atomsBetweenHan,
  atomsOf,
  beginsWord,
  dottedTerm,
  joinedWord,
  pairOf,
  PLACES_MAX,
  placesOf,
  wordEnd,
  type Atom,
  type Place,
} from './terms'

/** A word finds longer ones that begin with it from this many letters on. */
const PREFIX_MIN = 3
/** Number of pairs of a phrase that are looked up before the others. */
const PROBES = 3

/** One part of a query, all of which a text must contain: a word, or atoms that follow one another. */
export interface Group {
  /** Groups with the same key find the same. */
  key: string
  atoms: readonly Atom[]
  /** The term that finds it alone, also for a word of several parts (`h1b` for `H-1B`); null if only its pairs do. */
  word: string | null
  /** True if longer words that begin with it are found too. */
  isPrefix: boolean
  /** The pairs that must all occur at these distances; none for a single atom. */
  pairs: readonly { term: string; offset: number }[]
  /** Pairs that are looked up before the others: a text without them does not contain the group. */
  probes: Group['pairs']
}

export interface ParsedQuery {
  /** The folded query: queries with the same text find the same. */
  text: string
  groups: readonly Group[]
  /** All words as one phrase, which ranks higher; null if there is only one, or they cannot be adjacent. */
  phrase: Group | null
}

const QUOTED = /"([^"]+)"|“([^“”]+)”|「([^「」]+)」|『([^『』]+)』|(\S+)/gu

/** Returns the pairs that find a group. Every other pair suffices, since each contains both of its atoms. */
function pairsOf(atoms: readonly Atom[]): Group['pairs'] {
  const pairs = atoms.flatMap((atom, offset) => {
    const next = atoms[offset + 1]
    const isNeeded = offset % 2 === 0 || offset === atoms.length - 2
    return next && isNeeded ? { term: pairOf(atom, next), offset } : []
  })
  const [first] = atoms
  return first?.isDotted ? [{ term: dottedTerm(first.text), offset: 0 }, ...pairs] : pairs
}

/** Returns the first, the middle and the last pair of a long phrase. */
const probesOf = (pairs: Group['pairs']): Group['pairs'] =>
  pairs.length > PROBES ? [0, pairs.length >>> 1, pairs.length - 1].flatMap((i) => pairs[i] ?? []) : []

/** Returns a part of a query; in quotes, longer words that begin with it are not found. */
export function groupOf(atoms: readonly Atom[], isQuoted: boolean): Group {
  const [first] = atoms
  const isWord = beginsWord(atoms, 0) && wordEnd(atoms, 0) === atoms.length
  const single = atoms.length === 1 && first?.isDotted === false ? first : null
  const word = single?.text ?? (isWord && atoms.length > 1 ? joinedWord(atoms, 0, atoms.length) : null)
  const isPrefix = !isQuoted && single?.kind === 'letters' && Array.from(single.text).length >= PREFIX_MIN
  const pairs = pairsOf(atoms)
  const key = JSON.stringify([word, isPrefix, pairs])
  return { key, atoms, word, isPrefix, pairs, probes: probesOf(pairs) }
}

/** Joins words to one phrase. Its probes are the pairs of neighbouring words: few texts have these, even of common words. */
function phraseOf(atoms: readonly Atom[], words: readonly Group[]): Group {
  let offset = -1
  const probes = words.slice(0, PROBES).flatMap((word) => {
    offset += word.atoms.length
    const [atom, next] = [atoms[offset], atoms[offset + 1]]
    return atom && next ? { term: pairOf(atom, next), offset } : []
  })
  return { ...groupOf(atoms, true), probes }
}

/** Splits atoms where a sentence ends: what cannot be adjacent is looked for separately. */
export function sentencesOf(atoms: readonly Atom[]): Atom[][] {
  const sentences: Atom[][] = []
  for (const atom of atoms) {
    const last = sentences.at(-1)
    if (last && atom.follows !== 'apart') last.push(atom)
    else sentences.push([atom])
  }
  return sentences
}

/**
 * Parses a query: words apart from each other, in any order, and phrases in quotes. Never fails; a query without letters,
 * digits or emoji has no groups.
 */
export function parseQuery(query: string): ParsedQuery {
  const folded = foldForSearch(query).text
  const groups: Group[] = []
  for (const [, ...alternatives] of folded.matchAll(QUOTED)) {
    const text = alternatives.find((found) => found !== undefined) ?? ''
    const isQuoted = alternatives.at(-1) === undefined
    for (const atoms of sentencesOf(atomsOf(text))) groups.push(groupOf(atoms, isQuoted))
  }
  const used = groups.slice(0, SEARCH_WORDS_MAX)
  const together = sentencesOf(atomsOf(folded))
  const [all] = together
  const isPhrase = used.length > 1 && used.length === groups.length && together.length === 1 && all
  return { text: folded, groups: used, phrase: isPhrase ? phraseOf(all, used) : null }
}

/** Where a text matches a group of a query: offsets in the original text. */
export interface Match {
  group: number
  from: number
  to: number
}

/** Returns the number of atoms of the word at `i` by which a group is found; 0 if it is not. */
function wordAt(text: readonly Atom[], group: Group, i: number): number {
  const start = text[i]
  if (!start || group.word === null) return 0
  if (isWord(group, start.text)) return 1
  if (start.kind === 'character' || !beginsWord(text, i)) return 0
  const end = wordEnd(text, i)
  return end > i + 1 && isWord(group, joinedWord(text, i, end)) ? end - i : 0
}

/** Returns true if a group is found by a word alone. */
const isWord = ({ word, isPrefix }: Group, found: string): boolean =>
  word !== null && (found === word || (isPrefix && found.startsWith(word)))

/**
 * Returns the indexes from which the atoms of a group follow one another in a split text. It compares each atom at most
 * twice, whatever the text repeats (Knuth, Morris and Pratt).
 */
function sequencesIn(text: readonly Atom[], atoms: readonly Atom[]): Set<number> {
  const found = new Set<number>()
  const borders = bordersOf(atoms)
  const [first] = atoms
  let length = 0
  for (const [i, atom] of text.entries()) {
    // Nothing is adjacent across the end of a sentence.
    if (atom.follows === 'apart') length = 0
    while (length > 0 && atom.text !== atoms[length]?.text) length = borders[length - 1] ?? 0
    if (atom.text === atoms[length]?.text) length += 1
    if (length < atoms.length) continue
    const start = i + 1 - length
    if (!first?.isDotted || text[start]?.isDotted) found.add(start)
    length = borders[length - 1] ?? 0
  }
  return found
}

/** Returns, for each beginning of a sequence, the length of the longest shorter one that it also ends with. */
function bordersOf(atoms: readonly Atom[]): number[] {
  const borders = [0]
  let length = 0
  for (let i = 1; i < atoms.length; i += 1) {
    while (length > 0 && atoms[i]?.text !== atoms[length]?.text) length = borders[length - 1] ?? 0
    if (atoms[i]?.text === atoms[length]?.text) length += 1
    borders.push(length)
  }
  return borders
}

/** Returns where a split text matches a group, from left to right. */
export function placesAmong(text: readonly Atom[], group: Group): Place[] {
  const places: Place[] = []
  const sequences = sequencesIn(text, group.atoms)
  for (let i = 0; i < text.length && places.length < PLACES_MAX;) {
    const length = wordAt(text, group, i) || (sequences.has(i) ? group.atoms.length : 0)
    const [first, last] = [text[i], text[i + length - 1]]
    if (length > 0 && first && last) places.push({ from: first.from, to: last.to })
    i += Math.max(1, length)
  }
  return places
}

/** Returns where a text matches one group of a query after the other, from left to right; the places do not overlap. */
export function* matchesByGroup({ text, from, to }: FoldedText, query: ParsedQuery): Generator<Match[]> {
  let atoms: Atom[] | undefined
  let betweenHan: Atom[][] | undefined
  const placesOfGroup = (group: Group): Place[] => {
    const places = areCharacters(group.atoms) ? placesOf(group.atoms, text) : null
    if (places !== null) return places
    if (group.atoms.some(({ kind }) => kind === 'character'))
      return placesAmong((atoms ??= atomsOf(text)), group)
    return (betweenHan ??= atomsBetweenHan(text)).flatMap((part) => placesAmong(part, group))
  }
  for (const [i, group] of query.groups.entries()) {
    yield placesOfGroup(group).map((place) => ({
      group: i,
      from: from[place.from] ?? 0,
      to: to[place.to - 1] ?? 0,
    }))
  }
}

/** Returns matches of groups as they follow one another in the text. */
export const inOrder = (matches: Match[][]): Match[] =>
  matches.length > 1 ? matches.flat().sort((a, b) => a.from - b.from) : matches.flat()

/** Returns where a text matches a query, from left to right; matches of the same group do not overlap. */
export const matchesIn = (folded: FoldedText, query: ParsedQuery): Match[] =>
  inOrder([...matchesByGroup(folded, query)])

/** Returns true if the texts of one post, together, contain all groups of a query. */
export const containsAll = (query: ParsedQuery, found: readonly number[]): boolean =>
  query.groups.length > 0 && new Set(found).size === query.groups.length
