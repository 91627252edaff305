/** The lazily loaded screens, kept apart from the code that every page uses, and the lists that they load first. */
export { BoardScreen } from './BoardScreen'
export { BoardsScreen } from './BoardsScreen'
export { CategoryScreen } from './CategoryScreen'
export { LatestScreen } from './home/LatestScreen'
export { prefetchBoard, prefetchBoards, prefetchCategory } from './prefetch'
