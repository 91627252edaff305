import { REASON_MAX } from '@forum/shared/limits'
import { countCharacters, trimText } from '@forum/shared/text'
import { reasonText } from './reason.texts'

/** The usual reasons of reporters. */
export const REASONS = ['ads', 'porn', 'illegal', 'infringing', 'attack', 'privacy', 'other'] as const
/** The usual reasons of moderators, in the order of their digits. */
export const MODERATOR_REASONS = [...REASONS, 'offTopic', 'duplicate'] as const
export type Reason = (typeof MODERATOR_REASONS)[number]

export const reasonOptions = () => MODERATOR_REASONS.map((value) => ({ value, label: reasonText(value) }))

/** A chosen reason and a moderator's own words. */
export interface GivenReason {
  preset: Reason | null
  words: string
}

export const NO_REASON: GivenReason = { preset: null, words: '' }

/** Returns the text of a reason: the preset, the words, or both. */
export const reasonOf = ({ preset, words }: GivenReason): string =>
  [preset === null || preset === 'other' ? '' : reasonText(preset), trimText(words)]
    .filter(Boolean)
    .join('：')

/** Returns the problem of a reason; null if there is none. */
export function reasonProblem(given: GivenReason, isOptional = false): string | null {
  const reason = reasonOf(given)
  if (reason === '' && given.preset === 'other') return reasonText('wordsMissing')
  if (reason === '') return isOptional ? null : reasonText('missing')
  return countCharacters(reason) > REASON_MAX ? reasonText('tooLong') : null
}

/** Returns the reason that a digit chooses. */
export const reasonAt = (key: string): Reason | undefined => MODERATOR_REASONS[Number(key) - 1]

/** Returns the usual reason at the beginning of a text, as in reports; null if there is none. */
export const reasonIn = (text: string): Reason | null =>
  REASONS.find((one) => one !== 'other' && text.startsWith(reasonText(one))) ?? null
