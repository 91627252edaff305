import { SEARCH_WORDS_MAX } from '@forum/shared/limits'
import { foldForSearch } from '@forum/shared/text'
import {
  atomsOf,
  beginsWord,
  dottedTerm,
  joinedWord,
  pairOf,
  wordEnd,
  type Atom,
  type SearchedText,
} from './terms'

/** A word finds longer ones that begin with it from this many letters on. */
const PREFIX_MIN = 3

/** The terms of a group: the words that find it alone, and the pairs that must all occur at these distances. */
export interface GroupTerms {
  words: readonly string[]
  pairs: readonly { term: string; offset: number }[]
}

/** One part of a query, all of which a text must contain: a word, or atoms that follow one another. */
export interface Group {
  atoms: readonly Atom[]
  /** Whether longer words that begin with it are found too. */
  isPrefix: boolean
  /** A word of several parts as one, which is found too: `h1b` for `H-1B`. */
  joined: string | null
  terms: GroupTerms
}

export interface ParsedQuery {
  groups: readonly Group[]
  /** All words as one phrase, which ranks higher; null if there is only one, or they cannot be adjacent. */
  phrase: Group | null
}

const QUOTED = /"([^"]+)"|“([^“”]+)”|「([^「」]+)」|『([^『』]+)』|(\S+)/gu

/**
 * Returns the terms that find a group. Every other pair of a phrase suffices, since each contains both of its atoms.
 */
function termsOfGroup(atoms: readonly Atom[], joined: string | null): GroupTerms {
  const [first] = atoms
  if (!first) return { words: [], pairs: [] }
  const dotted = first.isDotted ? [{ term: dottedTerm(first.text), offset: 0 }] : []
  if (atoms.length === 1) return { words: first.isDotted ? [] : [first.text], pairs: dotted }
  const pairs = atoms.slice(1).map((atom, i) => ({ term: pairOf(atoms[i] ?? first, atom), offset: i }))
  const sufficient = pairs.filter(({ offset }) => offset % 2 === 0 || offset === pairs.length - 1)
  return { words: joined === null ? [] : [joined], pairs: [...dotted, ...sufficient] }
}

function groupOf(atoms: readonly Atom[], isQuoted: boolean): Group {
  const [first] = atoms
  const isWhole = beginsWord(atoms, 0) && wordEnd(atoms, 0) === atoms.length
  const joined = isWhole && atoms.length > 1 ? joinedWord(atoms, 0, atoms.length) : null
  return {
    atoms,
    isPrefix:
      !isQuoted &&
      atoms.length === 1 &&
      first?.kind === 'letters' &&
      !first.isDotted &&
      Array.from(first.text).length >= PREFIX_MIN,
    joined,
    terms: termsOfGroup(atoms, joined),
  }
}

/** Splits atoms where a sentence ends: what cannot be adjacent is looked for separately. */
function sentencesOf(atoms: readonly Atom[]): Atom[][] {
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
  return { groups: used, phrase: isPhrase ? groupOf(all, true) : null }
}

/** A range of a text's atoms, from the first to after the last. */
interface AtomRange {
  start: number
  end: number
}

/** Returns the number of atoms from `i` on that match a group as one word; 0 if they do not. */
function wordMatchAt({ atoms: text }: SearchedText, { atoms, isPrefix, joined }: Group, i: number): number {
  const [first] = atoms
  const word = joined ?? (atoms.length === 1 && !first?.isDotted ? first?.text : undefined)
  if (word === undefined) return 0
  const isFound = (found: string) => found === word || (isPrefix && found.startsWith(word))
  if (isFound(text[i]?.text ?? '')) return 1
  if (!beginsWord(text, i)) return 0
  const end = wordEnd(text, i)
  return isFound(joinedWord(text, i, end)) ? end - i : 0
}

/** Returns the number of atoms from `i` on that match a group; 0 if they do not. */
function matchAt(text: SearchedText, group: Group, i: number): number {
  const asWord = wordMatchAt(text, group, i)
  if (asWord > 0) return asWord
  const { atoms } = group
  if (atoms[0]?.isDotted && !text.atoms[i]?.isDotted) return 0
  for (const [k, wanted] of atoms.entries()) {
    const found = text.atoms[i + k]
    if (found?.text !== wanted.text || (k > 0 && found.follows === 'apart')) return 0
  }
  return atoms.length
}

/** Returns where a text contains a group, from left to right, without overlaps. */
export function occurrences(text: SearchedText, group: Group): AtomRange[] {
  const ranges: AtomRange[] = []
  for (let i = 0; i < text.atoms.length; i += 1) {
    const length = matchAt(text, group, i)
    if (length === 0) continue
    ranges.push({ start: i, end: i + length })
    i += length - 1
  }
  return ranges
}

/** Whether the texts of one post, together, contain all groups of a query. */
export const matches = (query: ParsedQuery, texts: readonly SearchedText[]): boolean =>
  query.groups.length > 0 &&
  query.groups.every((group) => texts.some((text) => occurrences(text, group).length > 0))
