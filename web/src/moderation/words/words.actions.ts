import { type GivenWord, type WordAction } from '@forum/shared/contract'
import { type Result, resultOf } from '../../lib/result'
import { type Forum } from '../../store'
import { type WordList } from './word-list'

/** The filter's matches in a text, and the text that would be stored. */
export interface Trial {
  text: string
  matches: { pattern: string; action: WordAction; from: number; to: number }[]
}

export function readWords(forum: Forum): Promise<Result<WordList>> {
  return resultOf(forum.call('listWords'))
}

/** Replaces the list, or loads it if it has changed since that revision. */
export async function saveOrReadNewer(
  forum: Forum,
  words: GivenWord[],
  revision: number,
): Promise<Result<{ list: WordList; isSaved: boolean }>> {
  const saved = await resultOf(forum.call('setWords', { body: { words, revision } }))
  const isSaved = saved.ok || saved.error.code !== 'CONFLICT'
  const list = isSaved ? saved : await readWords(forum)
  return list.ok ? { ok: true, value: { list: list.value, isSaved } } : list
}

/** Tries a text with words that are not saved yet. */
export function tryWords(forum: Forum, text: string, words: GivenWord[]): Promise<Result<Trial>> {
  return resultOf(forum.call('testWords', { body: { text, words } }))
}
