import { type TableOf } from '../../lib/i18n'
import { type reasonText } from './reason.texts'

export const reason: TableOf<typeof reasonText> = {
  label: 'Reason',
  ads: 'Spam',
  porn: 'Obscene',
  illegal: 'Illegal',
  infringing: 'Copyright',
  attack: 'Personal attack',
  privacy: 'Private data',
  other: 'Other',
  words: 'In your own words',
  missing: 'Choose a reason',
  wordsMissing: 'Write the reason in your own words',
  tooLong: 'The reason must not exceed {{reasonMax}} characters',
}
