/** The screens, apart from what every page uses: they load when they are opened. */
export { BoardScreen } from './BoardScreen'
export { BoardsScreen } from './BoardsScreen'
export { CategoryScreen } from './CategoryScreen'
