import { fieldText } from '@forum/shared/bilingual'
import { newPoll } from '@forum/shared/contract'
import { isBlank } from '@forum/shared/text'
import { language } from '../../lib/i18n'
import { safeParse } from '../../lib/schemas'

/** A poll as it is being written. */
export interface DraftPoll {
  question: string
  /** Blank options are left out. */
  options: readonly string[]
  maxChoices: number
  /** A local time as the value of its control, such as 2026-11-20T09:30; '' for no end. */
  closesAt: string
}

export const EMPTY_POLL: DraftPoll = { question: '', options: ['', ''], maxChoices: 1, closesAt: '' }

/** Returns the poll as the body of the call. */
export function pollOf({ question, options, maxChoices, closesAt }: DraftPoll) {
  const filled = options.filter((option) => !isBlank(option))
  return {
    question,
    options: filled,
    // Without blank options, fewer may be left than members may choose.
    maxChoices: Math.max(1, Math.min(maxChoices, filled.length)),
    ...(closesAt === '' ? {} : { closesAt: new Date(closesAt).toISOString() }),
  }
}

/** Returns the text of the first rule that a poll violates at this time; undefined if it can be sent. */
export function pollProblem(draft: DraftPoll, now: number): string | undefined {
  if (draft.closesAt !== '' && Date.parse(draft.closesAt) <= now) {
    return fieldText({ field: 'poll.closesAt', code: 'range' }, language)
  }
  const parsed = safeParse(newPoll, pollOf(draft))
  const [issue] = parsed.success ? [] : parsed.error.issues
  if (!issue) return undefined
  return fieldText({ field: ['poll', ...issue.path].join('.'), code: issue.message }, language)
}
