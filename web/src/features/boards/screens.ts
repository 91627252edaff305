/** The screens, loaded when they are opened, apart from what every page uses. */
export { BoardScreen } from './BoardScreen'
export { BoardsScreen } from './BoardsScreen'
export { BookmarksScreen } from './BookmarksScreen'
export { CategoryScreen } from './CategoryScreen'
