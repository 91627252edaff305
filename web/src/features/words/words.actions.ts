import { type GivenWord, type WordAction } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { type WordList } from './word-list'

/** What the filter finds in a text, and what would be stored. */
export interface Trial {
  text: string
  matches: { pattern: string; action: WordAction; from: number; to: number }[]
}

export function readWords(forum: Forum): Promise<Result<WordList>> {
  return resultOf(forum.call('listWords'))
}

/** Replaces the list; refused with `CONFLICT` if it has changed since that revision. */
export function saveWords(forum: Forum, words: GivenWord[], revision: number): Promise<Result<WordList>> {
  return resultOf(forum.call('setWords', { body: { words, revision } }))
}

/** Tries a text with words that are not saved yet. */
export function tryWords(forum: Forum, text: string, words: GivenWord[]): Promise<Result<Trial>> {
  return resultOf(forum.call('testWords', { body: { text, words } }))
}
