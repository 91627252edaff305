import { type search as zh } from '../zh/search'
import { type TableOf } from '../table'

export const search: TableOf<typeof zh> = {
  all: 'All',
  threads: 'Threads',
  posts: 'Posts',
  users: 'People',
  submit: 'Search',
  empty: 'Enter a search term',
  failed: 'Search failed. Please try again.',
  none: 'No results for “{{q}}”',
  resultCount: '{{count}} results',
  viewAllUsers: 'View all people',
  tips: 'Search tips',
  tip1: 'Separate words with spaces. Results contain all of them.',
  tip2: 'Simplified and traditional characters match each other; letter case is ignored.',
  tip3: 'Filter by board, author or date.',
}
