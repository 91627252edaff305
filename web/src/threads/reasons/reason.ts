import { REASON_MAX } from '@forum/shared/limits'
import { countCharacters, trimText } from '@forum/shared/text'
import { reasonText } from './reason.texts'

/** The usual reasons of reporters. */
export const REASONS = ['ads', 'porn', 'illegal', 'infringing', 'attack', 'privacy', 'other'] as const
/** Those of moderators, in the order of their digits. */
export const MODERATOR_REASONS = [...REASONS, 'offTopic', 'duplicate'] as const
export type Reason = (typeof MODERATOR_REASONS)[number]

export const reasonOptions = () => MODERATOR_REASONS.map((value) => ({ value, label: reasonText(value) }))

/** A chosen reason and a moderator's own words. */
export interface GivenReason {
  preset: Reason | null
  words: string
}

export const NO_REASON: GivenReason = { preset: null, words: '' }

/** The reason as it is sent: the preset, the words, or both. */
export const reasonOf = ({ preset, words }: GivenReason): string =>
  [preset === null || preset === 'other' ? '' : reasonText(preset), trimText(words)]
    .filter(Boolean)
    .join('：')

/** What is wrong with a reason; null if nothing. */
export function reasonProblem(given: GivenReason, isOptional = false): string | null {
  const reason = reasonOf(given)
  if (reason === '' && given.preset === 'other') return reasonText('wordsMissing')
  if (reason === '') return isOptional ? null : reasonText('missing')
  return countCharacters(reason) > REASON_MAX ? reasonText('tooLong') : null
}

/** The reason that a digit chooses. */
export const reasonAt = (key: string): Reason | undefined => MODERATOR_REASONS[Number(key) - 1]

/** The usual reason with which a text begins, as reports do; null if it begins with none. */
export const reasonIn = (text: string): Reason | null =>
  REASONS.find((one) => one !== 'other' && text.startsWith(reasonText(one))) ?? null
