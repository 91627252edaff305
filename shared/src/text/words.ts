import { canonicalCharacter, foldForSearch } from './search-fold'
import { OTHER_TAGS, TAGS } from './tag-names'

/** A text as the word filter sees it: letters and digits only, and where each of its code units came from. */
interface Seen {
  units: string[]
  /** Offsets in the original at which the character of each unit begins and ends. */
  from: number[]
  to: number[]
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
const LATIN_LETTER = /^[a-z]$/
const DIGIT = /^[0-9]$/
/**
 * Tags of the markup, between whose brackets nothing is read, with values as long as the markup allows (`MAX_VALUE`). A
 * name in quotation marks may contain brackets. None reads past the next tag, so the time grows with the text only.
 */
const QUOTE = String.raw`\[quote="(?:(?!\[quote=")[^\n]){0,2000}?"(?: post=\d{1,15})?\]`
const BRACKETS = new RegExp(
  String.raw`${QUOTE}|\[/?(?:${[...TAGS, ...OTHER_TAGS].join('|')}|\*)(?:[= ][^\][\n]{0,2000})?\]`,
  'giu',
)

/**
 * Folds a text for the filter: without regard to case, accents, width, script and invisible characters, and without
 * anything that is not a letter or a digit. What lies in `skipped` is left out.
 */
function see(text: string, skipped: readonly { from: number; to: number }[] = []): Seen {
  const folded = foldForSearch(text)
  const seen: Seen = { units: [], from: [], to: [] }
  let skip = 0
  for (let i = 0; i < folded.text.length;) {
    const character = String.fromCodePoint(folded.text.codePointAt(i) ?? 0)
    const from = folded.from[i] ?? 0
    const to = folded.to[i + character.length - 1] ?? from
    while (skip < skipped.length && (skipped[skip]?.to ?? 0) <= from) skip += 1
    const isSkipped = (skipped[skip]?.from ?? Infinity) <= from
    if (!isSkipped && LETTER_OR_DIGIT.test(character)) {
      for (const unit of canonicalCharacter(character)) {
        seen.units.push(unit)
        seen.from.push(from)
        seen.to.push(to)
      }
    }
    i += character.length
  }
  return seen
}

/** Returns a pattern as the filter sees it; two patterns that look alike are the same. */
export const wordKey = (pattern: string): string => see(pattern).units.join('')

/**
 * Returns true if a pattern is so short that it would match innocent texts: one Chinese character, two letters or
 * digits.
 */
export function isTooShortWord(pattern: string): boolean {
  const { units } = see(pattern)
  return units.length < (units.every((unit) => LATIN_LETTER.test(unit) || DIGIT.test(unit)) ? 3 : 2)
}

/** A word that a text contains, as code unit offsets of the text. */
export interface WordMatch<Word> {
  word: Word
  from: number
  to: number
}

interface Node<Word> {
  next: Map<string, Node<Word>>
  /** The longest proper suffix of this node's text that is in the trie. */
  suffix: Node<Word> | null
  /** The word that ends here, and the nearest shorter one that does. */
  word: { value: Word; length: number } | null
  shorter: Node<Word> | null
}

const newNode = <Word>(): Node<Word> => ({ next: new Map(), suffix: null, word: null, shorter: null })

/**
 * Finds words in texts however they are written: through spaces, punctuation, symbols, width, case, traditional forms,
 * invisible characters and markup. A word of letters is not found inside a longer Latin word, nor one that begins or
 * ends with a digit inside a longer number.
 *
 * All words are sought at once (Aho and Corasick), so the time grows with the text, and not with what the words are.
 */
export class WordMatcher<Word> {
  private readonly root = newNode<Word>()

  constructor(words: Iterable<readonly [pattern: string, word: Word]>) {
    for (const [pattern, value] of words) this.add(see(pattern).units, value)
    this.link()
  }

  private add(units: readonly string[], value: Word): void {
    if (units.length === 0) return
    let node = this.root
    for (const unit of units) {
      const next = node.next.get(unit) ?? newNode<Word>()
      node.next.set(unit, next)
      node = next
    }
    node.word ??= { value, length: units.length }
  }

  private link(): void {
    const queue = [...this.root.next.values()]
    for (const node of queue) node.suffix = this.root
    for (const node of queue) {
      for (const [unit, child] of node.next) {
        child.suffix = this.step(node.suffix, unit)
        child.shorter = child.suffix.word ? child.suffix : child.suffix.shorter
        queue.push(child)
      }
    }
  }

  private step(from: Node<Word> | null, unit: string): Node<Word> {
    for (let node = from; node; node = node.suffix) {
      const next = node.next.get(unit)
      if (next) return next
    }
    return this.root
  }

  /** Returns every word in a text, in order of where it ends; at one end the longest first. */
  find(text: string): WordMatch<Word>[] {
    if (this.root.next.size === 0) return []
    const tags = Array.from(text.matchAll(BRACKETS), ({ 0: tag, index }) => ({
      from: index,
      to: index + tag.length,
    }))
    const found = this.findIn(see(text), text)
    if (tags.length === 0) return found
    // A word may be split by tags, or stand within one, such as in the address of a link.
    const seen = new Set(found.map(({ word, from, to }) => `${String(this.idOf(word))} ${from} ${to}`))
    const more = this.findIn(see(text, tags), text).filter(
      ({ word, from, to }) => !seen.has(`${String(this.idOf(word))} ${from} ${to}`),
    )
    return [...found, ...more].toSorted((a, b) => a.to - b.to || a.from - b.from)
  }

  private readonly ids = new Map<Word, number>()
  private idOf(word: Word): number {
    const id = this.ids.get(word) ?? this.ids.size
    this.ids.set(word, id)
    return id
  }

  private findIn({ units, from, to }: Seen, text: string): WordMatch<Word>[] {
    const matches: WordMatch<Word>[] = []
    let node = this.root
    for (const [i, unit] of units.entries()) {
      node = this.step(node, unit)
      for (let end: Node<Word> | null = node.word ? node : node.shorter; end; end = end.shorter) {
        const { value, length } = end.word ?? { value: null as Word, length: 0 }
        const first = i - length + 1
        const match = { word: value, from: from[first] ?? 0, to: to[i] ?? 0 }
        if (isWhole(units, first, i, { from, to }, text)) matches.push(match)
      }
    }
    return matches
  }
}

/**
 * Returns true if a match is not part of a longer Latin word or number. Words that are written apart are not joined.
 */
function isWhole(
  units: readonly string[],
  first: number,
  last: number,
  { from, to }: Pick<Seen, 'from' | 'to'>,
  text: string,
): boolean {
  const joins = (left: number, right: number): boolean => {
    const [a = '', b = ''] = [units[left], units[right]]
    const isSameKind = (LATIN_LETTER.test(a) && LATIN_LETTER.test(b)) || (DIGIT.test(a) && DIGIT.test(b))
    return isSameKind && !/[^\p{Default_Ignorable_Code_Point}]/u.test(text.slice(to[left], from[right]))
  }
  return !joins(first - 1, first) && !joins(last, last + 1)
}
