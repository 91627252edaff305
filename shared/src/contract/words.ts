import * as z from 'zod/mini'
import { CONTENT_MAX_BYTES, WORDS_MAX } from '../limits'
import { byteLength, isTooShortWord, wordKey } from '../text'
import { endpoint } from './define'
import { userSummary } from './entities'
import { time, wordPattern, wordReplacement } from './fields'

/** The action on a text with the word: refuse it, hold it for approval, change it, or show it to moderators. */
export const WORD_ACTIONS = ['block', 'hold', 'replace', 'flag'] as const
const action = z.enum(WORD_ACTIONS, 'invalid')
export type WordAction = z.output<typeof action>

const word = z.strictObject({
  pattern: z.string(),
  action,
  /** The replacement of the word, for the action `replace`. */
  replacement: z.string(),
  /** The number of texts with the word during the last seven days. */
  hits: z.int(),
  addedBy: userSummary,
  addedAt: time,
})
export type Word = z.output<typeof word>

const givenWord = z.object({
  pattern: wordPattern.check(z.refine<string>((s) => !isTooShortWord(s), 'too_short')),
  action,
  replacement: z.optional(wordReplacement),
})
export type GivenWord = z.output<typeof givenWord>

const givenWords = z.array(givenWord, 'invalid').check(
  z.maxLength(WORDS_MAX, 'too_many'),
  z.refine((of) => new Set(of.map(({ pattern }) => wordKey(pattern))).size === of.length, 'duplicate'),
)

const list = z.strictObject({
  words: z.array(word),
  /** Increases with every change; sent back, it prevents overwriting the list of another admin. */
  revision: z.int(),
})

export const wordEndpoints = {
  listWords: endpoint({
    summary: 'The words of the filter, with their hits of the last seven days (admins)',
    method: 'GET',
    path: '/moderation/words',
    access: 'member',
    confidential: true,
    response: list,
    errors: ['FORBIDDEN'],
  }),

  setWords: endpoint({
    summary:
      'Replaces the words of the filter (admins), in force in every process within a second; with a revision it refuses to overwrite a newer list',
    method: 'PUT',
    path: '/moderation/words',
    access: 'member',
    limit: 'edit',
    body: z.object({ words: givenWords, revision: z.optional(z.int('invalid')) }),
    response: list,
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),

  testWords: endpoint({
    summary: 'What the filter does to a text, with its words or with others (admins)',
    method: 'POST',
    path: '/moderation/words/test',
    access: 'member',
    body: z.object({
      text: z
        .string('invalid')
        .check(z.refine<string>((s) => byteLength(s) <= CONTENT_MAX_BYTES, 'too_long')),
      /** Words that are not saved yet. */
      words: z.optional(givenWords),
    }),
    response: z.strictObject({
      /** The text as it would be stored. */
      text: z.string(),
      /** Code unit offsets of the given text. */
      matches: z.array(z.strictObject({ pattern: z.string(), action, from: z.int(), to: z.int() })),
    }),
    errors: ['FORBIDDEN'],
  }),
}
