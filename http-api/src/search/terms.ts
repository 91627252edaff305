import { canonicalCharacter, foldForSearch } from '@forum/shared/text'

/**
 * The smallest parts that a search can find: one Chinese character, a run of letters, a run of digits, `++` or `#` after
 * either, an emoji.
 */
export interface Atom {
  text: string
  kind: 'character' | 'letters' | 'digits' | 'sign'
  /** Offsets in the folded text. */
  from: number
  to: number
  /**
   * The connection to the previous atom: in one word (`H-1B`), after a space or a comma, or after the end of a
   * sentence or line, across which nothing is adjacent.
   */
  follows: 'connected' | 'adjacent' | 'apart'
  /** A dot directly before it, as in `.NET`. */
  isDotted: boolean
}

const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}々〇ー'
const ATOMS = new RegExp(
  `([${UNSPACED}])|((?:(?![${UNSPACED}])[\\p{L}\\p{M}])+)|(\\p{N}+)|(?<=[\\p{L}\\p{N}])(?:\\+{1,3}|#)|\\p{Extended_Pictographic}(?:\\u200d\\p{Extended_Pictographic})*|\\p{RI}{2}`,
  'gu',
)
const NUMBER = /\p{N}/u
const SENTENCE_END = /[\n\r\u2028\u2029。!?;]/
/** Matches the connectors between the parts of one word, such as `H-1B`, `401(k)` and `R&D`. */
const CONNECTORS = /^[-._'’/&()@:]{0,2}$/
/** Longer words are found by this many of their first characters. */
export const WORD_MAX = 32

const DOT = '.'.charCodeAt(0)
const ASCII_MAX = 0x7f

const isWordPart = ({ kind }: Pick<Atom, 'kind'>): boolean => kind === 'letters' || kind === 'digits'

/** Returns how an atom follows another, by what stands between the two. */
function followsAs(previous: Pick<Atom, 'kind'>, next: Atom, between: string): Atom['follows'] {
  const areWords = isWordPart(previous) && isWordPart(next)
  if (between === '') return areWords ? 'connected' : 'adjacent'
  if (SENTENCE_END.test(between)) return 'apart'
  // A dot is part of a word between two of its parts (Node.js, 3.5), and ends a sentence elsewhere.
  if (between.includes('.')) return between === '.' && areWords ? 'connected' : 'apart'
  return areWords && CONNECTORS.test(between) ? 'connected' : 'adjacent'
}

/** Most texts are made of these, each an atom of its own: the expression below need not look at them. */
const COMMON_HAN = { from: 0x4e00, to: 0x9fff } as const
const isCommonHan = (unit: number): boolean => unit >= COMMON_HAN.from && unit <= COMMON_HAN.to

/** The canonical character of each, once it has been used: one string for all atoms. */
const commonHan = Array.from(
  { length: COMMON_HAN.to - COMMON_HAN.from + 1 },
  (): string | undefined => undefined,
)
const canonicalHan = (unit: number): string =>
  (commonHan[unit - COMMON_HAN.from] ??= canonicalCharacter(String.fromCharCode(unit)))

/** Their code points, for comparing; 0 until used. */
const commonPoints = new Uint32Array(commonHan.length)
const canonicalPoint = (unit: number): number =>
  (commonPoints[unit - COMMON_HAN.from] ||= canonicalHan(unit).codePointAt(0) ?? 0)

/** Returns the first atom at or after a place in a folded text; `previous` is the atom that ends there. */
function nextAtom(folded: string, at: number, previous?: Pick<Atom, 'kind'>): Atom | undefined {
  const unit = folded.charCodeAt(at)
  if (isCommonHan(unit)) {
    // Characters that touch are what most of a text is.
    const follows = previous ? 'adjacent' : 'apart'
    return { text: canonicalHan(unit), kind: 'character', from: at, to: at + 1, follows, isDotted: false }
  }
  ATOMS.lastIndex = at
  const match = ATOMS.exec(folded)
  if (!match) return undefined
  const [text, character, letters, digits] = match
  const from = match.index
  const atom: Atom = {
    text: character === undefined ? text.slice(0, WORD_MAX) : canonicalCharacter(character),
    kind: character !== undefined ? 'character' : letters ? 'letters' : digits ? 'digits' : 'sign',
    from,
    to: from + text.length,
    follows: 'apart',
    isDotted: character === undefined && letters !== undefined && folded.charCodeAt(from - 1) === DOT,
  }
  if (previous) atom.follows = followsAs(previous, atom, folded.slice(at, from))
  return atom
}

/** Splits a folded text, or a part of it, into atoms. */
export function atomsOf(folded: string, from = 0, to = folded.length): Atom[] {
  const atoms: Atom[] = []
  let atom = nextAtom(folded, from)
  while (atom && atom.from < to) {
    atoms.push(atom)
    atom = atom.to < to ? nextAtom(folded, atom.to, atom) : undefined
  }
  return atoms
}

const HAN = `${String.fromCharCode(COMMON_HAN.from)}-${String.fromCharCode(COMMON_HAN.to)}`
/** A part of a folded text without common Chinese characters, from the first that is no space and no punctuation. */
const BETWEEN_HAN = new RegExp(`[^${HAN}\\x00-\\x2f\\x3a-\\x60\\u2010-\\u2027\\u3001\\u3002][^${HAN}]*`, 'g')

/** Returns the atoms of each part of a folded text that is between common Chinese characters. */
export const atomsBetweenHan = (folded: string): Atom[][] =>
  Array.from(folded.matchAll(BETWEEN_HAN), ({ 0: part, index }) =>
    atomsOf(folded, index, index + part.length),
  )

/** A place in a folded text. */
export interface Place {
  from: number
  to: number
}

/**
 * Returns true if atoms can be found without splitting a text: characters that are no digits, which may belong to a
 * longer number.
 */
export const areCharacters = (atoms: readonly Atom[]): boolean =>
  atoms.every(({ kind, text }) => kind === 'character' && !NUMBER.test(text))

/** Number of places of a group in a text that are looked for: more than a snippet begins from and has in it. */
export const PLACES_MAX = 1_000

/** Average number of comparisons per character of a text, above which the search without splitting is given up. */
const COMPARED_MAX = 4

/**
 * Returns where such characters follow one another in a folded text, from left to right; null if the text repeats their
 * beginning so often that it is faster split.
 */
export function placesOf(characters: readonly Atom[], folded: string): Place[] | null {
  const places: Place[] = []
  const [first] = characters
  const point = first?.text.codePointAt(0) ?? 0
  let compared = 0
  for (let at = 0; at < folded.length && places.length < PLACES_MAX;) {
    const found = isAt(folded, at, point) ? endOf(characters, folded, at) : null
    compared += found?.compared ?? 0
    if (compared > COMPARED_MAX * folded.length) return null
    if (found?.to === undefined) at += 1
    else {
      places.push({ from: at, to: found.to })
      at = found.to
    }
  }
  return places
}

/** Returns true if the canonical character at a place has a code point. */
function isAt(folded: string, at: number, point: number): boolean {
  const unit = folded.charCodeAt(at)
  if (isCommonHan(unit)) return canonicalPoint(unit) === point
  return (
    unit > ASCII_MAX &&
    canonicalCharacter(String.fromCodePoint(folded.codePointAt(at) ?? 0)).codePointAt(0) === point
  )
}

/**
 * Returns where characters end of which the first is at a place, unless others follow it, and how many code units were
 * read.
 */
function endOf(characters: readonly Atom[], folded: string, at: number): { to?: number; compared: number } {
  let to = at
  let previous: Atom | undefined
  for (const character of characters) {
    if (isCommonHan(folded.charCodeAt(to))) {
      if (!isAt(folded, to, character.text.codePointAt(0) ?? 0)) return { compared: to + 1 - at }
      to += 1
    } else {
      const atom = nextAtom(folded, to, previous)
      if (atom?.text !== character.text || (previous && atom.follows === 'apart')) {
        return { compared: (atom?.to ?? folded.length) - at }
      }
      to = atom.to
    }
    previous = character
  }
  return { to, compared: to - at }
}

/** Separates the two parts of a pair, so that no word begins as a pair does. */
const PAIR = '\u0001'
/** Begins the terms of titles. */
export const IN_TITLE = '\u0002'

/** Returns the term of two adjacent atoms. */
export const pairOf = (first: Pick<Atom, 'text' | 'kind'>, second: Pick<Atom, 'text' | 'kind'>): string =>
  first.kind === 'character' && second.kind === 'character'
    ? first.text + second.text
    : `${PAIR}${first.text}${PAIR}${second.text}`

/** Returns the term of a word with a dot before it. */
export const dottedTerm = (word: string): string => `${PAIR}.${PAIR}${word}`

/** Returns the end of the word that begins at an atom: the index after its last part. */
export function wordEnd(atoms: readonly Atom[], start: number): number {
  let end = start
  while (true) {
    const next = atoms[end]
    if (!next || !isWordPart(next) || (end > start && next.follows !== 'connected')) return end
    end += 1
  }
}

/** Returns true if a word of several parts begins at an atom: `H-1B` begins at `h`. */
export const beginsWord = (atoms: readonly Atom[], i: number): boolean => {
  const [previous, atom] = [atoms[i - 1], atoms[i]]
  if (!atom || !isWordPart(atom)) return false
  return !previous || !isWordPart(previous) || atom.follows !== 'connected'
}

/** Returns a word of several parts as one: `h1b` for `H-1B`. */
export const joinedWord = (atoms: readonly Atom[], start: number, end: number): string =>
  atoms
    .slice(start, end)
    .map(({ text }) => text)
    .join('')
    .slice(0, WORD_MAX)

/**
 * Emits the terms of a text: every atom, every word of several parts as one, and every pair of adjacent atoms with its
 * position, by which phrases are found. The end of a sentence has a position too, so that no phrase reaches across it.
 */
export function termsOf(
  text: string,
  emit: { word: (term: string) => void; pair: (term: string, position: number) => void },
): void {
  const atoms = atomsOf(foldForSearch(text).text)
  let position = 0
  for (const [i, atom] of atoms.entries()) {
    position += atom.follows === 'apart' ? 2 : 1
    emit.word(atom.text)
    if (atom.isDotted) emit.pair(dottedTerm(atom.text), position)
    const next = atoms[i + 1]
    if (next && next.follows !== 'apart') emit.pair(pairOf(atom, next), position)
    if (beginsWord(atoms, i)) {
      const end = wordEnd(atoms, i)
      if (end > i + 1) emit.word(joinedWord(atoms, i, end))
    }
  }
}
