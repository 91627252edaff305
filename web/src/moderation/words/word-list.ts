import { type GivenWord, type Word, type WordAction } from '@forum/shared/contract'
import { WORD_MAX } from '@forum/shared/limits'
import { countCharacters, cutCharacters, isTooShortWord, wordKey } from '@forum/shared/text'
import { wordsText } from './words.texts'

/** The actions for a text with a word, the strongest first. */
export const ACTIONS = ['block', 'hold', 'replace', 'flag'] as const satisfies readonly WordAction[]

/** A word as it is being edited. */
export interface DraftWord {
  pattern: string
  action: WordAction
  replacement: string
}

/** A list of words with the revision on which it is based. */
export interface WordList {
  words: readonly Word[]
  revision: number
}

export const draftOf = ({ words }: WordList): DraftWord[] =>
  words.map(({ pattern, action, replacement }) => ({ pattern, action, replacement }))

export const givenOf = (draft: readonly DraftWord[]): GivenWord[] =>
  draft.map(({ pattern, action, replacement }) => ({
    pattern,
    action,
    // No word is longer, and no replacement is longer than its word.
    ...(action === 'replace' && replacement !== ''
      ? { replacement: cutCharacters(replacement, WORD_MAX) }
      : {}),
  }))

const isSame = (a: DraftWord, b: DraftWord): boolean =>
  a.pattern === b.pattern &&
  a.action === b.action &&
  (a.action !== 'replace' || a.replacement === b.replacement)

const byKey = <W extends DraftWord>(words: readonly W[]): Map<string, W> =>
  new Map(words.map((word) => [wordKey(word.pattern), word]))

interface WordChange {
  kind: 'added' | 'changed' | 'removed'
  word: DraftWord
}

/** Returns the changes of an edited list: words that are added, changed or removed. */
export function changesBetween(before: readonly DraftWord[], after: readonly DraftWord[]): WordChange[] {
  const [old, fresh] = [byKey(before), byKey(after)]
  const changes: WordChange[] = []
  for (const word of after) {
    const oldWord = old.get(wordKey(word.pattern))
    if (!oldWord) changes.push({ kind: 'added', word })
    else if (!isSame(oldWord, word)) changes.push({ kind: 'changed', word })
  }
  for (const word of before) if (!fresh.has(wordKey(word.pattern))) changes.push({ kind: 'removed', word })
  return changes
}

/**
 * Puts the changes of a draft onto a newer list of another admin: nothing that either of them did is lost, and where
 * both changed a word, the draft wins.
 */
export function merge(
  base: readonly DraftWord[],
  draft: readonly DraftWord[],
  newer: readonly DraftWord[],
): DraftWord[] {
  const mine = changesBetween(base, draft)
  const merged = byKey(newer)
  for (const { kind, word } of mine) {
    if (kind === 'removed') merged.delete(wordKey(word.pattern))
    else merged.set(wordKey(word.pattern), word)
  }
  return [...merged.values()]
}

/** Returns the problem of a word to be added; null if there is none. `others` are the other words of the list. */
export function wordProblem(pattern: string, others: readonly DraftWord[]): string | null {
  const text = pattern.trim()
  if (text === '') return wordsText('missing')
  if (isTooShortWord(text)) return wordsText('tooShort')
  if (countCharacters(text) > WORD_MAX) return wordsText('tooLong')
  return byKey(others).has(wordKey(text)) ? wordsText('known') : null
}
