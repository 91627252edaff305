import { type TableOf } from '../../lib/i18n'
import { type hotText } from './hot.texts'

export const hot: TableOf<typeof hotText> = {
  title: 'Hot topics',
  empty: 'No hot topics in the past {{hotDays}} days',
  error: 'Could not load hot topics. Please try again later.',
  about: 'Threads started in the past {{hotDays}} days, most replies first.',
  emptyText: 'See what is new instead.',
  toLatest: 'Latest threads',
}
