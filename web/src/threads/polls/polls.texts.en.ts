import { type TableOf } from '../../lib/i18n'
import { type pollsText } from './polls.texts'

export const polls: TableOf<typeof pollsText> = {
  poll: 'Poll',
  single: 'Single choice',
  upTo: 'Up to {{max}} choices',
  voters: '{{count}} voters',
  until: 'Closes {{time}}',
  closed: 'Closed',
  votes: '{{count}} votes',
  chosen: 'Your choice',
  vote: 'Vote',
  change: 'Change vote',
  withdraw: 'Withdraw vote',
  voted: 'Vote counted',
  withdrawn: 'Vote withdrawn',
  signIn: 'Sign in to vote',
  add: 'Add a poll',
  remove: 'Remove the poll',
  question: 'Question of the poll',
  option: 'Option {{n}}',
  addOption: 'Add an option',
  removeOption: 'Remove option {{n}}',
  choices: 'Choices',
  end: 'Closes',
}
