import { REASON_MAX } from '@forum/shared/limits'
import { countCharacters, trimText } from '@forum/shared/text'
import { reasonText } from './reason.texts'

/** The usual reasons of reporters and moderators alike, in the order of their digits. */
export const REASONS = ['ads', 'porn', 'illegal', 'infringing', 'attack', 'privacy', 'other'] as const
export type Reason = (typeof REASONS)[number]

export const reasonOptions = () => REASONS.map((value) => ({ value, label: reasonText(value) }))

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

/** What is wrong with a reason that is required; null if nothing. */
export function reasonProblem(given: GivenReason): string | null {
  const reason = reasonOf(given)
  if (reason === '') return reasonText(given.preset === 'other' ? 'wordsMissing' : 'missing')
  return countCharacters(reason) > REASON_MAX ? reasonText('tooLong') : null
}

/** The digits that choose a reason. */
export const REASON_KEYS = REASONS.map((_, index) => String(index + 1))

/** The reason that a digit chooses. */
export const reasonAt = (key: string): Reason | undefined => REASONS[Number(key) - 1]

/** The usual reason with which a text begins, as reports do; null if it begins with none. */
export const reasonIn = (text: string): Reason | null =>
  REASONS.find((one) => one !== 'other' && text.startsWith(reasonText(one))) ?? null
