import { type category as zh } from '../zh/category'
import { type TableOf } from '../table'

export const category: TableOf<typeof zh> = {
  unknown: 'Category not found',
  unknownText: 'There is no category called “{{name}}”. Try the list of all boards.',
  boards: 'Boards',
  newest: 'Recently updated',
  empty: 'No threads in this category yet',
  emptyText: 'Choose a board and start the first one.',
  seeBoards: 'See all boards',
}
