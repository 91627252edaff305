export { BookmarksScreen } from './BookmarksScreen'
export { HistoryScreen } from './HistoryScreen'
