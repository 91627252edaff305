import { type TableOf } from '../lib/i18n'
import { type categoryText } from './category.texts'

export const category: TableOf<typeof categoryText> = {
  unknown: 'Category not found',
  unknownText: 'There is no category called “{{name}}”. Try the list of all boards.',
  boards: 'Boards',
  newest: 'Recently updated',
  empty: 'No threads in this category yet',
  emptyText: 'Choose a board and start the first one.',
  seeBoards: 'See all boards',
}
