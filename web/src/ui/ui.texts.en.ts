import { type TableOf } from '../lib/i18n'
import { type uiText } from './ui.texts'

export const ui: TableOf<typeof uiText> = {
  pinned: 'Pinned',
  locked: 'Locked',
  featured: 'Featured',
  deleted: 'Deleted',
  noMore: 'Nothing more to load',
  prev: 'Previous',
  next: 'Next',
  first: 'First',
  last: 'Last',
  page: 'Page {{page}}',
  jumpTo: 'Go to page {{page}}',
  pagination: 'Pagination',
  optional: 'Optional',
  breadcrumb: 'Breadcrumb',
  notifications: 'Notifications',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  counter: '{{count}}/{{max}}',
}
